/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* All others block it: the signal to the process is handled before kill
 * returns. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int handled;

static void on(int signal)
{
    (void)signal;
    handled = 1;
}

static void *other(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t t;
    sigset_t signals;

    signal(SIGUSR1, on);
    sigemptyset(&signals);
    sigaddset(&signals, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    pthread_create(&t, NULL, other, NULL);
    kill(getpid(), SIGUSR1);
    pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
    assert(handled);
    pthread_join(t, NULL);
}
