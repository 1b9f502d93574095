/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* Nothing says how soon a signal arrives: what its sender does then may be seen
 * before. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int handled, sent;

static void on(int signal)
{
    (void)signal;
    handled = 1;
}

static void *sender(void *target)
{
    pthread_kill(*(pthread_t *)target, SIGUSR1);
    sent = 1;
    return NULL;
}

int main(void)
{
    pthread_t self = pthread_self(), t;

    signal(SIGUSR1, on);
    pthread_create(&t, NULL, sender, &self);
    if (sent)
        assert(handled);
    pthread_join(t, NULL);
}
