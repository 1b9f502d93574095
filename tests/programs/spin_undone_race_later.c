/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 * compilers: differ
 */
/* A read of a round races with what another thread does when the loop has ended,
 * as relaxed atomics order nothing. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int ends, x, over;
int data;

static void *wait_for_it(void *unused)
{
    int sum = 0;

    while (!atomic_load_explicit(&ends, memory_order_relaxed)) {
        sum |= data;
        atomic_store_explicit(&x, 1, memory_order_relaxed);
        atomic_store_explicit(&x, 0, memory_order_relaxed);
    }
    atomic_store_explicit(&over, 1 + sum, memory_order_relaxed);
    return unused;
}

static void *change(void *unused)
{
    if (atomic_load_explicit(&over, memory_order_relaxed))
        data = 1;
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    pthread_create(&threads[0], NULL, wait_for_it, NULL);
    pthread_create(&threads[1], NULL, change, NULL);
    atomic_store_explicit(&ends, 1, memory_order_relaxed);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
