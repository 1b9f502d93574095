/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* A thread that waits for a signal goes on when it is sent. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static void *waiter(void *signals)
{
    int number;

    sigwait(signals, &number);
    assert(number == SIGUSR1);
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
    pthread_join(t, NULL);
}
