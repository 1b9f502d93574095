/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/turn.h"

#include "runtime/account.h"
#include "runtime/alarm.h"
#include "runtime/aside.h"
#include "runtime/cancel.h"
#include "runtime/checked_function.h"
#include "runtime/checkpoint.h"
#include "runtime/critical.h"
#include "runtime/debugger.h"
#include "runtime/detecting.h"
#include "runtime/fault.h"
#include "runtime/halt.h"
#include "runtime/history.h"
#include "runtime/parts.h"
#include "runtime/printed.h"
#include "runtime/private.h"
#include "runtime/progress.h"
#include "runtime/sent_signal.h"
#include "runtime/spinning.h"
#include "runtime/storage.h"
#include "runtime/suspect.h"
#include "runtime/used_later.h"
#include "runtime/visible.h"
#include "runtime/waypoint.h"

struct mz_turns mz_turns;

/* ---- whose turn it is ------------------------------------------------- */

/* Who ends the process: one that asked for it; else main, if it has ended and
 * so have all others. */
static mz_tid who_exits(void)
{
    mz_tset at_exit = mz_stands.sets[MZ_STAND_EXIT];
    mz_tset asked = mz_tset_minus(at_exit, mz_turns.ended_once);

    if (mz_tset_some(asked))
        return mz_tset_first(asked);
    return mz_tset_some(at_exit) && mz_tset_equal(at_exit, mz_turns.live)
               ? 0
               : MZ_NO_THREAD;
}

/* Others might see what one that spins has in memory in the midst of a round,
 * so that nothing is said of those who wait. */
static void look_for_midst(void)
{
    bool is_open;

    if (mz_tset_some(mz_stands.sets[MZ_STAND_STUCK]) ||
        !mz_spinning_shows_midst(&is_open))
        return;
    mz_rt.region->progress.tally.unmet += is_open;
    mz_execution_end(MZ_LOOP_BLOCKED);
}

void mz_turn_end_in_vain(void)
{
    if (mz_tset_some(mz_stands.sets[MZ_STAND_LOOP]))
        look_for_midst();
    if (mz_tset_some(mz_stands.sets[MZ_STAND_LOOP]) &&
        mz_spinning_could_go_on())
        mz_execution_end(MZ_LOOP_BLOCKED);
    if (MZ_UNLIKELY(mz_rt.cancelling) && mz_cancel_comes_too_late())
        mz_execution_end(MZ_LOOP_BLOCKED);
    if (MZ_UNLIKELY(mz_rt.signalling) && mz_sent_signal_is_due())
        mz_execution_end(MZ_LOOP_BLOCKED);
    if (!mz_tset_some(mz_stands.sets[MZ_STAND_STUCK]))
        return;
    if (mz_rt.stopping)
        mz_progress_look();
    else
        mz_history_look();
    mz_function_ask();
    mz_execution_end(MZ_ASSUME_BLOCKED);
}

static _Noreturn void end_in_deadlock(void)
{
    if (mz_debugger_is_used())
        mz_debugger_stop(MZ_DEBUGGER_FAILURE);
    if (mz_history_allows_deadlock())
        mz_account_finding()->is_allowed = true;
    mz_account_deadlock();
    mz_execution_end(MZ_DEADLOCK);
}

static _Noreturn void end_without_enabled(void)
{
    if (!mz_tset_some(mz_turns.live))
        mz_execution_end(MZ_COMPLETE);
    mz_turn_end_in_vain();
    mz_alarm_ends_waiting();
    if (mz_tset_some(mz_stands.sets[MZ_STAND_LOOP]) && mz_spinning_may_meet()) {
        mz_rt.region->progress.tally.unmet++;
        mz_execution_end(MZ_LOOP_BLOCKED);
    }
    end_in_deadlock();
}

/* What the chooser may ask: see mz_enabled. */
static bool look(const struct mz_enabled *enabled, mz_tid t,
                 struct mz_event *pending)
{
    struct mz_execution *x = mz_turns.execution;
    uint32_t accesses = x->access_count;

    (void)enabled;
    mz_stand_describe(t, pending);
    if (pending->object == MZ_NONE)
        return false; /* an atomic block */
    if (mz_turns.universal) {
        mz_atomic_block_add_universe(pending);
        x->access_count = accesses;
    }
    return true;
}

/* Of those whose local operation is enabled. One that begins does so before its
 * creator's next event (mz_event_is_after_thread). */
static mz_tid choose_ready(mz_tset ready)
{
    MZ_EACH(rest, ready)
        if (mz_stands.of[mz_tset_first(rest)].kind == MZ_BEGIN)
            return mz_tset_first(rest);
    return mz_tset_first(ready);
}

/* Until others do something: not at false assumptions, nor in loops. */
MZ_INLINED mz_tset who_waits(mz_tset enabled)
{
    const mz_tset *stands = mz_stands.sets;
    mz_tset others = mz_tset_or(stands[MZ_STAND_STUCK], stands[MZ_STAND_LOOP]);

    return mz_tset_minus(mz_turns.live, mz_tset_or(enabled, others));
}

/* Is the thread of the last event that is not local kept from going on? */
static void note_preemption(const struct mz_enabled *enabled, mz_tid t)
{
    const struct mz_event *events = mz_turns.execution->events;
    uint32_t i = mz_turns.position;
    mz_tid last;

    while (i > 0 && mz_op_is_local(events[i - 1].kind))
        i--;
    last = i ? events[i - 1].thread : 0;
    if (t == last || !mz_tset_has(enabled->threads, last) ||
        (enabled->yielding && enabled->running == last))
        return;
    mz_turns.preempted = last;
    mz_turns.preempted_at = mz_turns.position + 1;
}

static void note_choice(const struct mz_enabled *enabled, mz_tid t)
{
    note_preemption(enabled, t);
    if (mz_printed_is_on)
        mz_printed_take_in(mz_rt.self);
}

static bool ends_in_vain(void)
{
    struct mz_chooser *chooser = mz_turns.chooser;

    return chooser->ends_in_vain &&
           chooser->ends_in_vain(chooser, mz_turns.execution);
}

void mz_turn_settle(mz_tid chosen, uint32_t chosen_at)
{
    mz_turns.settled = chosen;
    mz_turns.settled_at = chosen_at;
}

static mz_tid take_settled(const struct mz_enabled *enabled)
{
    mz_tid t = mz_turns.settled;

    mz_turns.settled_at = 0;
    if (t != MZ_NO_THREAD && !mz_tset_has(enabled->threads, t))
        mz_visible_differs(MZ_OP_COUNT, 0, 0);
    return t;
}

/* Has the last thread had its turn? Executions may be cut that go on for ever,
 * and the others are to have been seen by then. */
static bool is_turn_over(void)
{
    uint32_t length = mz_turns.chooser->turn_length;
    const struct mz_event *events = mz_turns.execution->events;
    uint32_t i = mz_turns.position;

    if (MZ_LIKELY(!length) || !i || i % length)
        return false;
    while (--i && events[i].thread == events[i - 1].thread)
        if (mz_turns.position - i >= length)
            return true;
    return mz_turns.position - i >= length;
}

static bool yields(void)
{
    return mz_turns.yielded == mz_turns.position + 1 || is_turn_over();
}

/* Whom mz_path_default would choose, if nothing else is to be known of those
 * who can go on; else MZ_NO_THREAD. */
MZ_INLINED mz_tid choose_by_default(void)
{
    struct mz_chooser *chooser = mz_turns.chooser;

    if (!(chooser->goes_by_default || chooser->goes_on) ||
        MZ_UNLIKELY(mz_rt.tracing) ||
        MZ_UNLIKELY(mz_turns.settled_at == mz_turns.position + 1) || yields())
        return MZ_NO_THREAD;
    if (chooser->goes_by_default)
        return mz_stand_first_enabled(mz_turns.last);
    chooser->goes_on--;
    return mz_stand_is_enabled(mz_turns.last) ? mz_turns.last : MZ_NO_THREAD;
}

static void need_to_go_on(void)
{
    mz_visible_need_room();
    if (mz_rt.region->stop)
        mz_execution_end(MZ_ABANDONED);
}

static mz_tid note_chosen(mz_tid t)
{
    mz_turns.chosen = t;
    mz_turns.chosen_at = mz_turns.position + 1;
    return t;
}

/* Of those who go on without one that was set aside. */
static mz_tid choose_beside(void)
{
    mz_tid t = mz_aside_choose();

    if (t == MZ_NO_THREAD)
        mz_execution_end(MZ_ABANDONED);
    need_to_go_on();
    return t;
}

static mz_tid choose(void)
{
    const mz_tset *stands = mz_stands.sets;
    struct mz_enabled enabled = {.look = look};
    mz_tid t;

    if (MZ_UNLIKELY(mz_loops.goes_on) && mz_tset_some(stands[MZ_STAND_LOOP]))
        mz_spinning_let_go_on();
    if (mz_tset_some(stands[MZ_STAND_READY]))
        return choose_ready(stands[MZ_STAND_READY]);
    if (MZ_UNLIKELY(mz_turns.position >= mz_loops.look_at))
        mz_suspect_look();
    if (MZ_UNLIKELY(mz_aside_has_some())) {
        mz_turns.chooser->goes_on = 0;
        return choose_beside();
    }
    t = choose_by_default();
    if (MZ_LIKELY(t != MZ_NO_THREAD)) {
        need_to_go_on();
        return note_chosen(t);
    }
    mz_turns.chooser->goes_on = 0;
    enabled.threads = mz_stand_enabled();
    if (!mz_tset_some(enabled.threads)) {
        if (ends_in_vain())
            mz_execution_end(MZ_BLOCKED);
        t = who_exits();
        if (t != MZ_NO_THREAD)
            return t;
        end_without_enabled();
    }
    need_to_go_on();
    enabled.waiting = who_waits(enabled.threads);
    enabled.running = mz_turns.last;
    enabled.yielding = yields();
    enabled.spinning = stands[MZ_STAND_LOOP];
    enabled.rounds = mz_spinning_rounds();
    mz_rt.choosing = true;
    if (MZ_UNLIKELY(mz_turns.settled_at == mz_turns.position + 1))
        t = take_settled(&enabled);
    else
        t = mz_turns.chooser->choose(mz_turns.chooser, mz_turns.execution,
                                     &enabled);
    mz_rt.choosing = false;
    note_chosen(t);
    if (t == MZ_NO_THREAD)
        mz_execution_end(MZ_BLOCKED);
    if (MZ_UNLIKELY(mz_rt.tracing))
        note_choice(&enabled, t);
    return t;
}

/* It is known already, from the execution that is replayed. */
static mz_tid choose_again(void)
{
    mz_tid t = mz_turns.execution->events[mz_turns.position].thread;

    if (!mz_tset_has(mz_turns.live, t))
        mz_visible_differs(MZ_OP_COUNT, 0, 0);
    return t;
}

mz_tid mz_turn_choose(void)
{
    mz_tid t;

    if (MZ_UNLIKELY(mz_turns.position == mz_waypoint_at)) {
        mz_waypoint_stop();
        if (mz_turns.position < mz_turns.straight)
            return choose_again();
    }
    if (mz_turns.position < mz_turns.straight)
        mz_visible_differs(MZ_OP_COUNT, 0, 0);
    if (mz_detecting_has_begun)
        mz_detecting_come();
    t = mz_turns.position < mz_turns.known ? choose_again() : choose();
    if (mz_detecting_has_begun)
        mz_detecting_go_on(t);
    return MZ_UNLIKELY(mz_halt_is_on) ? mz_halt_turn(t) : t;
}

void mz_turn_hand_back(mz_tid self)
{
    mz_tid starter = mz_turns.starter[self];

    mz_turns.starter[self] = MZ_NO_THREAD;
    mz_turn_switch(starter);
    if (MZ_UNLIKELY(mz_halt_is_on))
        mz_halt_wake();
}

void mz_turn_arrive(mz_tid self)
{
    if (MZ_UNLIKELY(mz_crossings_count))
        mz_crossing_waits(self);
    mz_turn_hand_back(self);
    if (MZ_UNLIKELY(mz_crossings_count))
        mz_crossing_goes_on(self);
}

void mz_turn_cross(mz_tid to)
{
    mz_tid self = mz_rt.self;

    mz_crossing_waits(self);
    if (mz_rt.watching)
        mz_known_switch(to);
    else
        mz_turn_switch(to);
    mz_crossing_goes_on(self);
}

void mz_turn_start(mz_tid parent, mz_tid child)
{
    mz_tset_add(&mz_turns.live, child);
    mz_turns.seen_end[child] = mz_tset_of(child);
    mz_turns.starter[child] = parent;
    mz_fiber_inherit_modes(&mz_fibers[child]);
    mz_frame_stand();
    if (MZ_UNLIKELY(mz_printed_is_on))
        mz_printed_take_in(parent);
    mz_turn_switch(child);
    if (MZ_UNLIKELY(mz_crossings_count))
        mz_crossing_goes_on(parent);
    if (MZ_UNLIKELY(mz_printed_is_on))
        mz_printed_take_in(child);
}

static void note_end(mz_tid self)
{
    mz_tset_add(&mz_turns.ended_once, self);
    mz_stand_tell_end(self);
}

_Noreturn void mz_turn_thread_ended(void)
{
    mz_tid self = mz_rt.self, next = mz_turns.starter[self];

    mz_tset_remove(&mz_turns.live, self);
    note_end(self);
    if (next == MZ_NO_THREAD) {
        next = mz_turns.position < mz_turns.straight
                   ? mz_turns.execution->events[mz_turns.position].thread
                   : mz_turn_choose();
        if (!mz_tset_has(mz_turns.live, next))
            mz_turn_choose();
    }
    mz_turn_switch(next);
    __builtin_unreachable();
}

void mz_turn_outlive(void)
{
    note_end(mz_rt.self);
    mz_turn_wait(MZ_STAND_EXIT);
}

void mz_turn_need_no_circle(void)
{
    mz_turn_end_in_vain();
    if (mz_stand_in_circle())
        end_in_deadlock();
}

void mz_turn_exit(void)
{
    mz_atomic_block_leave();
    mz_sent_signal_may_arrive(0);
    mz_turn_wait(MZ_STAND_EXIT);
}

/* ---- one execution ---------------------------------------------------- */

static void note_waiting(enum mz_stand stand)
{
    struct mz_execution *x = mz_turns.execution;

    MZ_EACH(rest, mz_stands.sets[stand]) {
        mz_tid t = mz_tset_first(rest);

        mz_tset_add(&x->waiting, t);
        mz_stand_describe(t, &x->pending[t]);
        if (mz_turns.universal)
            mz_atomic_block_add_universe(&x->pending[t]);
    }
}

/* The search has the storage of the process's first thread, as main does. */
static void set_storage_of_search(void)
{
    mz_storage_is_of_thread = false;
    if (mz_rt.self)
        mz_fiber_set_tp(mz_fibers[0].tp);
}

_Noreturn void mz_execution_end(enum mz_outcome outcome)
{
    struct mz_suspended dropped;

    mz_rt.active = false;
    mz_turns.outcome = mz_private_judge(mz_aside_judge(outcome));
    note_waiting(MZ_STAND_AWAIT);
    note_waiting(MZ_STAND_FREE);
    note_waiting(MZ_STAND_JOIN);
    mz_critical_end();
    mz_used_later_end();
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_account_close();
    set_storage_of_search();
    mz_switch(&dropped, &mz_turns.search);
    __builtin_unreachable();
}

static void reset(struct mz_chooser *chooser, struct mz_execution *x)
{
    mz_turns.execution = x;
    mz_turns.chooser = chooser;
    mz_turns.known = mz_turns.straight = x->length;
    mz_turns.position = 0;
    mz_turns.live = mz_tset_of(0);
    mz_turns.ended_once = MZ_TSET_EMPTY;
    mz_turns.seen_end[0] = mz_tset_of(0);
    mz_turns.held[0] = 0;
    mz_turns.starter[0] = MZ_NO_THREAD;
    mz_turns.last = 0;
    mz_turns.yielded = 0;
    mz_turns.preempted_at = 0;
    mz_turns.again = false;
    mz_rt.inheriting = false;
    mz_rt.keeps_vectors = false; /* the last one may have ended in the midst */
    x->thread_count = 1;
    x->born = mz_tset_of(0);
    x->births[0] = (struct mz_birth){
        .parent = MZ_NO_THREAD,
        .event = MZ_NONE,
    };
    x->waiting = MZ_TSET_EMPTY;
}

/* Runs the fibers until the execution ends, or stops. */
static void go_on(mz_tid self)
{
    mz_rt.self = self;
    mz_rt.active = true;
    mz_storage_is_of_thread = true;
    if (self)
        mz_fiber_set_tp(mz_fibers[self].tp);
    mz_switch(&mz_turns.search, &mz_fibers[self].left);
}

void mz_turn_pause(void)
{
    mz_rt.active = false;
    set_storage_of_search();
    mz_switch(&mz_fibers[mz_rt.self].left, &mz_turns.search);
}

enum mz_outcome mz_execution_run(struct mz_chooser *chooser,
                                 struct mz_execution *execution)
{
    mz_tid self = 0;

    reset(chooser, execution);
    mz_parts_reset();
    if (!mz_waypoint_resume(&self))
        mz_checkpoint_resume();
    mz_waypoint_plan();
    mz_storage_begin();
    go_on(self);
    while (MZ_UNLIKELY(mz_checkpoint_take() || mz_waypoint_take()))
        go_on(mz_rt.self);
    execution->same = execution->length;
    return mz_turns.outcome;
}

/* ---- a checkpoint ------------------------------------------------------- */

static bool has_chosen(void)
{
    for (uint32_t i = 0; i < mz_turns.position; i++)
        if (mz_turns.execution->events[i].kind == MZ_CHOOSE)
            return true;
    return false;
}

/* What lies between, too. */
static void keep_from_to(const void *from, const void *to)
{
    mz_checkpoint_keep(from, (size_t)((const char *)to - (const char *)from));
}

void mz_turn_checkpoint(void)
{
    struct mz_execution *x = mz_turns.execution;
    unsigned threads = mz_checkpoint_threads();

    mz_checkpoint_need(mz_checkpoint_is_waypoint() ||
                       (x->thread_count == 1 &&
                        mz_tset_equal(mz_turns.live, mz_tset_of(0)) &&
                        !mz_tset_some(mz_turns.ended_once)));
    mz_checkpoint_need(mz_turns.atomic == MZ_NO_THREAD &&
                       !mz_turns.universal && !mz_rt.keeps_vectors);
    mz_checkpoint_need(mz_checkpoint_is_waypoint() || !has_chosen());
    if (mz_checkpoint_is_waypoint())
        keep_from_to(&x->thread_count, &x->births[threads]);
    keep_from_to(&mz_turns.position, &mz_turns.starter[threads]);
    mz_checkpoint_keep(mz_turns.seen_end, threads * sizeof *mz_turns.seen_end);
    mz_checkpoint_keep(mz_turns.held, threads * sizeof *mz_turns.held);
    mz_checkpoint_keep_unless_zero(&mz_rt.inheriting, sizeof mz_rt.inheriting);
}
