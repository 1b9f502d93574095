/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* Handlers of all functions that pthread_exit leaves, latest first; not those
 * that were taken away. One may have handlers of its own. */
#include <assert.h>
#include <pthread.h>

static int order;
static int digits[] = {0, 1, 2, 3, 4, 5};

static void note(void *digit)
{
    order = 10 * order + *(int *)digit;
}

static void nest(void *digit)
{
    pthread_cleanup_push(note, &digits[5]);
    note(digit);
    pthread_cleanup_pop(1);
}

static void inner(void)
{
    pthread_cleanup_push(note, &digits[4]);
    pthread_cleanup_pop(1);
    pthread_cleanup_push(note, &digits[4]);
    pthread_cleanup_pop(0);
    pthread_cleanup_push(nest, &digits[3]);
    pthread_exit(&order);
    pthread_cleanup_pop(0);
}

static void *work(void *unused)
{
    pthread_cleanup_push(note, &digits[1]);
    pthread_cleanup_push(note, &digits[2]);
    inner();
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    void *result;

    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, &result);
    assert(result == &order && order == 43521);
    return 0;
}
