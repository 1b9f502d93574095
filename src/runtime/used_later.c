/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/used_later.h"

#include "base/arena.h"
#include "runtime/parts.h"
#include "runtime/visible.h"

enum { MOST = 16 };

static struct {
    unsigned expected, count;
    struct {
        mz_tid thread;
        uint32_t object;
    } at[MOST]; /* those that are known, then those that are expected */
} *uses;

void mz_used_later_take(struct mz_arena *arena)
{
    uses = mz_arena_take(arena, sizeof *uses);
}

static bool has(unsigned count, uint32_t object)
{
    for (unsigned i = 0; i < count; i++)
        if (uses->at[i].object == object)
            return true;
    return false;
}

static void expect(mz_tid t, uint32_t object)
{
    unsigned end = uses->count + uses->expected;

    if (end == MOST || has(end, object))
        return;
    uses->at[end].thread = t;
    uses->at[end].object = object;
    uses->expected++;
}

static bool is_used_by_others(mz_tid t, uint32_t object)
{
    const struct mz_event *events = mz_turns.execution->events;

    for (uint32_t i = 0; i < mz_turns.position; i++)
        if (events[i].object == object && events[i].thread != t)
            return true;
    return false;
}

bool mz_used_later_or_before(mz_tid t, uint32_t object)
{
    if (is_used_by_others(t, object) || has(uses->count, object))
        return true;
    expect(t, object);
    return false;
}

void mz_used_later_end(void)
{
    unsigned end = uses->count + uses->expected;

    if (MZ_LIKELY(!uses->expected))
        return;
    for (unsigned i = uses->count; i < end; i++)
        if (is_used_by_others(uses->at[i].thread, uses->at[i].object))
            uses->at[uses->count++] = uses->at[i];
    uses->expected = 0;
}
