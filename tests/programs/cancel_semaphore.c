/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* Nobody posts: the thread ends by the request alone, whether it waits already
 * or not. Handlers run, latest first. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t never;
static int order;

static void note(void *digit)
{
    order = 10 * order + *(int *)digit;
}

static void *work(void *unused)
{
    int one = 1, two = 2;

    pthread_cleanup_push(note, &one);
    pthread_cleanup_push(note, &two);
    sem_wait(&never);
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    void *result;

    sem_init(&never, 0, 0);
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED && order == 21);
    return 0;
}
