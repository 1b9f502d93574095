/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 6
 */
/* The same, but the thread blocks the signal while it holds the mutex. It looks
 * before it blocks it (1), as it lets it in again (2), and as it ends (3),
 * where it may put it off to for ever. Sent before 1: taken at 1, 2; between 1
 * and 2: taken at 2; between 2 and 3: taken at 3 or never; after 3: never. */
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void on(int signal)
{
    (void)signal;
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
}

static void *target(void *signals)
{
    pthread_sigmask(SIG_BLOCK, signals, NULL);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_sigmask(SIG_UNBLOCK, signals, NULL);
    return NULL;
}

int main(void)
{
    pthread_t t;
    sigset_t signals;

    sigemptyset(&signals);
    sigaddset(&signals, SIGUSR1);
    signal(SIGUSR1, on);
    pthread_create(&t, NULL, target, &signals);
    pthread_kill(t, SIGUSR1);
    pthread_join(t, NULL);
}
