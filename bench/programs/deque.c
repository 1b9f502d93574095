/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A work-stealing deque: its owner pushes ITEMS numbers and takes them back, a
 * thief steals STEALS times. Built with -O0, and checked with
 * --plain=interleave, an execution has 34 events an item, most of them locals.
 *
 * small: -DITEMS=1 -DSTEALS=1
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef ITEMS
#define ITEMS 300
#endif
#ifndef STEALS
#define STEALS 2
#endif

struct deque {
    atomic_long top, bottom;
    long size;
    atomic_int *items;
};

static struct deque deque;
static int taken[ITEMS];

static void push(struct deque *d, int item)
{
    long bottom = atomic_load(&d->bottom);

    assert(bottom - atomic_load(&d->top) < d->size);
    atomic_store(&d->items[bottom % d->size], item);
    atomic_store(&d->bottom, bottom + 1);
}

static int take(struct deque *d)
{
    long bottom = atomic_load(&d->bottom) - 1, top;
    int item = -1;

    atomic_store(&d->bottom, bottom);
    top = atomic_load(&d->top);
    if (top <= bottom)
        item = atomic_load(&d->items[bottom % d->size]);
    if (top < bottom)
        return item;
    if (top == bottom &&
        !atomic_compare_exchange_strong(&d->top, &top, top + 1))
        item = -1; /* the thief has it */
    atomic_store(&d->bottom, bottom + 1);
    return item;
}

static int steal(struct deque *d)
{
    long top = atomic_load(&d->top);
    int item;

    if (top >= atomic_load(&d->bottom))
        return -1;
    item = atomic_load(&d->items[top % d->size]);
    return atomic_compare_exchange_strong(&d->top, &top, top + 1) ? item : -1;
}

static void note(int item)
{
    if (item < 0)
        return;
    assert(!taken[item]);
    taken[item] = 1;
}

static void *thief(void *d)
{
    for (int i = 0; i < STEALS; i++)
        note(steal(d));
    return NULL;
}

int main(void)
{
    struct deque *d = &deque;
    pthread_t thread;

    d->size = 2 * ITEMS;
    d->items = calloc(d->size, sizeof *d->items);
    pthread_create(&thread, NULL, thief, d);
    for (int i = 0; i < ITEMS; i++)
        push(d, i);
    for (int i = 0; i < ITEMS; i++)
        note(take(d));
    pthread_join(thread, NULL);
    free(d->items);
    return 0;
}
