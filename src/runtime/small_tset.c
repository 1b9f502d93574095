/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/small_tset.h"

#include "runtime/checkpoint.h"
#include "runtime/parts.h"
#include "runtime/runtime.h"
#include "runtime/state.h"

#ifdef MZ_WIDE

enum { MOST = 4096, EMPTY = 0, KEPT = 1 };

/* By address, from the place that its hash says on. */
static struct entry {
    const mz_small_tset *owner;
    mz_tset set;
} table[2 * MOST];
static uint32_t places[MOST]; /* of those that are in it */
static uint32_t count;

/* Where the set is, or would be. */
static struct entry *place_of(const mz_small_tset *owner)
{
    uint64_t i = mz_hash_word(0, (uint64_t)owner) % MZ_COUNT(table);

    while (table[i].owner && table[i].owner != owner)
        i = (i + 1) % MZ_COUNT(table);
    return &table[i];
}

/* Of an object whose memory was something else before the word says nothing:
 * that its set is not there does. */
static mz_tset contents(const mz_small_tset *set)
{
    const struct entry *entry = place_of(set);

    return *set != EMPTY && entry->owner ? entry->set : MZ_TSET_EMPTY;
}

static struct entry *enter(mz_small_tset *set)
{
    struct entry *entry = place_of(set);

    if (!entry->owner) {
        if (count == MOST)
            mz_unsupported(SMALL_SETS);
        places[count++] = (uint32_t)(entry - table);
        entry->owner = set;
    }
    return entry;
}

bool mz_small_tset_has(const mz_small_tset *set, mz_tid t)
{
    return mz_tset_has(contents(set), t);
}

unsigned mz_small_tset_count(const mz_small_tset *set)
{
    return mz_tset_count(contents(set));
}

void mz_small_tset_add(mz_small_tset *set, mz_tid t)
{
    mz_tset now = contents(set);

    mz_tset_add(&now, t);
    enter(set)->set = now;
    *set = KEPT;
}

void mz_small_tset_remove(mz_small_tset *set, mz_tid t)
{
    mz_tset now = contents(set);

    mz_tset_remove(&now, t);
    enter(set)->set = now;
    *set = mz_tset_some(now) ? KEPT : EMPTY;
}

void mz_small_tset_reset(void)
{
    while (count)
        table[places[--count]] = (struct entry){0};
}

void mz_small_tset_checkpoint(void)
{
    mz_checkpoint_need(!count);
}

void mz_small_tset_fingerprint(struct mz_fingerprint *f)
{
    for (uint32_t i = 0; i < count; i++)
        mz_state_add(f, &table[places[i]], sizeof table[0]);
}

#endif
