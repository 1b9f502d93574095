/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* A handler may come between what its thread has written, which made another send
 * the signal, and its thread's having another handler instead. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int begun, early;
static pthread_t first;

static void on_early(int signal)
{
    (void)signal;
    early = 1;
}

static void on_late(int signal)
{
    (void)signal;
}

static void *interrupt(void *unused)
{
    if (begun)
        pthread_kill(first, SIGUSR1);
    return unused;
}

int main(void)
{
    pthread_t t;

    first = pthread_self();
    signal(SIGUSR1, on_early);
    pthread_create(&t, NULL, interrupt, NULL);
    begun = 1;
    signal(SIGUSR1, on_late);
    pthread_join(t, NULL);
    assert(!early);
    return 0;
}
