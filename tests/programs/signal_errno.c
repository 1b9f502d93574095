/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: incomplete
 */
/* The handler may come between a call that fails and the look at errno. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int x;

static void on(int signal)
{
    (void)signal;
    errno = EINTR;
}

static void *target(void *unused)
{
    (void)unused;
    x = 1;
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
