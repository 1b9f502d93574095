/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/spinning.h"

#include "runtime/descriptor.h"
#include "runtime/fault.h"
#include "runtime/loop.h"
#include "runtime/parts.h"
#include "runtime/round.h"
#include "runtime/state.h"
#include "runtime/visible.h"
#include "runtime/weak.h"

static uint32_t round_begins[MZ_MAX_THREADS]; /* of those that spin */
static const struct mz_descriptors *descriptors[MZ_MAX_THREADS];
static mz_tset guessed; /* of those, that they would spin on */
static mz_tset undoing; /* of those, that undo what they write in each round */

static uint64_t address_of(const struct mz_visible *v)
{
    return v->object && mz_object_is_memory(v->object)
               ? (v->object << 3) + __builtin_ctz(v->mask)
               : v->address;
}

static void wait_for_change(const struct mz_visible *v, uint32_t since)
{
    struct mz_visible looping = *v;

    mz_rt.region->progress.tally.spins++;
    round_begins[mz_rt.self] = since;
    looping.address = address_of(v);
    mz_visible_take_in_loop(&looping);
}

_Noreturn void mz_spinning_wait_for_descriptors(
    const struct mz_visible *v, uint32_t since,
    const struct mz_descriptors *looked_at)
{
    descriptors[mz_rt.self] = looked_at;
    wait_for_change(v, since);
    __builtin_unreachable();
}

const struct mz_descriptors *mz_spinning_descriptors(mz_tid t)
{
    return mz_stands.of[t].action == MZ_ACTION_POLL ? descriptors[t] : NULL;
}

_Noreturn void mz_spinning_wait(const struct mz_visible *v, uint32_t since)
{
    wait_for_change(v, since);
    __builtin_unreachable();
}

void mz_spinning_begin(const struct mz_visible *v, uint32_t since)
{
    struct mz_visible looping = *v;

    looping.action = MZ_ACTION_LOOP;
    wait_for_change(&looping, since);
}

static void put(mz_tset *set, bool is_in)
{
    if (is_in)
        mz_tset_add(set, mz_rt.self);
    else
        mz_tset_remove(set, mz_rt.self);
}

void mz_spinning_note_guess(bool is_guess)
{
    put(&guessed, is_guess);
}

void mz_spinning_note_undoing(bool is_undoing)
{
    put(&undoing, is_undoing);
}

void mz_spinning_reset(void)
{
    guessed = undoing = (mz_tset){0};
}

/* ---- the end ------------------------------------------------------------- */

/* The last round of a thread that spins leaves everything as it is. */
static bool is_of_round(uint32_t position)
{
    mz_tid t = mz_turns.execution->events[position].thread;

    return mz_tset_has(mz_stands.sets[MZ_STAND_LOOP], t) &&
           position >= round_begins[t];
}

/* Could an event have changed what this one, which only reads, has read? */
static bool may_change(uint32_t by, const struct mz_event *read)
{
    const struct mz_execution *x = mz_turns.execution;
    const struct mz_event *e = &x->events[by];

    return e->thread != read->thread && !is_of_round(by) &&
           !mz_round_is_beside(read, e) &&
           mz_events_depend(MZ_RELATION_ADD, read, &x->accesses[read->more], e,
                            &x->accesses[e->more]);
}

/* Has it taken a lock, or given one back? Nobody reads what that leaves. */
static bool leaves_no_value(const struct mz_event *e)
{
    return !mz_op_is_local(e->kind) && !mz_op_is_memory(e->kind) &&
           mz_op_changes(e->kind);
}

static bool was_changed(uint32_t position)
{
    const struct mz_execution *x = mz_turns.execution;

    if (mz_rt.weak && !leaves_no_value(&x->events[position]))
        return mz_weak_is_stale(position);
    for (uint32_t i = position + 1; i < mz_turns.position; i++)
        if (may_change(i, &x->events[position]))
            return true;
    return false;
}

const uint32_t *mz_spinning_rounds(void)
{
    return round_begins;
}

unsigned mz_spinning_reads(mz_tid t, uint32_t *positions, unsigned most)
{
    unsigned count = 0;

    for (uint32_t i = round_begins[t]; i < mz_turns.position; i++)
        if (mz_turns.execution->events[i].thread == t && count < most)
            positions[count++] = i;
    return count;
}

static bool could_go_on(mz_tid t)
{
    if (round_begins[t] == MZ_NOT_ALONE)
        return true;
    for (uint32_t i = round_begins[t]; i < mz_turns.position; i++)
        if (mz_turns.execution->events[i].thread == t && was_changed(i))
            return true;
    return false;
}

void mz_spinning_let_go_on(void)
{
    MZ_EACH(rest, mz_stands.sets[MZ_STAND_LOOP]) {
        mz_tid t = mz_tset_first(rest);

        if (mz_stands.of[t].action == MZ_ACTION_LOOP &&
            round_begins[t] != MZ_NOT_ALONE && could_go_on(t)) {
            mz_stand_leave(MZ_STAND_LOOP, t);
            mz_stand_enter(MZ_STAND_READY, t);
        }
    }
}

bool mz_spinning_could_go_on(void)
{
    MZ_EACH(rest, mz_stands.sets[MZ_STAND_LOOP])
        if (mz_tset_has(guessed, mz_tset_first(rest)) ||
            could_go_on(mz_tset_first(rest)))
            return true;
    return false;
}

/* ---- in the midst of rounds ---------------------------------------------- */

/* Does one event of the last round of the thread depend on that one? */
static bool is_met_by_round(mz_tid t, const struct mz_event *e)
{
    return mz_round_meets(t, round_begins[t], e);
}

/* Do the last rounds of two threads that spin depend on each other? */
static bool do_rounds_meet(mz_tid t, mz_tid u)
{
    if (round_begins[t] == MZ_NOT_ALONE || round_begins[u] == MZ_NOT_ALONE)
        return true;
    for (uint32_t i = round_begins[u]; i < mz_turns.position; i++)
        if (mz_turns.execution->events[i].thread == u &&
            is_met_by_round(t, &mz_turns.execution->events[i]))
            return true;
    return false;
}

/* Who waits for memory to change might see it change in the midst of a round.
 * (Nobody waits for a lock that is taken and given back in one.) */
static bool waits_for_round(mz_tid waiting, mz_tid t)
{
    struct mz_execution *x = mz_turns.execution;
    uint32_t accesses = x->access_count;
    struct mz_event pending;
    bool is_met;

    if (!mz_tset_has(mz_stands.sets[MZ_STAND_AWAIT], waiting) ||
        !mz_op_is_memory(mz_stands.of[waiting].kind))
        return false;
    mz_stand_describe(waiting, &pending);
    is_met = pending.object == MZ_NONE || is_met_by_round(t, &pending);
    x->access_count = accesses;
    return is_met;
}

static bool shows_midst(mz_tid t)
{
    MZ_EACH(rest, mz_turns.live) {
        mz_tid u = mz_tset_first(rest);

        if (u != t && (mz_tset_has(mz_stands.sets[MZ_STAND_LOOP], u)
                           ? do_rounds_meet(t, u)
                           : waits_for_round(u, t)))
            return true;
    }
    return false;
}

/* Has the thread written to some of these bytes in its round, before? */
static bool has_written(mz_tid t, uint32_t position)
{
    const struct mz_event *events = mz_turns.execution->events;
    const struct mz_event *e = &events[position];

    for (uint32_t i = round_begins[t]; i < position; i++)
        if (events[i].thread == t && events[i].object == e->object &&
            events[i].mask & e->mask && mz_op_changes(events[i].kind))
            return true;
    return false;
}

/* Would a memory access of the round find something else now, if the round
 * began anew? */
static bool finds_another(mz_tid t, uint32_t position)
{
    const struct mz_event *e = &mz_turns.execution->events[position];
    uint64_t now;

    return e->kind != MZ_WRITE && !has_written(t, position) &&
           mz_fault_read(mz_object_keys[e->object] << 3, &now) &&
           (now ^ e->value << mz_mask_shift(e->mask)) & mz_mask_bits(e->mask);
}

static bool is_in_memory(const struct mz_event *e)
{
    return mz_op_is_memory(e->kind) && e->object != MZ_NONE &&
           mz_object_is_memory(mz_object_keys[e->object]) &&
           !mz_event_is_several(mz_turns.execution, e);
}

/* Could an event that only reads have been changed by who does not spin? */
static bool was_changed_for_good(uint32_t position)
{
    const struct mz_execution *x = mz_turns.execution;

    for (uint32_t i = position + 1; i < mz_turns.position; i++)
        if (may_change(i, &x->events[position]) &&
            !mz_tset_has(mz_stands.sets[MZ_STAND_LOOP], x->events[i].thread))
            return true;
    return false;
}

/* Whatever the others do in the midst of their rounds, would it do something
 * else than its last round by now? */
static bool must_go_on(mz_tid t)
{
    for (uint32_t i = round_begins[t]; i < mz_turns.position; i++) {
        const struct mz_event *e = &mz_turns.execution->events[i];

        if (e->thread == t &&
            (is_in_memory(e) ? finds_another(t, i) : was_changed_for_good(i)))
            return true;
    }
    return false;
}

bool mz_spinning_shows_midst(bool *is_open)
{
    bool is_shown = false;

    *is_open = true;
    if (!mz_tset_some(undoing))
        return false;
    MZ_EACH(rest, mz_stands.sets[MZ_STAND_LOOP]) {
        mz_tid t = mz_tset_first(rest);

        is_shown |= mz_tset_has(undoing, t) && shows_midst(t);
        if (round_begins[t] != MZ_NOT_ALONE && must_go_on(t))
            *is_open = false;
    }
    return is_shown;
}

static bool may_meet_others(mz_tid t)
{
    MZ_EACH(rest, mz_stands.sets[MZ_STAND_LOOP]) {
        mz_tid u = mz_tset_first(rest);

        if (t != u &&
            mz_round_may_notice(t, round_begins[t], u, round_begins[u]))
            return true;
    }
    return false;
}

bool mz_spinning_may_meet(void)
{
    MZ_EACH(rest, mz_stands.sets[MZ_STAND_LOOP])
        if (may_meet_others(mz_tset_first(rest)))
            return true;
    return false;
}
