/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* A handler may come between what its thread has written, which made another send
 * the signal, and what its thread sends then: main finds out that it has run,
 * and nothing has been sent to main yet. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int begun, handled, told;
static pthread_t first, target;

static void on(int signal)
{
    *(signal == SIGUSR1 ? &handled : &told) = 1;
}

static void *tell(void *unused)
{
    begun = 1;
    pthread_kill(first, SIGUSR2);
    return unused;
}

static void *interrupt(void *unused)
{
    if (begun)
        pthread_kill(target, SIGUSR1);
    return unused;
}

int main(void)
{
    pthread_t t;
    sigset_t told_only;
    int before;

    first = pthread_self();
    signal(SIGUSR1, on);
    signal(SIGUSR2, on);
    sigemptyset(&told_only);
    sigaddset(&told_only, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &told_only, NULL);
    pthread_create(&target, NULL, tell, NULL);
    pthread_create(&t, NULL, interrupt, NULL);
    before = handled;
    pthread_sigmask(SIG_UNBLOCK, &told_only, NULL);
    assert(!before || told);
    pthread_join(t, NULL);
    pthread_join(target, NULL);
    return 0;
}
