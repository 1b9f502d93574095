/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * compilers: differ
 */
/* Test and test-and-set with back-off (Rudolph and Segall, 1984; Anderson,
 * 1990): who has failed reads until the lock seems free, and lets others go. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { THREADS = 3 };

static atomic_bool locked;
static int counter;

static void lock(void)
{
    for (;;) {
        while (atomic_load(&locked))
            sched_yield();
#ifndef BROKEN
        if (!atomic_exchange(&locked, true))
            return;
#else
        atomic_store(&locked, true);
        return;
#endif
    }
}

static void *run(void *unused)
{
    lock();
    counter++;
    atomic_store(&locked, false);
    return unused;
}

int main(void)
{
    pthread_t threads[THREADS - 1];

    for (int i = 0; i < THREADS - 1; i++)
        pthread_create(&threads[i], NULL, run, NULL);
    run(NULL);
    for (int i = 0; i < THREADS - 1; i++)
        pthread_join(threads[i], NULL);
    assert(counter == THREADS);
    return 0;
}
