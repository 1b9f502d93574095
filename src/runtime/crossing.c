/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/crossing.h"

#include "runtime/foreign.h"
#include "runtime/parts.h"
#include "runtime/thread.h"
#include "runtime/turn.h"

bool mz_crossings_count;

/* The side whose code can be executed; at first both can. */
static enum mz_code_side open_side;

/* On which side each thread was last; while another one runs, its own code is
 * executed next. */
static uint8_t sides[MZ_MAX_THREADS];

/* What all crossings synchronise by; and by what with atomics of the program
 * that release. (If these synchronised with those that acquire, too, no race
 * would be told even where there is no crossing.) */
static const uint64_t clock_of_all, clock_of_atomics;

static enum mz_code_side other_than(enum mz_code_side side)
{
    return side == MZ_CODE_OF_PROGRAM ? MZ_CODE_OF_LIBRARY : MZ_CODE_OF_PROGRAM;
}

static void open_code(enum mz_code_side side)
{
    if (open_side == side)
        return;
    mz_foreign_let_execute(other_than(side), false);
    if (open_side != MZ_CODE_OF_NEITHER)
        mz_foreign_let_execute(side, true);
    open_side = side;
}

/* What was found is told by the search that begins now. */
static void note_races(void)
{
    const struct mz_crossings *c = &mz_rt.region->settings.crossings;

    for (unsigned i = 0; i < MZ_COUNT(c->accesses); i++)
        if (c->accesses[i].pc)
            mz_unseen_note(&mz_rt.region->unseen, &c->accesses[i]);
}

void mz_crossing_init(void)
{
    mz_crossings_count = mz_rt.region->settings.crossings.count &&
                         mz_foreign_has_sides();
    if (mz_crossings_count && mz_rt.region->settings.mode == MZ_MODE_CHECK)
        note_races();
}

void mz_crossing_reset(void)
{
    if (MZ_LIKELY(!mz_crossings_count))
        return;
    mz_fill(sides, MZ_CODE_OF_PROGRAM, sizeof sides);
    open_code(MZ_CODE_OF_PROGRAM);
}

void mz_crossing_born_again(mz_tid t)
{
    sides[t] = MZ_CODE_OF_PROGRAM;
}

void mz_crossing_switch(mz_tid to)
{
    open_code(sides[to]);
}

void mz_crossing_end(void)
{
    if (!mz_crossings_count)
        return;
    mz_crossings_count = false;
    mz_foreign_let_execute(other_than(open_side), true);
}

/* ---- crossings ----------------------------------------------------------- */

static void synchronise(const uint64_t *clock, enum mz_sync sync)
{
    if (mz_rt.active && mz_rt.detecting)
        mz_race_detector_synchronise(mz_rt.self, (uint64_t)clock, sync);
}

static void come_after_others(void)
{
    synchronise(&clock_of_all, MZ_SYNC_ACQUIRE);
    synchronise(&clock_of_atomics, MZ_SYNC_ACQUIRE);
}

void mz_crossing_reads(enum mz_order order)
{
    if (mz_order_acquires(order))
        synchronise(&clock_of_all, MZ_SYNC_ACQUIRE);
}

void mz_crossing_writes(enum mz_order order)
{
    if (mz_order_releases(order))
        synchronise(&clock_of_atomics, MZ_SYNC_RELEASE_JOIN);
}

void mz_crossing_waits(mz_tid self)
{
    if (sides[self] == MZ_CODE_OF_LIBRARY)
        synchronise(&clock_of_all, MZ_SYNC_RELEASE_JOIN);
}

void mz_crossing_goes_on(mz_tid self)
{
    if (sides[self] == MZ_CODE_OF_LIBRARY)
        come_after_others();
}

bool mz_crossing_fault(uint64_t pc, uint64_t address)
{
    enum mz_code_side side;

    if (!mz_crossings_count || address != pc)
        return false;
    side = mz_foreign_side(pc);
    if (side == MZ_CODE_OF_NEITHER || side == open_side)
        return false;
    open_code(side);
    sides[mz_rt.self] = side;
    come_after_others();
    synchronise(&clock_of_all, MZ_SYNC_RELEASE_JOIN);
    return true;
}

/* ---- races --------------------------------------------------------------- */

static struct mz_unseen access_of(const struct mz_race_side *side)
{
    struct mz_unseen item = {
        .kind = MZ_UNSEEN_ORDER,
        .reason = MZ_UNSEEN_ORDERED_BY_CALLS,
        .thread = side->thread,
        .births = mz_thread_by_birth(side->thread),
        .size = side->size,
        .is_write = side->write,
        .address = side->address,
        .pc = side->pc ? side->pc - 1 : 0,
    };

    mz_foreign_name(item.detail, sizeof item.detail);
    return item;
}

void mz_crossing_meets_race(const struct mz_race *race)
{
    struct mz_settings *settings = &mz_rt.region->settings;

    if (mz_crossings_count || settings->mode != MZ_MODE_CHECK ||
        mz_rt.tracing || !mz_foreign_has_sides())
        return;
    settings->crossings.count = 1;
    settings->crossings.accesses[0] = access_of(&race->later);
    settings->crossings.accesses[1] = access_of(&race->earlier);
    mz_rt.region->status = MZ_STATUS_CROSSINGS;
    mz_execution_end(MZ_ABANDONED);
}
