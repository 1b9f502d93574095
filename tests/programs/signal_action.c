/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* What is done at a signal is the process's: the order of changing that and of a
 * signal that a thread sends itself is explored. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>

#ifndef EXPECTED
#define EXPECTED 1
#endif

static _Thread_local int first;

static void on_first(int signal)
{
    (void)signal;
    first = 1;
}

static void on_second(int signal)
{
    (void)signal;
}

static void *change(void *unused)
{
    signal(SIGUSR1, on_second);
    return unused;
}

int main(void)
{
    pthread_t t;

    signal(SIGUSR1, on_first);
    pthread_create(&t, NULL, change, NULL);
    raise(SIGUSR1);
    assert(first == EXPECTED);
    pthread_join(t, NULL);
}
