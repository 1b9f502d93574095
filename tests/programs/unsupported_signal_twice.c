/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: a real-time signal that waits twice
 */
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
    sigaddset(&signals, SIGRTMIN);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    pthread_create(&t, NULL, waiter, &signals);
    pthread_kill(t, SIGRTMIN);
    pthread_kill(t, SIGRTMIN);
    pthread_join(t, NULL);
}
