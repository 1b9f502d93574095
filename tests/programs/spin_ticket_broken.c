/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -O2
 * verdict: error
 * error: deadlock
 */
/* A ticket lock that is given to whoever has the ticket after the next: all wait
 * for ever. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { THREADS = 3 };

static atomic_uint next, serving;
static int counter;

static void *increment(void *unused)
{
    unsigned ticket = atomic_fetch_add(&next, 1);

    while (atomic_load(&serving) != ticket)
        sched_yield();
    counter++;
    atomic_store(&serving, ticket + 2);
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
