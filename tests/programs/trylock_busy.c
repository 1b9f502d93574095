/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 4
 */
/* Both outcomes: the other thread is busy before, within, or after. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *try_increment(void *unused)
{
    int result = pthread_mutex_trylock(&m);

    (void)unused;
    if (result) {
        assert(result == EBUSY);
        return NULL;
    }
    counter++;
    pthread_mutex_unlock(&m);
    return (void *)1;
}

int main(void)
{
    pthread_t a, b;
    void *first, *second;

    pthread_create(&a, NULL, try_increment, NULL);
    pthread_create(&b, NULL, try_increment, NULL);
    pthread_join(a, &first);
    pthread_join(b, &second);
    assert(counter == (intptr_t)first + (intptr_t)second && counter >= 1);
    return 0;
}
