/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --watchdog=0.2
 * verdict: incomplete
 */
/* A loop that waits for what a handler does to plain data is not endless, though
 * the handler comes amid no such loop here. */
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t over;

static void on(int signal)
{
    (void)signal;
    over = 1;
}

static void *wait_for_it(void *unused)
{
    while (!over)
        ;
    return unused;
}

int main(void)
{
    pthread_t t;

    signal(SIGUSR1, on);
    pthread_create(&t, NULL, wait_for_it, NULL);
    pthread_kill(t, SIGUSR1);
    pthread_join(t, NULL);
    return 0;
}
