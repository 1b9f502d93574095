/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --spurious=1 --keep-going
 * verdict: error
 * error: deadlock
 * executions: 12
 */
/*
 * A loop is not misled by who wakes up by itself. But the signal, which comes
 * without the mutex and before what it tells of, may be lost.
 *
 * Main takes the mutex first, and nobody waits: 1. Else the thread waits. Where
 * it does not wake up by itself, the signal is lost: 1; or it is woken up, and
 * takes the mutex after main, or before and waits for ever: 2.
 *
 * Where it does, unless a signal comes before: the signal came before it waited,
 * or it is woken up by that: 2 * 2, as above. Or it wakes up before the signal
 * comes, and takes the mutex after main: 1; or it waits again, as above where it
 * does not wake up by itself: 3.
 */
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t is_ready = PTHREAD_COND_INITIALIZER;
static bool ready;

static void *wait_until_ready(void *unused)
{
    pthread_mutex_lock(&m);
    while (!ready)
        pthread_cond_wait(&is_ready, &m);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, wait_until_ready, NULL);
    pthread_cond_signal(&is_ready);
    pthread_mutex_lock(&m);
    ready = true;
    pthread_mutex_unlock(&m);
    pthread_join(thread, NULL);
    return 0;
}
