/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A bounded queue of many producers and consumers. Each slot has a turn: who
 * enqueues the n-th item waits until it is n, who dequeues it until it is n + 1.
 */
#ifndef ASSEMBLY_RING_H
#define ASSEMBLY_RING_H

#include "primitive.h"

enum { RING_SLOTS = 2 };

struct ring {
    word head, tail; /* dequeued and enqueued so far */
    struct {
        word turn;
        int item;
    } slots[RING_SLOTS];
};

static inline void ring_init(struct ring *ring)
{
    for (word i = 0; i < RING_SLOTS; i++)
        store(&ring->slots[i].turn, i);
}

static inline bool ring_enqueue(struct ring *ring, int item)
{
    for (;;) {
        word tail = load(&ring->tail);
        word turn = load(&ring->slots[tail % RING_SLOTS].turn);

        if (turn < tail)
            return false; /* full */
        if (turn == tail && compare_exchange(&ring->tail, tail, tail + 1)) {
#ifdef PUBLISHES_FIRST
            store(&ring->slots[tail % RING_SLOTS].turn, tail + 1);
#endif
            ring->slots[tail % RING_SLOTS].item = item;
#ifndef PUBLISHES_FIRST
            store(&ring->slots[tail % RING_SLOTS].turn, tail + 1);
#endif
            return true;
        }
    }
}

static inline bool ring_dequeue(struct ring *ring, int *item)
{
    for (;;) {
        word head = load(&ring->head);
        word turn = load(&ring->slots[head % RING_SLOTS].turn);

        if (turn < head + 1)
            return false; /* empty */
        if (turn == head + 1 && compare_exchange(&ring->head, head, head + 1)) {
            *item = ring->slots[head % RING_SLOTS].item;
            store(&ring->slots[head % RING_SLOTS].turn, head + RING_SLOTS);
            return true;
        }
    }
}

#endif
