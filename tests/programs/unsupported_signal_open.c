/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: sigwait for signal 10, which the thread does not block
 */
/* Main blocks the signal when the thread is there, which has inherited that it
 * is not blocked. */
#include <pthread.h>
#include <signal.h>

static sigset_t signals;

static void *waiter(void *unused)
{
    int number;

    sigwait(&signals, &number);
    return unused;
}

int main(void)
{
    pthread_t t;

    sigemptyset(&signals);
    sigaddset(&signals, SIGUSR1);
    pthread_create(&t, NULL, waiter, NULL);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    pthread_kill(t, SIGUSR1);
    pthread_join(t, NULL);
}
