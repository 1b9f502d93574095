/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* What a handler does to plain data is seen if its thread uses none of these
 * between the same two operations, or both only read them. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

static int step = 2;
static int got;
static atomic_int done;

static void on(int signal)
{
    (void)signal;
    got += step;
    done = 1;
}

static void *target(void *unused)
{
    int by = *(volatile int *)&step;

    (void)unused;
    if (done)
        assert(*(volatile int *)&got == by);
    return NULL;
}

int main(void)
{
    pthread_t t;

    signal(SIGUSR1, on);
    pthread_create(&t, NULL, target, NULL);
    pthread_kill(t, SIGUSR1);
    pthread_join(t, NULL);
    return 0;
}
