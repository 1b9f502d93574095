/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 */
/* The signal that comes after the look and before pause is missed. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int got;

static void on(int signal)
{
    (void)signal;
    got = 1;
}

static void *target(void *unused)
{
    (void)unused;
    if (!got)
        pause();
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
