/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -O2
 * verdict: safe
 * executions: 6
 */
/* A ticket lock that spins: one execution for each order of tickets, as with
 * mz_await. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 3 };

static atomic_uint next, serving;
static int counter;

static void *increment(void *unused)
{
    unsigned ticket = atomic_fetch_add(&next, 1);

    while (atomic_load(&serving) != ticket)
        ;
    counter++;
#ifndef BROKEN
    atomic_store(&serving, ticket + 1);
#else
    atomic_store(&serving, ticket + 2);
#endif
    return unused;
}

int main(void)
{
    pthread_t threads[THREADS];

    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, increment, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(counter == THREADS);
    return 0;
}
