/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 12
 */
/* Two threads wait for one of two signals to the process. Each looks, which is a
 * read, chooses one of those that it sees, and takes it, which is an update. If
 * one does both before the other looks: 2 orders, 2 choices. If both look first:
 * 2 orders of the updates, 2 * 2 choices; who finds its choice gone looks again,
 * and takes the other. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static sigset_t signals;

static void *waiter(void *info)
{
    sigwaitinfo(&signals, info);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    siginfo_t first, second;

    sigemptyset(&signals);
    sigaddset(&signals, SIGUSR1);
    sigaddset(&signals, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    sigqueue(getpid(), SIGUSR1, (union sigval){.sival_int = 1});
    sigqueue(getpid(), SIGUSR2, (union sigval){.sival_int = 2});
    pthread_create(&a, NULL, waiter, &first);
    pthread_create(&b, NULL, waiter, &second);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(first.si_value.sival_int + second.si_value.sival_int == 3);
    assert(first.si_code == SI_QUEUE);
}
