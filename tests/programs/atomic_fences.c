/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* Every fence is accepted, and none makes independent writes depend. */
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;

static void *fence_around(void *variable)
{
    atomic_thread_fence(memory_order_seq_cst);
    atomic_store_explicit((atomic_int *)variable, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_acquire);
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit((atomic_int *)variable, 2, memory_order_relaxed);
    atomic_thread_fence(memory_order_acq_rel);
    atomic_signal_fence(memory_order_seq_cst);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, fence_around, &x);
    pthread_create(&b, NULL, fence_around, &y);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
