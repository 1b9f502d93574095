/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* Whoever does not block a signal to the process may take it, and that need not
 * be who sends it. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int looks;
static _Thread_local int mine;

static void on(int signal)
{
    (void)signal;
    mine++;
}

static void *other(void *unused)
{
    looks = 1;
    return unused;
}

int main(void)
{
    pthread_t t;

    signal(SIGUSR1, on);
    pthread_create(&t, NULL, other, NULL);
    kill(getpid(), SIGUSR1);
    pthread_join(t, NULL);
    assert(mine == 1);
}
