/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/census.h"

/* ---- the name of a trace ------------------------------------------------- */

/* What sort of operation it is; on what, and what it reads, follows from what
 * happens before it. */
static uint64_t identity_of(const struct mz_event *e)
{
    return mz_op_is_local(e->kind) && e->kind == MZ_CHOOSE
               ? mz_hash_word(e->kind, e->value)
               : e->kind;
}

/* Threads by what they are: the how many-th child of which one. */
static void name_threads(const struct mz_execution *x,
                         uint64_t names[MZ_MAX_THREADS])
{
    uint32_t children[MZ_MAX_THREADS] = {0};

    MZ_EACH(rest, x->born) {
        mz_tid t = mz_tset_first(rest), parent = x->births[t].parent;

        names[t] = parent == MZ_NO_THREAD
                       ? 0
                       : mz_hash_word(names[parent], ++children[parent]);
    }
}

/* An event is known by its thread and how many of that thread come before, so
 * its past is known by how many of each thread are in it. */
static uint64_t past_of(const struct mz_happens_before *hb,
                        const struct mz_execution *x, uint32_t event,
                        const uint64_t *names, const uint32_t *index)
{
    const uint32_t *clock = mz_happens_before_clock(hb, event);
    uint64_t hash = names[x->events[event].thread];

    MZ_EACH(rest, x->born) {
        mz_tid t = mz_tset_first(rest);

        if (clock[t])
            hash += mz_hash_word(names[t], index[clock[t] - 1]);
    }
    return hash;
}

uint64_t mz_census_name(const struct mz_happens_before *hb,
                        const struct mz_execution *x, enum mz_outcome outcome,
                        uint32_t *index)
{
    uint32_t lengths[MZ_MAX_THREADS] = {0};
    uint64_t names[MZ_MAX_THREADS], name = outcome;

    name_threads(x, names);
    for (uint32_t i = 0; i < x->length; i++)
        index[i] = lengths[x->events[i].thread]++;
    for (uint32_t i = 0; i < x->length; i++)
        name += mz_hash_word(identity_of(&x->events[i]),
                             past_of(hb, x, i, names, index));
    name = mz_hash_word(0x63656e737573, name);
    return name ? name : 1;
}

/* ---- the sample ---------------------------------------------------------- */

static bool is_kept(uint32_t level, uint64_t name)
{
    return !(name & (((uint64_t)1 << level) - 1));
}

static struct mz_census_slot *slot_of(struct mz_census *census, uint64_t name)
{
    uint64_t at = mz_hash_word(0, name);
    struct mz_census_slot *slot;

    do
        slot = &census->slots[at++ % MZ_CENSUS_SLOTS];
    while (slot->name && slot->name != name);
    return slot;
}

/* Leaves out half of the names. Those that stay move to where they would be
 * looked for: a run of slots in use is taken out, and put in again. */
static void raise_level(struct mz_census *census)
{
    uint32_t begin = 0;

    census->level++;
    while (census->slots[begin].name)
        begin++; /* half of them are free */
    for (uint32_t i = 1; i <= MZ_CENSUS_SLOTS; i++) {
        struct mz_census_slot *slot =
            &census->slots[(begin + i) % MZ_CENSUS_SLOTS];
        struct mz_census_slot taken = *slot;

        if (!taken.name)
            continue;
        *slot = (struct mz_census_slot){0};
        if (is_kept(census->level, taken.name))
            *slot_of(census, taken.name) = taken;
        else
            census->count--;
    }
}

static void note(struct mz_census *census, uint64_t name, uint64_t times)
{
    struct mz_census_slot *slot;

    if (!is_kept(census->level, name))
        return;
    slot = slot_of(census, name);
    if (!slot->name) {
        slot->name = name;
        census->count++;
    }
    slot->times += times;
    while (census->count > MZ_CENSUS_MOST)
        raise_level(census);
}

void mz_census_add(struct mz_census *census, uint64_t name, uint64_t times)
{
    census->executions += times;
    note(census, name, times);
}

void mz_census_merge(struct mz_census *census, const struct mz_census *other)
{
    census->executions += other->executions;
    while (census->level < other->level && census->level < 63)
        raise_level(census);
    for (uint32_t i = 0; i < MZ_CENSUS_SLOTS; i++)
        if (other->slots[i].name)
            note(census, other->slots[i].name, other->slots[i].times);
}

uint64_t mz_census_distinct(const struct mz_census *census)
{
    return (uint64_t)census->count << (census->level & 63);
}

uint64_t mz_census_single(const struct mz_census *census)
{
    uint64_t single = 0;

    for (uint32_t i = 0; i < MZ_CENSUS_SLOTS; i++)
        single += census->slots[i].times == 1;
    return single << (census->level & 63);
}
