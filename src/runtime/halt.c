/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/halt.h"

#include "runtime/debugger.h"
#include "runtime/libc.h"
#include "runtime/parts.h"
#include "runtime/turn.h"

/* In the region, since a run may be a forked one. */
struct halt {
    uint64_t step; /* before it; 0: nowhere */
    enum { SEEKS, FOUND, STOPS, FOLLOWS } state; /* FOLLOWS: the debugger */
    uint32_t turn;  /* in which it is taken: of the event at this position;
                       MZ_NONE: in the midst of one */
    uint64_t steps; /* told in this run so far */
    struct {
        uint32_t position;
        uint64_t steps; /* told before it */
    } last;         /* turn that was given */
    mz_tset known;  /* threads whose next step is */
    uint32_t count;
    struct mz_next nexts[MZ_MAX_THREADS]; /* from the step on */
};

bool mz_halt_is_on;
static struct halt *halt;

void mz_halt_take(struct mz_arena *arena)
{
    const struct mz_settings *settings = &mz_rt.region->settings;

    if (settings->stop_before || settings->stop_at_failure)
        halt = mz_arena_take(arena, sizeof *halt);
}

void mz_halt_seek(uint64_t step)
{
    *halt = (struct halt){.step = step, .known = MZ_TSET_EMPTY};
    mz_halt_is_on = true;
}

void mz_halt_follow(void)
{
    *halt = (struct halt){.state = FOLLOWS, .known = MZ_TSET_EMPTY};
    mz_halt_is_on = true;
}

bool mz_halt_found(void)
{
    mz_halt_is_on = halt->state == FOUND;
    halt->state = STOPS;
    return mz_halt_is_on;
}

void mz_halt_begin(void)
{
    if (!mz_halt_is_on)
        return;
    halt->steps = 0;
    halt->last.position = MZ_NONE;
}

/* ---- it stops ------------------------------------------------------------ */

/* Threads that are born later are none of those that are told. */
static void tell_nexts(void)
{
    struct mz_account *account = &mz_rt.region->account;

    account->next_count = 0;
    for (uint32_t i = 0; i < halt->count; i++)
        if (mz_tset_has(mz_turns.live, halt->nexts[i].step.thread))
            account->nexts[account->next_count++] = halt->nexts[i];
}

/* Under a debugger it can go on from there. */
static void stop(void)
{
    uint64_t step = halt->step;

    if (mz_debugger_is_used()) {
        halt->state = FOLLOWS;
        mz_debugger_stop(MZ_DEBUGGER_STEP);
        return;
    }
    mz_halt_is_on = false;
    tell_nexts();
    mz_fail(&(struct mz_failure){
        .fault = MZ_FAULT_STOPPED,
        .numbers = {step},
    });
}

/* Where the debugger wanted to be. Until then nothing was shown, if all that
 * has been shown before. */
static void arrive(void)
{
    mz_libc_show_output(true);
    mz_debugger_stop(MZ_DEBUGGER_STEP);
}

/* ---- turns --------------------------------------------------------------- */

static void take_turn(void)
{
    halt->last.position = mz_turns.position;
    halt->last.steps = halt->steps;
    if (halt->state == STOPS && mz_turns.position == halt->turn)
        stop();
    else if (halt->state == FOLLOWS &&
             mz_debugger_stops_before(halt->steps + 1))
        arrive();
}

mz_tid mz_halt_turn(mz_tid next)
{
    if (!mz_tset_has(mz_turns.live, next))
        return next;
    if (next != mz_rt.self && MZ_UNLIKELY(mz_crossings_count))
        mz_turn_cross(next);
    else if (next != mz_rt.self)
        mz_turn_switch(next);
    mz_halt_wake();
    return mz_rt.self;
}

void mz_halt_wake(void)
{
    if (mz_halt_is_on) /* it may have stopped meanwhile */
        take_turn();
}

/* ---- steps --------------------------------------------------------------- */

static void find(void)
{
    bool is_first = halt->last.position != MZ_NONE &&
                    halt->last.steps == halt->steps;

    halt->state = FOUND;
    halt->turn = is_first ? halt->last.position : MZ_NONE;
}

static void note_next(const struct mz_step *step, uint64_t number)
{
    if (mz_tset_has(halt->known, step->thread))
        return;
    mz_tset_add(&halt->known, step->thread);
    halt->nexts[halt->count++] = (struct mz_next){number, *step};
}

void mz_halt_tell(const struct mz_step *step, uint64_t number)
{
    if (number == halt->step && halt->state == SEEKS)
        find();
    if (number >= halt->step && halt->state == FOUND)
        note_next(step, number);
    if (number == halt->step && halt->state == STOPS)
        stop();
    else if (halt->state == FOLLOWS && mz_debugger_stops_before(number))
        arrive();
    halt->steps = number;
}
