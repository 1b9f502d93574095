/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 6
 * naive: 72
 */
/* Whoever draws the next ticket waits (assumes) until it is served. */
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint next_ticket, serving;
static int counter;

static void *increment(void *unused)
{
    unsigned ticket = atomic_fetch_add_explicit(&next_ticket, 1,
                                                memory_order_relaxed);

    mz_assume(atomic_load_explicit(&serving, memory_order_acquire) == ticket);
    counter++;
    atomic_store_explicit(&serving, ticket + 1, memory_order_release);
    return unused;
}

int main(void)
{
    pthread_t thread[3];

    for (int i = 0; i < 3; i++)
        pthread_create(&thread[i], NULL, increment, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(thread[i], NULL);
    assert(counter == 3);
    return 0;
}
