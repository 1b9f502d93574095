/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 * message: 1 thread waits for a signal to be sent
 */
/* A second signal while the first waits is lost. */
#include <pthread.h>
#include <signal.h>

static void *waiter(void *signals)
{
    int number;

    sigwait(signals, &number);
    sigwait(signals, &number);
    return NULL;
}

int main(void)
{
    pthread_t t;
    sigset_t signals;

    sigemptyset(&signals);
    sigaddset(&signals, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    pthread_create(&t, NULL, waiter, &signals);
    pthread_kill(t, SIGUSR1);
    pthread_kill(t, SIGUSR1);
    pthread_join(t, NULL);
}
