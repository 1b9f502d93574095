/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=add
 * verdict: error
 * error: data-race
 */
/* Nor does an acquire fence after a relaxed addition learn of what another
 * addition has released. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;
static volatile int data;

static void *read(void *unused)
{
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_acquire);
    return data > 1 ? &data : unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, read, NULL);
    data = 1;
    atomic_fetch_add_explicit(&count, 1, memory_order_release);
    pthread_join(thread, NULL);
    return 0;
}
