/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 6
 * naive: 72
 */
/* A ticket lock that does not spin: one execution for each order of tickets. */
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 3 };

atomic_uint next, serving;
static int counter;

static void *increment(void *unused)
{
    unsigned ticket = atomic_fetch_add(&next, 1);

    mz_await(serving, ==, ticket);
    counter++;
    atomic_store(&serving, ticket + 1);
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
