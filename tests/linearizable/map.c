/* SPDX-License-Identifier: Apache-2.0 */
/* A map of open addressing: a key is entered by a compare-exchange, then its
 * value. What has no value yet is not there. Broken: to put says whether the key
 * was there before it was entered, not the value. */
#include <mazurka.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { PLACES = 4 };

struct map {
    struct {
        atomic_long key, value; /* 0: none */
    } places[PLACES];
};

static void *create(void)
{
    return calloc(1, sizeof(struct map));
}

/* Where the key is entered; *is_new: just now. */
static int enter(struct map *m, long key, int *is_new)
{
    for (int i = 0; i < PLACES; i++) {
        long there = 0;

        *is_new =
            atomic_compare_exchange_strong(&m->places[i].key, &there, key);
        if (*is_new || there == key)
            return i;
    }
    abort();
}

/* What was there before; 0: nothing. */
static long put(void *object, long key, long value)
{
    struct map *m = object;
    int is_new, place = enter(m, key, &is_new);

#ifdef BROKEN
    if (is_new) {
        atomic_store(&m->places[place].value, value);
        return 0;
    }
#endif
    return atomic_exchange(&m->places[place].value, value);
}

static long get(void *object, long key)
{
    struct map *m = object;

    for (int i = 0; i < PLACES; i++) {
        long there = atomic_load(&m->places[i].key);

        if (there == key)
            return atomic_load(&m->places[i].value);
        if (!there)
            return 0;
    }
    return 0;
}

int main(void)
{
    return mz_linearizable(
        &(struct mz_object){
            .create = create,
            .destroy = free,
            .operations = {MZ_OP(put, MZ_RANGE(1, 2), MZ_DATA),
                           MZ_OP(get, MZ_RANGE(1, 2))},
        },
        &(struct mz_scenario){.length = 2});
}
