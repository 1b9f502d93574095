/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * compilers: differ
 */
/* A thread waits for an item. In each round it says by a hazard pointer what it
 * is about to look at, finds nothing, and clears that. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int item;
static _Atomic(int *) head, hazard;

static int *take(void)
{
    for (;;) {
        int *seen = atomic_load(&head);

        atomic_store(&hazard, seen ? seen : &item);
        if (atomic_load(&head) != seen)
            continue;
        if (seen && atomic_compare_exchange_strong(&head, &seen, NULL))
            return seen;
        atomic_store(&hazard, NULL);
    }
}

static void *consume(void *unused)
{
    assert(*take() == 1);
    atomic_store(&hazard, NULL);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, consume, NULL);
    item = 1;
    atomic_store(&head, &item);
    pthread_join(thread, NULL);
    assert(!atomic_load(&hazard));
    return 0;
}
