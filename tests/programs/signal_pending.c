/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* sigpending tells whether the signal was sent before; and it is handled before
 * it is blocked no more. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static int handled;

static void on(int signal)
{
    (void)signal;
    handled = 1;
}

static void *target(void *signals)
{
    sigset_t now;

    sigpending(&now);
    if (!sigismember(&now, SIGUSR1))
        return NULL;
    ((sigset_t *)signals)[1] = now;
    pthread_sigmask(SIG_SETMASK, &(sigset_t){0}, NULL);
    assert(handled);
    return NULL;
}

int main(void)
{
    pthread_t t;
    sigset_t signals[2];

    signal(SIGUSR1, on);
    sigemptyset(&signals[0]);
    sigaddset(&signals[0], SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &signals[0], NULL);
    pthread_create(&t, NULL, target, signals);
    pthread_kill(t, SIGUSR1);
    pthread_join(t, NULL);
}
