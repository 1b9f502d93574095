/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/object.h"

#include "runtime/parts.h"
#include "runtime/porter.h"
#include "runtime/turn.h"

/*
 * Objects are numbered as they are first met, whatever the execution. Only new
 * events look their object up: a table with open addressing, in the region, so
 * that forked executions share it.
 *
 * All workers number alike: a number is that of a place in a list that they
 * share, where who meets an object first puts it. The table of each has those
 * of the first x->object_count places.
 */
struct object_table {
    uint32_t mask;
    struct {
        uint64_t key; /* address >> 3; 0: free (never an object) */
        uint32_t id;
    } slots[];
};

static struct object_table *objects;
uint64_t *mz_object_keys;

uint32_t mz_object_room(void)
{
    return mz_execution_objects(mz_rt.region->settings.max_events);
}

/* The list of objects. */
void mz_object_share(struct mz_arena *arena)
{
    mz_object_keys = mz_arena_take(arena, mz_object_room() * sizeof(uint64_t));
}

/* The table of the objects met. */
void mz_object_take(struct mz_arena *arena)
{
    uint32_t slots = 1;

    while (slots < 2 * mz_object_room())
        slots *= 2;
    objects = mz_arena_take(arena,
                            sizeof *objects + slots * sizeof objects->slots[0]);
    objects->mask = slots - 1;
}

/* Where the object is in the table, or would be. */
static uint32_t slot_of(uint64_t object)
{
    uint32_t i = (object ^ object >> 17) & objects->mask;

    while (objects->slots[i].key && objects->slots[i].key != object)
        i = (i + 1) & objects->mask;
    return i;
}

/* Reads on in the list until the object comes, or is put at its end. */
static MZ_COLD void meet_object(uint64_t object)
{
    struct mz_execution *x = mz_turns.execution;
    uint64_t next = 0;

    while (next != object) {
        uint32_t id = x->object_count, i;

        if (id == x->object_capacity)
            mz_give_up("more than %u shared objects", x->object_capacity);
        next = 0;
        if (MZ_UNLIKELY(mz_porter_asks()) &&
            !__atomic_load_n(&mz_object_keys[id], __ATOMIC_SEQ_CST))
            mz_porter_ask_object(object, &mz_object_keys[id]);
        if (__atomic_compare_exchange_n(&mz_object_keys[id], &next, object,
                                        false, __ATOMIC_SEQ_CST,
                                        __ATOMIC_SEQ_CST))
            next = object;
        i = slot_of(next);
        objects->slots[i].key = next;
        objects->slots[i].id = id;
        x->object_count++;
    }
}

uint32_t mz_object_number(uint64_t object)
{
    uint32_t i = slot_of(object);

    if (MZ_UNLIKELY(!objects->slots[i].key)) {
        meet_object(object);
        i = slot_of(object);
    }
    return objects->slots[i].id;
}
