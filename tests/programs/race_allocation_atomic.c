/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 * message: unordered with the allocation of its block
 */
/* Nor may an atomic object be used before its block is known to be allocated:
 * here in the middle of a large one, whose zeros the use may not see. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { COUNT = 200000 };

static _Atomic(atomic_int *) shared;

static void *use(void *unused)
{
    atomic_int *x = atomic_load_explicit(&shared, memory_order_relaxed);

    if (x)
        atomic_fetch_add(&x[COUNT / 2], 1);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, use, NULL);
    atomic_store_explicit(&shared, calloc(COUNT, sizeof(atomic_int)),
                          memory_order_relaxed);
    pthread_join(thread, NULL);
    return 0;
}
