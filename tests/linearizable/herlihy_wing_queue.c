/* SPDX-License-Identifier: Apache-2.0 */
/* The queue of Herlihy and Wing, in which the place of a call in the order may
 * depend on calls that come later; who takes goes round until there is something.
 * Broken: a place is read and then emptied, not exchanged. */
#include <mazurka.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { SIZE = 8 };

struct queue {
    atomic_int end;
    atomic_long items[SIZE];
};

static void *create(void)
{
    return calloc(1, sizeof(struct queue));
}

static long put(void *object, long value)
{
    struct queue *q = object;
    int place = atomic_fetch_add(&q->end, 1);

    atomic_store(&q->items[place], value);
    return 0;
}

static long take(void *object)
{
    struct queue *q = object;

    for (;;) {
        int end = atomic_load(&q->end);

        for (int i = 0; i < end; i++) {
#ifdef BROKEN
            long value = atomic_load(&q->items[i]);

            if (value)
                atomic_store(&q->items[i], 0);
#else
            long value = atomic_exchange(&q->items[i], 0);
#endif
            if (value)
                return value;
        }
    }
}

/* ---- the model ----------------------------------------------------------- */

struct list {
    int first, end;
    long values[SIZE];
};

static void *create_list(void)
{
    return calloc(1, sizeof(struct list));
}

static long append(void *object, long value)
{
    struct list *l = object;

    l->values[l->end++] = value;
    return 0;
}

static long take_first(void *object)
{
    struct list *l = object;

    return l->first < l->end ? l->values[l->first++] : MZ_WAITS;
}

int main(void)
{
    return mz_linearizable(
        &(struct mz_object){
            .create = create,
            .destroy = free,
            .operations = {MZ_OP(put, MZ_DATA), MZ_OP(take)},
            .model = {create_list,
                      free,
                      {MZ_OP(append, MZ_DATA), MZ_OP(take_first)}},
        },
        &(struct mz_scenario){.threads = 3, .length = 2});
}
