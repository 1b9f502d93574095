/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 * message: unordered with the allocation of its block
 */
/* A block is published without an order; nobody but its user has accessed it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) shared;

static void *use(void *unused)
{
    int *x = atomic_load_explicit(&shared, memory_order_relaxed);

    if (x)
        *x = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, use, NULL);
    atomic_store_explicit(&shared, malloc(sizeof(int)), memory_order_relaxed);
    pthread_join(thread, NULL);
    free(atomic_load(&shared));
    return 0;
}
