/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 */
/* The handler runs in main before it joins the sender, or after: when all others
 * have ended, what they sent has come. Main looks once before the join: after
 * the signal was sent, and takes it or puts it off; or before. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int handled;

static void on(int signal)
{
    handled = signal;
}

static void *sender(void *target)
{
    pthread_kill(*(pthread_t *)target, SIGUSR1);
    return NULL;
}

int main(void)
{
    pthread_t self = pthread_self(), t;

    signal(SIGUSR1, on);
    pthread_create(&t, NULL, sender, &self);
    pthread_join(t, NULL);
    assert(handled == SIGUSR1);
}
