/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* A handler may come between what its thread has written, which made another send
 * the signal, and its thread's looking at what waits: what the handler does may have
 * made another send that. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int begun, handled;
static pthread_t first;

static void on(int signal)
{
    (void)signal;
    handled = 1;
}

static void *interrupt(void *unused)
{
    if (begun)
        pthread_kill(first, SIGUSR1);
    return unused;
}

static void *answer(void *unused)
{
    if (handled)
        pthread_kill(first, SIGUSR2);
    return unused;
}

int main(void)
{
    pthread_t t, u;
    sigset_t answers, waiting;

    first = pthread_self();
    signal(SIGUSR1, on);
    signal(SIGUSR2, on);
    sigemptyset(&answers);
    sigaddset(&answers, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &answers, NULL);
    pthread_create(&t, NULL, interrupt, NULL);
    pthread_create(&u, NULL, answer, NULL);
    begun = 1;
    sigpending(&waiting);
    assert(!sigismember(&waiting, SIGUSR2));
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
