/* SPDX-License-Identifier: Apache-2.0 */
/* The deque of Chase and Lev: its owner puts and takes at the bottom, others
 * steal at the top. Broken: the owner takes the last one without a
 * compare-exchange. */
#include <mazurka.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { SIZE = 8 };

struct deque {
    atomic_long top, bottom;
    atomic_long items[SIZE];
};

static void *create(void)
{
    return calloc(1, sizeof(struct deque));
}

static long put(void *object, long value)
{
    struct deque *d = object;
    long bottom = atomic_load(&d->bottom);

    atomic_store(&d->items[bottom % SIZE], value);
    atomic_store(&d->bottom, bottom + 1);
    return 0;
}

static long take(void *object)
{
    struct deque *d = object;
    long bottom = atomic_load(&d->bottom) - 1, top, value;

    atomic_store(&d->bottom, bottom);
    top = atomic_load(&d->top);
    value = -1;
    if (top <= bottom) {
        value = atomic_load(&d->items[bottom % SIZE]);
        if (top < bottom)
            return value;
#ifndef BROKEN
        if (!atomic_compare_exchange_strong(&d->top, &top, top + 1))
            value = -1;
#else
        atomic_store(&d->top, top + 1);
#endif
    }
    atomic_store(&d->bottom, bottom + 1);
    return value;
}

static long steal(void *object)
{
    struct deque *d = object;

    for (;;) {
        long top = atomic_load(&d->top), value;

        if (top >= atomic_load(&d->bottom))
            return -1;
        value = atomic_load(&d->items[top % SIZE]);
        if (atomic_compare_exchange_strong(&d->top, &top, top + 1))
            return value;
    }
}

int main(void)
{
    return mz_linearizable(
        &(struct mz_object){
            .create = create,
            .destroy = free,
            .operations = {MZ_OP_BY(1, put, MZ_DATA), MZ_OP_BY(1, take),
                           MZ_OP_BY(2, steal)},
        },
        &(struct mz_scenario){.length = 3});
}
