/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 44
 * naive: 215
 */
/* One producer, one consumer, a ring of two plain cells. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { CELLS = 2, TRIES = 3 };

static int cell[CELLS];
atomic_uint head, tail;

static void *produce(void *unused)
{
    unsigned t = 0;

    for (int i = 0; i < TRIES; i++) {
        if (t - atomic_load_explicit(&head, memory_order_acquire) == CELLS)
            continue;
        cell[t % CELLS] = (int)t;
        t++;
        atomic_store_explicit(&tail, t, memory_order_release);
    }
    return unused;
}

static void *consume(void *unused)
{
    unsigned h = 0;

    for (int i = 0; i < TRIES; i++) {
        if (atomic_load_explicit(&tail, memory_order_acquire) == h)
            continue;
        assert(cell[h % CELLS] == (int)h);
        h++;
        atomic_store_explicit(&head, h, memory_order_release);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, produce, NULL);
    pthread_create(&b, NULL, consume, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
