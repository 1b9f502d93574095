/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -O2
 * verdict: safe
 * compilers: differ
 * object: too large
 */
/* A sequence lock: who reads begins anew as long as the writer is at it, or has
 * been meanwhile. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int a, b;

static void *write_both(void *unused)
{
    for (int i = 1; i <= 2; i++) {
        atomic_fetch_add(&sequence, 1);
        atomic_store_explicit(&a, i, memory_order_relaxed);
        atomic_store_explicit(&b, i, memory_order_relaxed);
        atomic_fetch_add_explicit(&sequence, 1, memory_order_release);
    }
    return unused;
}

static void *read_both(void *unused)
{
    unsigned before;
    int seen_a, seen_b;

    do {
#ifndef BROKEN
        while ((before = atomic_load(&sequence)) % 2)
            ;
#else
        before = atomic_load(&sequence);
#endif
        seen_a = atomic_load(&a);
        seen_b = atomic_load(&b);
    } while (atomic_load(&sequence) != before);
    assert(seen_a == seen_b);
    return unused;
}

int main(void)
{
    pthread_t writer, reader;

    pthread_create(&writer, NULL, write_both, NULL);
    pthread_create(&reader, NULL, read_both, NULL);
    pthread_join(writer, NULL);
    pthread_join(reader, NULL);
    return 0;
}
