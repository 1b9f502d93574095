/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * compilers: differ
 */
/* A loop that waits for what a handler of its own thread does. How many rounds
 * there are before it is known is the compiler's. */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int stop;

static void on(int signal)
{
    (void)signal;
    stop = 1;
}

static void *target(void *unused)
{
    (void)unused;
    while (!stop)
        sched_yield();
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
