/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 14
 * naive: 55
 */
/* A sequence lock over relaxed atomics. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint sequence;
atomic_int a, b;

static void *write_both(void *unused)
{
    atomic_fetch_add(&sequence, 1);
    atomic_store_explicit(&a, 1, memory_order_relaxed);
    atomic_store_explicit(&b, 1, memory_order_relaxed);
    atomic_fetch_add(&sequence, 1);
    return unused;
}

static void *read_both(void *unused)
{
    unsigned before = atomic_load(&sequence);
    int x = atomic_load_explicit(&a, memory_order_relaxed);
    int y = atomic_load_explicit(&b, memory_order_relaxed);

    if (before % 2 == 0 && atomic_load(&sequence) == before)
        assert(x == y);
    return unused;
}

int main(void)
{
    pthread_t writing, reading;

    pthread_create(&writing, NULL, write_both, NULL);
    pthread_create(&reading, NULL, read_both, NULL);
    pthread_join(writing, NULL);
    pthread_join(reading, NULL);
    return 0;
}
