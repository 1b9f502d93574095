/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A ring buffer for one producer and one consumer, without a lock. It is
 * correct: the cells are plain memory, and the release store of `tail` (or
 * `head`) that hands a cell over is what keeps them from being raced for.
 *
 *     $ mazurka check examples/spsc_ring.c
 *     examples/spsc_ring.c: no error, all executions explored: 117 ...
 *
 * Try it with -DORDER=memory_order_relaxed: nothing orders the cells then.
 *
 *     $ mazurka check -DORDER=memory_order_relaxed examples/spsc_ring.c
 *     examples/spsc_ring.c:56: error: data race on cell[0]: ...
 *       read by thread main at examples/spsc_ring.c:56 in take
 *         *number = cell[h % CELLS];
 *       write by thread main.1 at examples/spsc_ring.c:45 in put, step 4
 *         cell[t % CELLS] = number;
 *
 *     interleaving (16 steps, 2 context switches, ...
 *     ...
 *         4                                 write cell[0] = 1 (was 0)  ...
 *         5                                 store tail = 1 (was 0)     ...
 *     ...
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef ORDER
#define ORDER memory_order_release
#endif

enum { CELLS = 2, NUMBERS = 3, TRIES = 4 };

static int cell[CELLS];
static atomic_uint head, tail; /* taken from at head, put at tail */

static bool put(int number)
{
    unsigned t = atomic_load_explicit(&tail, memory_order_relaxed);

    if (t - atomic_load_explicit(&head, memory_order_acquire) == CELLS)
        return false;
    cell[t % CELLS] = number;
    atomic_store_explicit(&tail, t + 1, ORDER);
    return true;
}

static bool take(int *number)
{
    unsigned h = atomic_load_explicit(&head, memory_order_relaxed);

    if (atomic_load_explicit(&tail, memory_order_acquire) == h)
        return false;
    *number = cell[h % CELLS];
    atomic_store_explicit(&head, h + 1, ORDER);
    return true;
}

static void *produce(void *unused)
{
    int next = 1;

    for (int i = 0; i < TRIES && next <= NUMBERS; i++)
        next += put(next);
    return unused;
}

int main(void)
{
    pthread_t producer;
    int number, expected = 1;

    pthread_create(&producer, NULL, produce, NULL);
    for (int i = 0; i < TRIES; i++)
        if (take(&number))
            assert(number == expected++);
    pthread_join(producer, NULL);
    return 0;
}
