/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: incomplete
 */
/* What a handler does to plain data comes amid what its thread does to them: not
 * all orders of these are seen. */
#include <assert.h>
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
    (void)unused;
    if (!got)
        assert(!got);
    return NULL;
}

int main(void)
{
    pthread_t t;

    signal(SIGUSR1, on);
    pthread_create(&t, NULL, target, NULL);
    pthread_kill(t, SIGUSR1);
    pthread_join(t, NULL);
}
