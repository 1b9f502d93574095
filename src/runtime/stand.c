/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/stand.h"

#include "op/object.h"
#include "runtime/checkpoint.h"
#include "runtime/descriptor.h"
#include "runtime/fault.h"
#include "runtime/object.h"
#include "runtime/parts.h"
#include "runtime/plain.h"
#include "runtime/state.h"
#include "runtime/turn.h"

struct mz_stands mz_stands;

/* The state of objects that have ended, by who stands at them. */
static struct {
    mz_tset threads;
    uint64_t state[MZ_MAX_THREADS];
} kept;

void mz_stand_reset(void)
{
    kept.threads = MZ_TSET_EMPTY;
    for (unsigned i = 0; i < MZ_STAND_COUNT; i++)
        mz_stands.sets[i] = MZ_TSET_EMPTY;
}

void mz_stand_checkpoint(void)
{
    mz_checkpoint_need(!mz_tset_some(kept.threads));
    /* Who waits for good has noted elsewhere where it began to. */
    mz_checkpoint_need(!mz_tset_some(mz_stands.sets[MZ_STAND_LOOP]));
    if (!mz_checkpoint_is_waypoint())
        return; /* main runs, and nobody stands */
    mz_checkpoint_keep(&mz_stands,
                       (char *)&mz_stands.of[mz_checkpoint_threads()] -
                           (char *)&mz_stands);
}

static void add_place(struct mz_fingerprint *f, const struct mz_stands_at *at)
{
    mz_state_add_word(f, at->object);
    mz_state_add_word(f, at->kind | at->mask << 8 | at->action << 16 |
                             (uint64_t)at->condition << 24);
    mz_state_add_word(f, at->state);
    mz_state_add_word(f, at->number);
    mz_state_add_word(f, at->address);
    mz_state_add_word(f, at->pc);
}

void mz_stand_fingerprint(struct mz_fingerprint *f)
{
    for (unsigned i = 0; i < MZ_STAND_COUNT; i++) {
        f->hash = mz_tset_hash(f->hash, mz_stands.sets[i]);
        MZ_EACH(rest, mz_stands.sets[i])
            add_place(f, &mz_stands.of[mz_tset_first(rest)]);
    }
    f->hash = mz_tset_hash(f->hash, kept.threads);
    MZ_EACH(rest, kept.threads)
        mz_state_add_word(f, kept.state[mz_tset_first(rest)]);
}

void mz_stand_tell_end(mz_tid ended)
{
    MZ_EACH(rest, mz_stands.sets[MZ_STAND_JOIN]) {
        mz_tid t = mz_tset_first(rest);

        if (mz_stands.of[t].object == ended) {
            mz_stand_leave(MZ_STAND_JOIN, t);
            mz_stand_enter(MZ_STAND_READY, t);
        }
    }
}

/* Was the memory freed, or a frame of it left? */
MZ_INLINED bool is_gone(uint64_t address, unsigned size)
{
    if (MZ_LIKELY(address - mz_plain_lowest >= mz_plain_span))
        return false;
    return mz_heap_has(address)
               ? !mz_heap_is_live(address, size)
               : mz_fiber_any_owns(address) && mz_frame_is_left(address);
}

/* What the bytes hold that an operation on memory accesses; false: they are
 * gone. */
static MZ_NOINLINE bool read_memory(const struct mz_stands_at *at,
                                    uint64_t *state)
{
    unsigned first = __builtin_ctz(at->mask);
    unsigned size = __builtin_popcount(at->mask);
    uint64_t granule = at->object << 3, value;

    if (is_gone(granule + first, size) || !mz_fault_read(granule, &value))
        return false;
    *state = value >> 8 * first & UINT64_MAX >> (64 - 8 * size);
    return true;
}

/* The same of the state of a condition variable. */
static bool read_wide(uint64_t address, uint64_t *state)
{
    return !is_gone(address, sizeof *state) && mz_fault_read(address, state);
}

/* The same of the state of a lock or semaphore, which is aligned. */
MZ_INLINED bool read_lock(uint64_t address, uint64_t *state)
{
    uint32_t value;

    if (!mz_fault_read_half(address, &value))
        return false;
    *state = value;
    return !is_gone(address, sizeof(uint32_t));
}

MZ_INLINED bool read_state(const struct mz_stands_at *at, uint64_t *state)
{
    if (mz_object_is_memory(at->object))
        return read_memory(at, state);
    if (MZ_UNLIKELY(at->kind == MZ_FILE_WAIT))
        return mz_pipe_state(at->state, state);
    if (mz_op_is_wide(at->kind))
        return at->state && read_wide(at->state, state);
    return at->state && read_lock(at->state, state);
}

static MZ_NOINLINE bool waits(mz_tid t, uint64_t *state)
{
    const struct mz_stands_at *at = &mz_stands.of[t];
    const struct mz_op_operand operand = {
        .number = at->number,
        .thread = t,
        .mask = at->mask,
        .condition = at->condition,
    };

    return read_state(at, state) && !mz_op_enabled(at->kind, *state, &operand);
}

/* Most of those that wait do so for a mutex, whose automaton is known when this
 * is compiled: 5 % of indexer(17). */
MZ_INLINED bool is_enabled(mz_tid t)
{
    static const struct mz_op_operand none;
    const struct mz_stands_at *at = &mz_stands.of[t];
    uint64_t state;

    if (MZ_UNLIKELY(at->kind != MZ_LOCK || !at->state))
        return !waits(t, &state);
    return !read_lock(at->state, &state) ||
           mz_op_enabled(MZ_LOCK, state, &none);
}

bool mz_stand_waits(mz_tid t, uint64_t *state)
{
    return waits(t, state);
}

/* For whom the thread waits; MZ_NO_THREAD: for nobody who could be named. */
static mz_tid waits_for(mz_tid t)
{
    const struct mz_stands_at *at = &mz_stands.of[t];
    uint64_t state;

    if (mz_tset_has(mz_stands.sets[MZ_STAND_JOIN], t))
        return (mz_tid)at->object;
    if (!mz_tset_has(mz_stands.sets[MZ_STAND_AWAIT], t) ||
        mz_op_held(at->kind) != MZ_HELD_ONE || !waits(t, &state))
        return MZ_NO_THREAD;
    return mz_op_automaton(at->kind)->holder(state);
}

bool mz_stand_in_circle(void)
{
    MZ_EACH(rest, mz_turns.live) {
        mz_tid t = waits_for(mz_tset_first(rest));

        /* More steps than there are threads come round. */
        for (unsigned i = 0; i < MZ_MAX_THREADS && t != MZ_NO_THREAD; i++)
            t = mz_tset_has(mz_turns.live, t) ? waits_for(t) : t;
        if (t != MZ_NO_THREAD)
            return true;
    }
    return false;
}

void mz_stand_keep(uint64_t object, uint64_t state)
{
    mz_tset all = mz_tset_or(mz_stands.sets[MZ_STAND_AWAIT],
                             mz_stands.sets[MZ_STAND_FREE]);

    MZ_EACH(rest, all) {
        mz_tid t = mz_tset_first(rest);

        if (mz_stands.of[t].object != object)
            continue;
        mz_tset_add(&kept.threads, t);
        kept.state[t] = state;
        mz_stands.of[t].state = (uint64_t)&kept.state[t];
    }
}

uint64_t *mz_stand_kept(void)
{
    bool is_kept = mz_tset_has(kept.threads, mz_rt.self);

    mz_tset_remove(&kept.threads, mz_rt.self);
    return is_kept ? &kept.state[mz_rt.self] : NULL;
}

mz_tset mz_stand_enabled(void)
{
    mz_tset enabled = mz_stands.sets[MZ_STAND_FREE];

    MZ_EACH(rest, mz_stands.sets[MZ_STAND_AWAIT]) {
        mz_tid t = mz_tset_first(rest);

        if (is_enabled(t))
            mz_tset_add(&enabled, t);
    }
    return enabled;
}

bool mz_stand_is_enabled(mz_tid t)
{
    return mz_tset_has(mz_stands.sets[MZ_STAND_FREE], t) ||
           (mz_tset_has(mz_stands.sets[MZ_STAND_AWAIT], t) && is_enabled(t));
}

mz_tid mz_stand_first_enabled(mz_tid t)
{
    mz_tset is_free = mz_stands.sets[MZ_STAND_FREE];
    mz_tset awaits = mz_stands.sets[MZ_STAND_AWAIT];

    if (mz_stand_is_enabled(t))
        return t;
    MZ_EACH(rest, mz_tset_or(is_free, awaits)) {
        t = mz_tset_first(rest);
        if (mz_tset_has(is_free, t) || is_enabled(t))
            return t;
    }
    return MZ_NO_THREAD;
}

void mz_stand_describe(mz_tid t, struct mz_event *pending)
{
    const struct mz_stands_at *at = &mz_stands.of[t];
    uint64_t state;

    *pending = (struct mz_event){
        .thread = t,
        .object = MZ_NONE,
        .mask = at->mask,
        .kind = at->kind,
    };
    if (at->kind == MZ_JOIN || !at->object)
        return;
    pending->object = mz_object_number(at->object);
    pending->value = read_state(at, &state) ? state : 0;
    if (mz_op_awaits_memory(at->kind))
        pending->condition = at->condition;
    if (mz_op_has_number(at->kind))
        pending->other = at->number;
}
