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

static unsigned find(uint32_t object, unsigned from, unsigned to)
{
    while (from < to && uses->at[from].object != object)
        from++;
    return from;
}

bool mz_used_later_is(uint32_t object)
{
    return find(object, 0, uses->count) < uses->count;
}

void mz_used_later_expect(mz_tid t, uint32_t object)
{
    unsigned end = uses->count + uses->expected;

    if (end == MOST || find(object, 0, end) < end)
        return;
    uses->at[end].thread = t;
    uses->at[end].object = object;
    uses->expected++;
}

static bool was_used(unsigned expected)
{
    const struct mz_execution *x = mz_turns.execution;

    for (uint32_t i = mz_turns.position; i--;)
        if (x->events[i].object == uses->at[expected].object &&
            x->events[i].thread != uses->at[expected].thread)
            return true;
    return false;
}

void mz_used_later_end(void)
{
    unsigned end = uses->count + uses->expected;

    if (MZ_LIKELY(!uses->expected))
        return;
    for (unsigned i = uses->count; i < end; i++)
        if (was_used(i))
            uses->at[uses->count++] = uses->at[i];
    uses->expected = 0;
}
