/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: signal
 */
/* The signal may come when the thread has begun to block it, or before: then it
 * ends the process. */
#include <pthread.h>
#include <signal.h>

static void *target(void *signals)
{
    int number;

    pthread_sigmask(SIG_BLOCK, signals, NULL);
    sigwait(signals, &number);
    return NULL;
}

int main(void)
{
    pthread_t t;
    sigset_t signals;

    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    pthread_create(&t, NULL, target, &signals);
    pthread_kill(t, SIGTERM);
    pthread_join(t, NULL);
}
