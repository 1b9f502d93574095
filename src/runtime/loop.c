/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/loop.h"

#include "explore/algorithm.h"
#include "runtime/arrival.h"
#include "runtime/block_effect.h"
#include "runtime/known_words.h"
#include "runtime/lent.h"
#include "runtime/likeness.h"
#include "runtime/loop_place.h"
#include "runtime/obstacle.h"
#include "runtime/parts.h"
#include "runtime/plain_effect.h"
#include "runtime/residue.h"
#include "runtime/round.h"
#include "runtime/rush.h"
#include "runtime/spinning.h"
#include "runtime/state.h"
#include "runtime/stretch.h"
#include "runtime/suspect.h"
#include "runtime/undone.h"
#include "runtime/visible.h"

enum {
    TAIL = 512, /* operations at the end of what is replayed */
};

struct mz_loops mz_loops;

static struct mz_stretch stretches[MZ_MAX_THREADS];
static struct mz_undone undones[MZ_MAX_THREADS];

/* Rounds of a loop that counts them in memory, after the second that were like
 * the two before. */
static struct alike {
    uint64_t pc; /* where they begin */
    uint32_t count;
    uint32_t others; /* such operations elsewhere since then */
} alike[MZ_MAX_THREADS];

/* What a call was given that says so before its first operation, which tells
 * nothing of that itself. */
static struct {
    mz_tid thread;
    uint64_t pc; /* 0: there is none */
    uint64_t address, given;
} call;

/* What the unwinder settles when it is first used is part of the snapshot: else
 * each execution would have it to undo. */
void mz_loop_init(void)
{
    struct mz_arrival arrival;

    mz_arrival_find(&arrival);
}

void mz_loop_take(struct mz_arena *arena)
{
    const struct mz_settings *settings = &mz_rt.region->settings;
    const struct mz_algorithm_entry *entry =
        mz_algorithm_find(settings->algorithm);

    (void)arena;
    mz_loops.goes_on = entry && mz_algorithm_samples(entry);
    mz_loops.by_graphs = entry && entry->reduction == MZ_REDUCTION_GRAPHS &&
                         !settings->loops.orders_all;
    mz_loops.may_order = mz_loops.by_graphs &&
                         settings->memory_model == MZ_MODEL_SC &&
                         !mz_workers(settings);
}

bool mz_loop_may_take_locks(void)
{
    return mz_loop_found()->take_locks == MZ_LOCKS_ALLOWED;
}

/* ---- what a thread does between two operations --------------------------- */

/* What comes to nothing matters where there may be a round. (Without the
 * detector what a thread finds there may depend on more than what comes before
 * it.) */
static bool may_be_in_vain(void)
{
    return mz_rt.region->settings.plain == MZ_PLAIN_CHECK &&
           (mz_stretch_may_be_round(&stretches[mz_rt.self]) ||
            mz_suspect_may_be_in_round());
}

/* The same of what may be undone. */
static bool may_be_undone(void)
{
    return mz_rt.region->settings.plain == MZ_PLAIN_CHECK &&
           mz_undone_may_be_left_out() &&
           (undones[mz_rt.self].count || mz_suspect_may_undo());
}

void mz_loop_note_write(uint64_t address, uint64_t size, bool is_to_come)
{
    mz_known_write(address, size);
    if (mz_fiber_owns(mz_rt.self, address) && !mz_lent_has(address, size))
        return;
    if (!mz_block_effect_tells()) {
        if (is_to_come && (may_be_in_vain() || may_be_undone()))
            mz_plain_effect_gather(address, size);
        else
            mz_effect_note();
    }
    if (MZ_UNLIKELY(mz_obstacle_is_sought()))
        mz_obstacle_note_write(address, size);
}

static void remember_read(uint64_t address, uint64_t size)
{
    struct mz_stretch *s = &stretches[mz_rt.self];

    if (!mz_round_is_strict())
        return;
    mz_stretch_go_on(s, mz_rt.self);
    mz_stretch_note_read(s, address, size);
}

void mz_loop_note_read(uint64_t address, uint64_t size)
{
    mz_lent_note(address, size);
    remember_read(address, size);
    stretches[mz_rt.self].plain_accesses++;
    if (!mz_fiber_owns(mz_rt.self, address))
        mz_undone_note_read(address, size);
}

/* What the thread has written since its last operation. If that is in vain: a
 * race of it is one of a write, so it is no read of the same bytes. */
static void settle_writes(void)
{
    bool is_in_vain;
    const struct mz_overwritten *written;

    if (mz_undone_may_be_left_out())
        mz_undone_take_in();
    written = mz_plain_effect_settle(&is_in_vain);
    if (!written)
        return;
    if (!is_in_vain) {
        mz_undone_note_plain(written);
        return;
    }
    stretches[mz_rt.self].plain_accesses += written->count;
    for (uint32_t i = 0; i < written->count; i++)
        remember_read(~written->at[i].object, written->at[i].mask);
}

void mz_loop_note_update(bool is_within)
{
    if (is_within && mz_turns.atomic == MZ_NO_THREAD)
        mz_undone_note_update();
    else
        mz_effect_note();
}

/* ---- a place where loops wait -------------------------------------------- */

/* For good, as another execution reads something else; but where executions are
 * drawn, or such a one is replayed, until that is there to be read. */
static void spin(const struct mz_visible *v, uint32_t since)
{
    mz_spinning_begin(v, since);
    mz_stretch_forget(&stretches[mz_rt.self]);
}

/* The thread spins; but for all that is known it might do something else after
 * some more rounds, so that no verdict may rest on its spinning. */
static void spin_by_guess(const struct mz_visible *v, uint32_t since)
{
    mz_spinning_note_guess(true);
    spin(v, since);
    mz_spinning_note_guess(false);
}

/* Makes the thread rush: no operation of its next rounds is an event, since
 * each finds what the same operation of this round has found. */
static void rush(const struct mz_stretch *s, uint32_t begin)
{
    struct mz_local_state operations[MZ_MAX_RUSH];
    uint32_t first = mz_stretch_next(mz_rt.self, s->at[begin].position);

    for (uint32_t i = begin; i < s->count; i++)
        operations[i - begin] = s->at[i].local.operation;
    mz_rush_begin(operations, s->count - begin,
                  mz_turns.execution->events[first].value);
}

/* A third round would be as the two before. Where those after it can be passed
 * over the thread rushes to the end of its loop; else it spins. */
static void stop_counting(const struct mz_visible *v,
                          const struct mz_stretch *s, uint32_t begin)
{
    mz_rt.region->progress.tally.counted++;
    if (mz_rush_is_endless() ||
        !mz_stretch_is_about_one(s, begin, mz_rt.self)) {
        spin_by_guess(v, s->at[begin].position);
        return;
    }
    rush(s, begin);
    mz_rush_takes(v);
}

/* Others may wait for the count: then more such rounds are made. (Of the other
 * operations of a round it is told, too, that it is like the two before.) */
static bool has_made_enough(uint64_t pc)
{
    struct alike *a = &alike[mz_rt.self];

    if (a->pc != pc && a->count && a->others++ < MZ_ARRIVALS)
        return false;
    if (a->pc != pc)
        *a = (struct alike){.pc = pc};
    a->others = 0;
    return ++a->count >= 1u << mz_loop_found()->doublings;
}

/* A third round would be as the two before, but for what it would write. */
static void stop_counting_in_memory(const struct mz_visible *v,
                                    struct mz_undone *undone,
                                    const struct mz_undone_coming *now)
{
    uint32_t before = mz_loop_place_is_counted(v->pc)
                          ? mz_undone_find_counted(undone, now)
                          : undone->count;

    if (before == undone->count || !has_made_enough(now->pc))
        return;
    mz_suspect_must_tell_what_is_before();
    mz_rt.region->progress.tally.counted++;
    spin_by_guess(v, undone->at[before].position);
}

/* Has it made two rounds that undid what they wrote? */
static void arrive_undoing(const struct mz_visible *v,
                           const struct mz_local_states *local)
{
    struct mz_undone *undone = &undones[mz_rt.self];
    struct mz_undone_coming now = mz_undone_coming_to(local, v->pc);
    uint32_t before = mz_undone_find_second(undone, &now, false);

    mz_spinning_note_undoing(true);
    if (before < undone->count) {
        mz_suspect_must_tell_what_is_before();
        spin(v, undone->at[before].position);
    }
    before = mz_undone_find_second(undone, &now, true);
    if (before < undone->count) {
        mz_suspect_must_tell_what_is_before();
        mz_rt.region->progress.tally.late++;
        spin_by_guess(v, undone->at[before].position);
    }
    mz_spinning_note_undoing(false);
    stop_counting_in_memory(v, undone, &now);
    mz_undone_add(undone, &now);
}

/* Is it known from an earlier execution that the thread goes on? */
static bool is_to_go_on(mz_tid t)
{
    for (uint32_t i = mz_turns.position; i < mz_turns.known; i++)
        if (mz_turns.execution->events[i].thread == t)
            return true;
    return false;
}

static void arrive_at_place(const struct mz_visible *v,
                            const struct mz_local_states *local)
{
    mz_tid self = mz_rt.self;
    struct mz_stretch *s = &stretches[self];
    uint32_t before;

    mz_stretch_go_on(s, self);
    before = mz_stretch_find_round(s, local, MZ_EXACT, self);
    if (before < s->count) {
        spin(v, s->at[before].position);
    } else if (local->has_late) {
        before = mz_stretch_find_round(s, local, MZ_LATE, self);
        if (before < s->count) {
            mz_rt.region->progress.tally.late++;
            spin_by_guess(v, s->at[before].position);
        }
    }
    if (mz_loop_may_take_locks() && mz_undone_may_be_left_out())
        arrive_undoing(v, local);
    if (before == s->count && mz_loop_place_is_counted(v->pc)) {
        before = mz_stretch_find_counted(s, local, self);
        if (before < s->count) {
            stop_counting(v, s, before);
            return;
        }
    }
    mz_stretch_add(s, local, v->pc);
    if (mz_loops.by_graphs && !mz_loops.may_order)
        return;
    if (mz_loop_may_take_locks())
        mz_round_note(self, &local->of[MZ_EXACT], s->number);
    if (s->reading && !mz_stretch_may_have_missed(s, self) &&
        !is_to_go_on(self) && mz_round_is_idle(self)) {
        mz_suspect_must_tell_what_is_before();
        spin(v, MZ_NOT_ALONE);
    }
}

/* ---- operations ---------------------------------------------------------- */

/* What main does again before it creates a thread is no loop that waits, and
 * from a checkpoint it does not do it again. */
static bool is_replayed_alone(void)
{
    return mz_turns.position < mz_turns.known &&
           mz_turns.execution->thread_count == 1;
}

/* Who is suspected is looked at where an execution becomes longer, perhaps by
 * one round: not long before, where rounds may yet have been counted. */
static bool is_long_before(void)
{
    return mz_turns.position + TAIL < mz_turns.known;
}

void mz_loop_note_call(uint64_t pc, uint64_t address, const uint64_t *given,
                       unsigned count)
{
    call.thread = mz_rt.self;
    call.pc = pc;
    call.address = address;
    call.given = 0;
    for (unsigned i = 0; i < count; i++)
        call.given = mz_hash_word(call.given, given[i]);
}

/* Is this the first operation of such a call? Then `told` tells all of it. */
static bool begins_call(const struct mz_visible *v, struct mz_visible *told)
{
    if (MZ_LIKELY(!call.pc) || call.thread != mz_rt.self)
        return false;
    *told = *v;
    told->pc = call.pc;
    told->address = call.address;
    told->operands[0] = call.given;
    told->tells_all = true;
    call.pc = 0;
    return !v->pc;
}

static void arrive(const struct mz_visible *v)
{
    bool is_suspect = mz_suspect_is(mz_rt.self) &&
                      !is_replayed_alone() && !is_long_before();
    bool is_known = mz_loop_place_is(v->pc);
    struct mz_local_states local;

    if (MZ_CHECK >= 2)
        mz_residue_leave();
    settle_writes();
    if (MZ_UNLIKELY(mz_obstacle_is_sought()))
        mz_obstacle_arrive();
    if (mz_rush_takes(v))
        return;
    mz_suspect_note_use(v->object, v->kind);
    if (is_known)
        mz_suspect_know_place();
    remember_read(v->object, v->mask); /* if it is none, nothing is lost */
    if (mz_object_is_memory(v->object))
        mz_lent_note(v->object << 3, 8);
    if ((!is_suspect && !is_known) || mz_rt.keeps_vectors || !v->tells_all)
        return;
    if (mz_likeness_find(v, &local) != v->pc)
        return;
    if (is_known)
        arrive_at_place(v, &local);
    if (is_suspect)
        mz_suspect_arrive(&local, v->pc);
}

void mz_loop_arrive(const struct mz_visible *v)
{
    struct mz_visible told;

    arrive(begins_call(v, &told) ? &told : v);
}

/* ---- executions ---------------------------------------------------------- */

bool mz_loop_is_sought(void)
{
    return mz_loop_place_some() || mz_suspect_is_one() ||
           mz_obstacle_is_sought();
}

void mz_loop_reset(void)
{
    call.pc = 0;
    mz_set_watching(mz_loop_is_sought());
    if (MZ_LIKELY(!mz_rt.watching))
        return;
    mz_known_reset();
    mz_undone_reset();
    if (!mz_loop_place_some())
        return;
    mz_round_reset();
    mz_spinning_reset();
    mz_rush_reset();
    for (mz_tid t = 0; t < MZ_MAX_THREADS; t++) {
        mz_stretch_begin(&stretches[t]);
        undones[t].count = 0;
        alike[t].count = 0;
    }
}

/* What the one before has read is no round of this one's. */
void mz_loop_born_again(mz_tid t)
{
    mz_rt.effects[t]++;
    mz_known_born(t);
}
