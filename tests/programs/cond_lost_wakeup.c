/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --keep-going
 * verdict: error
 * error: deadlock
 * message: a signal
 * executions: 4
 */
/* The signal comes before what it tells of, without the mutex. If main takes
 * the mutex first, nobody waits: 1. If the thread does, the signal is lost, and
 * it waits for ever: 1; or it is woken up, and takes the mutex again before main
 * has it or after: 2. */
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t is_ready = PTHREAD_COND_INITIALIZER;
static bool ready;

static void *wait_once(void *unused)
{
    pthread_mutex_lock(&m);
    if (!ready)
        pthread_cond_wait(&is_ready, &m);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, wait_once, NULL);
    pthread_cond_signal(&is_ready);
    pthread_mutex_lock(&m);
    ready = true;
    pthread_mutex_unlock(&m);
    pthread_join(thread, NULL);
    return 0;
}
