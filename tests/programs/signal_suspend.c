/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* The signal is blocked but in sigsuspend; so what the handler does to plain
 * data comes nowhere else. */
#include <pthread.h>
#include <signal.h>

static volatile sig_atomic_t got;

static void on(int signal)
{
    (void)signal;
    got = 1;
}

static void *target(void *unused)
{
    sigset_t none;

    (void)unused;
    sigemptyset(&none);
    while (!got)
        sigsuspend(&none);
    return NULL;
}

int main(void)
{
    pthread_t t;
    sigset_t signals;

    signal(SIGUSR1, on);
    sigemptyset(&signals);
    sigaddset(&signals, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    pthread_create(&t, NULL, target, NULL);
    pthread_kill(t, SIGUSR1);
    pthread_join(t, NULL);
}
