/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* what stepping.h needs */
#include "runtime/aside.h"

#include "runtime/account.h"
#include "runtime/debugger.h"
#include "runtime/parts.h"
#include "runtime/stepping.h"
#include "runtime/turn.h"

enum {
    MOST_EVENTS = 10000, /* of the others */
    TURN = 64,           /* of them in a row, of one thread */
};

/* Of the execution at hand. */
static struct {
    mz_tid wanted; /* to be set aside at its next access */
    mz_tid thread; /* that is */
    uint32_t position, thread_count; /* when that was so */
    mz_tset born;
    unsigned uses; /* of what is expected, by who is expected, */
    uint32_t at;   /* at this position */
} aside = {.wanted = MZ_NO_THREAD, .thread = MZ_NO_THREAD};

/* Who is set aside in the run at hand, if it is as the one before: when it has
 * made so many of its steps, and reads that, or writes it. */
static struct {
    mz_tid thread;
    uint32_t steps;
    uint64_t address, size;
    bool writes;
} expected = {.thread = MZ_NO_THREAD};

/* The execution, with what the others did. */
static struct {
    uint32_t length, thread_count;
    mz_tset born;
} whole;

static void look_or_not(void)
{
    mz_set_setting_aside(aside.wanted != MZ_NO_THREAD ||
                         expected.thread != MZ_NO_THREAD);
}

void mz_aside_reset(void)
{
    aside.wanted = aside.thread = MZ_NO_THREAD;
    aside.uses = 0;
    look_or_not();
}

/* Where all this is simple: a search that stops at the first error, in one
 * process, of which each execution can be begun anew. */
static bool may_be(void)
{
    const struct mz_settings *settings = &mz_rt.region->settings;

    return mz_rt.detecting && settings->plain == MZ_PLAIN_CHECK &&
           settings->isolation == MZ_ISOLATION_PROCESS &&
           !settings->keep_going && !settings->property && !mz_rt.tracing &&
           !mz_rt.weak && !mz_rt.signalling && !mz_rt.cancelling &&
           !mz_rt.stopping && mz_turns.atomic == MZ_NO_THREAD &&
           !mz_turn_is_alone() && !mz_debugger_is_used();
}

bool mz_aside_begin(void)
{
    struct mz_region *region = mz_rt.region;
    uint64_t address;
    uint32_t size;

    if (region->has_set_aside || !may_be() ||
        mz_stepping_watched(MZ_STEPPING_ROUNDS, &address, &size) ==
            MZ_READS_NOTHING)
        return false;
    region->has_set_aside = true;
    aside.wanted = mz_rt.self;
    look_or_not();
    mz_turn_beat();
    return true;
}

/* ---- who is set aside ---------------------------------------------------- */

static uint32_t steps_of(mz_tid t)
{
    const struct mz_event *events = mz_turns.execution->events;
    uint32_t count = 0;

    for (uint32_t i = 0; i < mz_turns.position; i++)
        count += events[i].thread == t && !mz_op_is_unplanned(events[i].kind);
    return count;
}

static bool is_expected(uint64_t address, uint64_t size, bool writes)
{
    if (mz_rt.self != expected.thread || writes != expected.writes ||
        address - expected.address + size >= expected.size + size ||
        steps_of(mz_rt.self) != expected.steps)
        return false;
    if (aside.at != mz_turns.position)
        aside.uses = 0;
    aside.at = mz_turns.position;
    return ++aside.uses == 2;
}

static MZ_NOINLINE void set_aside(void)
{
    mz_tid self = mz_rt.self;

    aside.wanted = MZ_NO_THREAD;
    aside.thread = self;
    aside.position = mz_turns.position;
    aside.thread_count = mz_turns.execution->thread_count;
    aside.born = mz_turns.execution->born;
    look_or_not();
    mz_frame_stand();
    if (mz_turns.starter[self] != MZ_NO_THREAD)
        mz_turn_hand_back(self);
    else
        mz_turn_switch(mz_turn_choose());
    MZ_ASSERT(aside.thread != self); /* nobody has it go on */
}

void mz_aside_look(uint64_t address, uint64_t size, bool writes)
{
    if (aside.thread == MZ_NO_THREAD && mz_turns.atomic == MZ_NO_THREAD &&
        (aside.wanted == mz_rt.self || is_expected(address, size, writes)))
        set_aside();
}

bool mz_aside_has_some(void)
{
    return aside.thread != MZ_NO_THREAD && !mz_rt.tracing;
}

mz_tid mz_aside_choose(void)
{
    uint32_t count = mz_turns.position - aside.position;
    mz_tset enabled, later;

    if (count >= MOST_EVENTS)
        return MZ_NO_THREAD;
    if (count % TURN)
        return mz_stand_first_enabled(mz_turns.last);
    enabled = mz_stand_enabled();
    if (!mz_tset_some(enabled))
        return MZ_NO_THREAD;
    later = mz_tset_behind(enabled, mz_turns.last);
    return mz_tset_first(mz_tset_some(later) ? later : enabled);
}

/* ---- what came of it ----------------------------------------------------- */

static void expect(const struct mz_finding *finding, uint32_t steps)
{
    expected.thread = finding->other_thread;
    expected.steps = steps;
    expected.address = finding->other_address;
    expected.size = finding->other_size;
    expected.writes = finding->other_is_write;
}

static bool is_its_race(enum mz_outcome outcome)
{
    const struct mz_finding *finding = mz_account_finding();

    return outcome == MZ_ERROR && finding->kind == MZ_FINDING_DATA_RACE &&
           finding->other_thread == aside.thread &&
           finding->other_side == MZ_SIDE_ACCESS;
}

/* What others did is not the search's: nobody has chosen it. */
static void drop(struct mz_execution *x)
{
    whole.length = x->length;
    whole.thread_count = x->thread_count;
    whole.born = x->born;
    mz_execution_cut(x, aside.position);
    x->thread_count = aside.thread_count;
    x->born = aside.born;
    x->waiting = MZ_TSET_EMPTY;
}

enum mz_outcome mz_aside_judge(enum mz_outcome outcome)
{
    struct mz_execution *x = mz_turns.execution;
    bool is_shown = is_its_race(outcome);

    if (aside.thread == MZ_NO_THREAD)
        return outcome;
    if (is_shown)
        mz_account_finding()->is_aside = true;
    if (mz_rt.tracing || mz_rt.region->status != MZ_STATUS_RUNNING)
        return outcome;
    if (is_shown)
        expect(mz_account_finding(), steps_of(aside.thread));
    drop(x);
    if (is_shown)
        return outcome;
    mz_turns.again = true;
    return MZ_ABANDONED;
}

void mz_aside_show(struct mz_execution *x)
{
    x->length = whole.length;
    x->thread_count = whole.thread_count;
    x->born = whole.born;
}

void mz_aside_expect(const struct mz_finding *finding)
{
    const struct mz_account *account = &mz_rt.region->account;
    uint32_t steps = 0;

    expected.thread = MZ_NO_THREAD;
    if (!finding || !finding->is_aside)
        return;
    for (uint64_t i = 0; i < account->plan_length; i++)
        steps += account->plan[i].thread == finding->other_thread;
    expect(finding, steps);
}
