/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/used_later.h"

#include "base/arena.h"
#include "runtime/fault.h"
#include "runtime/parts.h"
#include "runtime/visible.h"

enum { MOST = 16 };

static struct {
    unsigned expected, count;
    struct {
        mz_tid thread;
        uint32_t object;
    } at[MOST]; /* those that are known, then those that are expected */
    unsigned changes_expected, changes;
    struct change {
        uint64_t granule, content;
        uint8_t mask;
    } changed[MOST]; /* the same of bytes */
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

/* What is in these bytes now; 0 if they are gone. */
static uint64_t content(uint64_t granule, uint8_t mask)
{
    uint64_t now;

    return mz_fault_read(granule << 3, &now) ? now & mz_mask_bits(mask) : 0;
}

static unsigned find_change(unsigned count, uint64_t granule, uint8_t mask)
{
    unsigned i = 0;

    while (i < count && (uses->changed[i].granule != granule ||
                         uses->changed[i].mask != mask))
        i++;
    return i;
}

bool mz_used_later_changes(uint64_t granule, uint8_t mask)
{
    unsigned end = uses->changes + uses->changes_expected;
    unsigned i = find_change(end, granule, mask);

    if (i == end && end < MOST) {
        uses->changed[i] =
            (struct change){granule, content(granule, mask), mask};
        uses->changes_expected++;
    }
    return i < uses->changes;
}

static void look_for_changes(void)
{
    unsigned end = uses->changes + uses->changes_expected;

    for (unsigned i = uses->changes; i < end; i++) {
        const struct change *c = &uses->changed[i];

        if (content(c->granule, c->mask) != c->content)
            uses->changed[uses->changes++] = *c;
    }
    uses->changes_expected = 0;
}

void mz_used_later_end(void)
{
    unsigned end = uses->count + uses->expected;

    if (MZ_UNLIKELY(uses->changes_expected))
        look_for_changes();
    if (MZ_LIKELY(!uses->expected))
        return;
    for (unsigned i = uses->count; i < end; i++)
        if (is_used_by_others(uses->at[i].thread, uses->at[i].object))
            uses->at[uses->count++] = uses->at[i];
    uses->expected = 0;
}
