/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* The request waits until cancellation is enabled, and is acted upon then. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t requested;

static void *work(void *unused)
{
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    sem_wait(&requested);
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
    pthread_testcancel();
    assert(!"reached");
    return unused;
}

int main(void)
{
    pthread_t thread;
    void *result;

    sem_init(&requested, 0, 0);
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    sem_post(&requested);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
    return 0;
}
