/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/endless.h"

#include "runtime/arrival.h"
#include "runtime/audit.h"
#include "runtime/object.h"
#include "runtime/progress.h"
#include "runtime/turn.h"

enum { MAX_STEPS = 4096 }; /* that are watched */

/* ---- where a thread stands ----------------------------------------------- */

/* The running thread has just come to its operation. */
static void note_arrival(struct mz_endless *endless)
{
    struct mz_arrival arrival;

    if (!mz_tset_has(mz_turns.live, mz_rt.self))
        return; /* it has ended */
    mz_arrival_find(&arrival);
    endless->arrival[mz_rt.self] = arrival.pc;
    for (unsigned i = 0; i < MZ_PRESERVED_REGISTERS; i++)
        endless->arrival[mz_rt.self] = mz_hash_word(
            endless->arrival[mz_rt.self], arrival.registers[i]);
    endless->place[mz_rt.self] = arrival.pc;
    endless->live.from[mz_rt.self] = arrival.stack;
}

static uint64_t hash_stand(uint64_t hash, const struct mz_stands_at *at)
{
    hash = mz_hash_word(hash, at->object);
    hash = mz_hash_word(hash, at->kind | at->mask << 8 | at->action << 16 |
                                  (uint64_t)at->condition << 24);
    hash = mz_hash_word(hash, at->address);
    return mz_hash_word(hash, at->number);
}

/* All that is cheap to compare. */
static uint64_t key_of(const struct mz_endless *endless)
{
    uint64_t hash = mz_tset_hash(mz_rt.self, mz_turns.live);

    hash = mz_tset_hash(hash, mz_turns.ended_once);
    for (unsigned i = 0; i < MZ_STAND_COUNT; i++)
        hash = mz_tset_hash(hash, mz_stands.sets[i]);
    MZ_EACH(left, mz_turns.live) {
        mz_tid t = mz_tset_first(left);

        hash = mz_hash_word(hash, endless->arrival[t]);
        hash = hash_stand(hash, &mz_stands.of[t]);
    }
    return hash;
}

static bool state_of(const struct mz_endless *endless, uint64_t *state)
{
    struct mz_live_stacks live;

    mz_state_live_stacks(&live);
    MZ_EACH(left, mz_turns.live) {
        mz_tid t = mz_tset_first(left);

        if (endless->live.from[t])
            live.from[t] = endless->live.from[t];
    }
    return mz_state_fingerprint(&live, state);
}

/* ---- what happened since a state ----------------------------------------- */

static bool changes_nothing(const struct mz_event *e)
{
    const struct mz_access *more =
        &mz_turns.execution->accesses[mz_event_more(e) ? e->more : 0];
    bool changes = mz_op_changes(e->kind);

    for (unsigned i = 0; i < mz_event_more(e); i++)
        changes |= mz_op_changes(more[i].kind);
    return !changes;
}

/* Whether memory is now what it was before this event, the last one. */
static bool left_memory_alone(const struct mz_event *e)
{
    uint64_t granule = mz_object_keys[e->object] << 3, value;
    unsigned first = __builtin_ctz(e->mask), size = __builtin_popcount(e->mask);

    if (changes_nothing(e))
        return true;
    if (!mz_op_updates(e->kind) || e->bound || !mz_fault_read(granule, &value))
        return false;
    return (value >> 8 * first & UINT64_MAX >> 8 * (8 - size)) == e->value;
}

/* Added up over a round of the loop, that is the same wherever it begins. */
static uint64_t hash_step(const struct mz_endless *endless,
                          const struct mz_event *e)
{
    uint64_t hash = mz_hash_word(e->thread, e->kind | e->mask << 8);

    return mz_hash_word(hash, e->object) +
           mz_hash_word(mz_rt.self, endless->place[mz_rt.self]);
}

static void note_step(struct mz_endless *endless)
{
    const struct mz_event *e =
        &mz_turns.execution->events[mz_turns.position - 1];

    mz_tset_add(&endless->did, e->thread);
    endless->loop += hash_step(endless, e);
    if (e->object == MZ_NONE || !left_memory_alone(e))
        endless->wrote = true;
}

static void remember(struct mz_endless *endless)
{
    endless->look_at = 2 * endless->steps + 1;
    if (!state_of(endless, &endless->state))
        return;
    endless->key = key_of(endless);
    endless->position = mz_turns.position;
    endless->could = endless->did = MZ_TSET_EMPTY;
    endless->loop = 0;
    endless->wrote = false;
}

/* ---- the proof ----------------------------------------------------------- */

static bool comes_again(const struct mz_endless *endless)
{
    uint64_t state;

    return endless->position != MZ_NONE && key_of(endless) == endless->key &&
           state_of(endless, &state) && state == endless->state;
}

/* Nobody waits for an assumption to be dropped, or for the others to end so
 * that the process may. */
static bool counts(void)
{
    return !mz_tset_some(mz_stands.sets[MZ_STAND_STUCK]) &&
           !mz_tset_some(mz_stands.sets[MZ_STAND_LOOP]) &&
           !mz_tset_some(mz_tset_minus(mz_stands.sets[MZ_STAND_EXIT],
                                       mz_turns.ended_once));
}

static bool cannot_be_left(const struct mz_endless *endless)
{
    bool alone = mz_tset_count(endless->could) < 2;
    uint32_t plain = mz_rt.region->settings.plain; /* ignored: may be read */

    return counts() && !endless->chose &&
           (alone || (mz_tset_equal(endless->did, endless->could) &&
                      !endless->wrote && plain != MZ_PLAIN_IGNORE));
}

/* Whoever could leave it, or is stopped: they can go round for ever, and what
 * calls have returned is a part of the state. */
static bool is_not_lock_free(void)
{
    return mz_rt.stopping && mz_progress_asks_for(MZ_LOCK_FREE);
}

static enum mz_fault fault_of(const struct mz_endless *endless)
{
    if (!cannot_be_left(endless))
        return MZ_FAULT_LOOP_OF_CALLS;
    return mz_tset_count(endless->could) == 1 ? MZ_FAULT_LOOP_ALONE
                                              : MZ_FAULT_LOOP_TOGETHER;
}

static _Noreturn void fail(const struct mz_endless *endless)
{
    unsigned count = mz_tset_count(endless->could);

    mz_rt.choosing = false;
    mz_fail(&(struct mz_failure){
        .fault = fault_of(endless),
        .threads = endless->could,
        .loop = endless->loop,
        .numbers = {count},
    });
}

/* ---- the chooser --------------------------------------------------------- */

static mz_tid in_turn(const struct mz_enabled *enabled)
{
    mz_tset later = mz_tset_behind(enabled->threads, mz_turns.last);

    return mz_tset_first(mz_tset_some(later) ? later : enabled->threads);
}

static mz_tid choose(struct mz_chooser *chooser, const struct mz_execution *x,
                     const struct mz_enabled *enabled)
{
    struct mz_endless *endless = (struct mz_endless *)chooser;

    bool is_over = mz_replay_is_over(&endless->replay);

    if (!is_over && !endless->watches_plan)
        return endless->replay.chooser.choose(&endless->replay.chooser, x,
                                              enabled);
    if (!endless->steps)
        mz_audit_end(); /* states are read from memory */
    note_arrival(endless);
    if (endless->steps)
        note_step(endless);
    if (comes_again(endless) &&
        (cannot_be_left(endless) || is_not_lock_free()))
        fail(endless);
    if (endless->steps >= endless->look_at)
        remember(endless);
    endless->could = mz_tset_or(endless->could, enabled->threads);
    if (endless->steps++ == MAX_STEPS)
        return MZ_NO_THREAD;
    return is_over ? in_turn(enabled)
                   : endless->replay.chooser.choose(&endless->replay.chooser, x,
                                                    enabled);
}

static uint32_t value(struct mz_chooser *chooser, const struct mz_execution *x,
                      mz_tid thread, uint32_t bound)
{
    struct mz_endless *endless = (struct mz_endless *)chooser;

    endless->chose |= endless->steps > 0;
    return endless->replay.chooser.value(&endless->replay.chooser, x, thread,
                                         bound);
}

void mz_endless_init(struct mz_endless *endless,
                     const struct mz_plan_step *steps, uint32_t length,
                     mz_tid then)
{
    *endless = (struct mz_endless){
        .chooser = {choose, value},
        .position = MZ_NONE,
    };
    mz_replay_init(&endless->replay, steps, length, then);
    endless->replay.takes_last = mz_rt.stopping; /* nobody else is stopped */
}
