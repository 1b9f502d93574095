/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/rush.h"

#include "runtime/parts.h"
#include "runtime/visible.h"

enum { MOST = 100000 }; /* operations: whose loop is longer may have no end */

static struct {
    mz_tid thread; /* MZ_NO_THREAD: nobody */
    uint32_t position, effects;
    uint32_t left; /* of MOST */
    unsigned count;
    uint64_t found; /* by each of them */
    struct mz_local_state operations[MZ_MAX_RUSH];
    bool is_under_way; /* one of these */
} rush;

struct mz_local_state mz_rush_operation(const struct mz_visible *v)
{
    const uint64_t words[] = {
        v->pc,
        v->object,
        v->kind | v->mask << 8 | v->action << 16 | v->condition << 24,
        v->number,
        v->operands[0],
        v->operands[1],
    };
    struct mz_local_state state = {0};

    mz_local_state_add_words(&state, words, words + MZ_COUNT(words));
    return state;
}

void mz_rush_begin(const struct mz_local_state *operations, unsigned count,
                   uint64_t found)
{
    rush.thread = mz_rt.self;
    rush.position = mz_turns.position;
    rush.effects = mz_rt.effects[mz_rt.self];
    rush.left = MOST;
    rush.count = count;
    rush.found = found;
    for (unsigned i = 0; i < count; i++)
        rush.operations[i] = operations[i];
}

static bool is_one(const struct mz_visible *v)
{
    struct mz_local_state operation = mz_rush_operation(v);

    for (unsigned i = 0; i < rush.count; i++)
        if (mz_local_state_is(&rush.operations[i], &operation))
            return true;
    return false;
}

static bool goes_on(void)
{
    return rush.thread == mz_rt.self && rush.position == mz_turns.position &&
           rush.effects == mz_rt.effects[mz_rt.self];
}

/* In an atomic block an operation takes no turn, and is no event by itself. */
bool mz_rush_takes(const struct mz_visible *v)
{
    if (rush.thread == MZ_NO_THREAD)
        return false;
    if (!goes_on() || !is_one(v)) {
        rush.thread = MZ_NO_THREAD;
        return false;
    }
    if (!rush.left)
        return false;
    rush.left--;
    rush.is_under_way = true;
    mz_turns.atomic = mz_rt.self;
    return true;
}

bool mz_rush_is_endless(void)
{
    return goes_on() && !rush.left;
}

bool mz_rush_finds(uint64_t *found)
{
    *found = rush.found;
    return rush.is_under_way;
}

bool mz_rush_ends_operation(void)
{
    if (!rush.is_under_way)
        return false;
    rush.is_under_way = false;
    mz_turns.atomic = MZ_NO_THREAD;
    mz_turn_beat();
    return true;
}

void mz_rush_reset(void)
{
    rush.thread = MZ_NO_THREAD;
    rush.is_under_way = false;
}
