/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* The signal comes to main as it is about to end the process. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int last, handled;

static void on(int signal)
{
    (void)signal;
    handled = 1;
    assert(!last);
}

static void *sender(void *target)
{
    while (!last)
        ;
    pthread_kill(*(pthread_t *)target, SIGUSR1);
    while (!handled)
        ;
    return NULL;
}

int main(void)
{
    static pthread_t self;
    pthread_t t;

    self = pthread_self();
    signal(SIGUSR1, on);
    pthread_create(&t, NULL, sender, &self);
    last = 1;
}
