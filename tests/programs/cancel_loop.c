/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka:
 * verdict: safe
 *
 * Threads that are cancelled and joined, one after the other, beside others that
 * are joined only: a request is for the thread that it was made for, not for one
 * that has its number later.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t never;

static void *wait_for_ever(void *argument)
{
    sem_wait(&never);
    return argument;
}

static void *end(void *argument)
{
    pthread_testcancel();
    return argument;
}

int main(void)
{
    void *result;

    sem_init(&never, 0, 0);
    for (int i = 0; i < 5; i++) {
        pthread_t thread;

        pthread_create(&thread, NULL, wait_for_ever, NULL);
        pthread_cancel(thread);
        pthread_join(thread, &result);
        assert(result == PTHREAD_CANCELED);
        for (int k = 0; k < 3; k++) {
            pthread_create(&thread, NULL, end, &never);
            pthread_join(thread, &result);
            assert(result == &never);
        }
    }
    return 0;
}
