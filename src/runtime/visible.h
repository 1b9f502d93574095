/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The door that every visible operation goes through: a thread that comes to
 * one says what it is, waits for its turn, executes it and records it.
 *
 *     mz_visible_begin(&v);           may switch to other threads and back
 *     ... the operation itself ...
 *     mz_visible_end(&v, MZ_WRITE, value, value before);
 *
 * Of an operation on a lock or semaphore the object's automaton (op/object.h)
 * says what it does and whether it succeeds: mz_visible_apply does the rest.
 */
#ifndef MZ_RUNTIME_VISIBLE_H
#define MZ_RUNTIME_VISIBLE_H

#include "op/modelled.h"
#include "op/object.h"
#include "runtime/account.h"
#include "runtime/atomic_block.h"
#include "runtime/loop.h"
#include "runtime/object.h"
#include "runtime/plain.h"
#include "runtime/residue.h"
#include "runtime/suspect.h"
#include "runtime/turn.h"

struct mz_visible {
    uint64_t object;   /* its key */
    uint64_t address;  /* of what it is about; 0: no memory of the program's,
                            or an access to it has just been announced */
    void *state;       /* lock, semaphore, condition variable: where its state
                            is; NULL: it does not matter */
    uint64_t pc;       /* a return address */
    uint64_t number;   /* await: what it compares memory with;
                            compare-exchange: what it expects;
                            wake-up: its ticket */
    uint8_t kind;      /* enum mz_op, of its success */
    uint8_t mask;      /* the bytes of its object */
    uint8_t condition; /* await: enum mz_condition */
    uint8_t action;    /* of what waits: how accounts tell of it */
    bool tells_all;    /* the program's call does nothing that is not told by
                            this, and was given nothing else that matters; so it
                            may be known again, see loop.h */
    uint64_t operands[2]; /* what else it was given: to store, to add, where to
                            write */
};

/* An operation on what is known by its address: a lock, a semaphore, a barrier.
 * `state` as in struct mz_visible. Each member is assigned by itself: a struct
 * that is assigned as a whole goes through memory, and who then takes two
 * members at a time from there has to wait for both. */
MZ_INLINED struct mz_visible mz_visible_of_lock(const void *lock,
                                                uint32_t *state,
                                                enum mz_op kind,
                                                enum mz_action action,
                                                uint64_t pc)
{
    struct mz_visible v;

    v.object = mz_object_of_lock(lock);
    v.address = (uint64_t)lock;
    v.state = state;
    v.pc = pc;
    v.number = 0;
    v.kind = kind;
    v.mask = 0xff;
    v.condition = 0;
    v.action = action;
    v.tells_all = kind != MZ_READ; /* who reads writes somewhere */
    v.operands[0] = v.operands[1] = 0;
    return v;
}

/* Refuses the operation in an atomic block. */
void mz_visible_needs_no_block(const struct mz_visible *);

/* Is there nothing to be asked where memory is weak? (A lock is an object.) */
static inline bool mz_visible_is_in_models(enum mz_op kind)
{
    return !mz_op_is_memory(kind) && mz_op_is_modelled(kind);
}

/* While mz_rt.observing: the running thread has come to this operation. Before
 * it a handler of a signal may run; and the thread may wait in a loop. */
void mz_visible_observe(const struct mz_visible *) MZ_NOINLINE;

/* The same in memory, whose address may be given away: so *v can stay in
 * registers. It could not, either, if it were copied as a whole: see above. */
MZ_INLINED struct mz_visible mz_visible_copy(const struct mz_visible *v)
{
    return (struct mz_visible){
        .object = v->object,
        .address = v->address,
        .state = v->state,
        .pc = v->pc,
        .number = v->number,
        .kind = v->kind,
        .mask = v->mask,
        .condition = v->condition,
        .action = v->action,
        .tells_all = v->tells_all,
        .operands = {v->operands[0], v->operands[1]},
    };
}

/* To be called first, if anything is observed. */
MZ_INLINED void mz_visible_come(const struct mz_visible *v)
{
    struct mz_visible copy = mz_visible_copy(v);

    if (v->address)
        mz_plain_wake_for((const void *)v->address);
    if (mz_turns.atomic == MZ_NO_THREAD)
        mz_visible_observe(&copy);
}

/* Takes the turn, of what is observed or needs not be. In an atomic block it is
 * taken already. */
MZ_INLINED void mz_visible_take(const struct mz_visible *v)
{
    struct mz_stands_at *at = &mz_stands.of[mz_rt.self];
    bool blocks = mz_op_blocks(v->kind);

    if (v->address)
        mz_plain_wake_for((const void *)v->address);
    if (MZ_UNLIKELY(mz_turns.atomic != MZ_NO_THREAD))
        return;
    if (mz_turn_own_next()) {
        mz_frame_stand();
        return;
    }
    at->object = v->object;
    at->kind = v->kind;
    at->mask = v->mask;
    if (!mz_object_is_memory(v->object))
        at->state = (uint64_t)v->state;
    if (mz_op_has_number(v->kind))
        at->number = v->number;
    if (blocks) {
        at->condition = v->condition;
        at->action = v->action;
        at->address = v->address;
        at->pc = v->pc;
    }
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_account_waits();
    mz_turn_wait(blocks ? MZ_STAND_AWAIT : MZ_STAND_FREE);
}

/* Comes to the operation, and takes the turn. */
MZ_INLINED void mz_visible_begin(const struct mz_visible *v)
{
    if (MZ_UNLIKELY(mz_rt.observing) &&
        (mz_is_observing() || !mz_visible_is_in_models(v->kind)))
        mz_visible_come(v);
    mz_visible_take(v);
}

/* Takes the turn of what is about no object: no other operation depends on what
 * the thread stands at. */
MZ_INLINED void mz_visible_begin_local(const struct mz_visible *v,
                                       enum mz_stand stand)
{
    struct mz_stands_at *at = &mz_stands.of[mz_rt.self];

    at->object = v->object;
    at->kind = v->kind;
    at->action = v->action;
    at->address = v->address;
    at->pc = v->pc;
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_account_waits();
    mz_turn_wait(stand);
}

/* Stands in a loop that waits (loop.h), for a change of what it reads there at
 * the address. */
void mz_visible_take_in_loop(const struct mz_visible *v);

/* What is to come depends on what earlier executions have left on the stacks:
 * the search begins anew with stacks that begin as zeros, if they do not. The
 * first one ends the execution; the other is between two, or false. */
void mz_visible_need_clean_stacks(void);
bool mz_visible_asks_for_clean_stacks(void);

/* A replayed operation is another than it was; or, of MZ_OP_COUNT, its thread
 * cannot go on. */
_Noreturn void mz_visible_differs(enum mz_op kind, uint64_t object,
                                  uint64_t value) MZ_COLD;

/* The operation is not enabled, though it has its turn. */
_Noreturn void mz_visible_refuse(enum mz_op kind, uint64_t object,
                                 uint64_t value) MZ_COLD;

/* The running thread has executed the next event. */
MZ_INLINED void mz_visible_pass(void)
{
    mz_turns.position++;
    mz_turns.last = mz_rt.self;
    mz_rt.region->progress.heartbeat = ++mz_turns.heartbeat;
}

/* The same, after more than the short way. */
MZ_INLINED void mz_visible_pass_long(void)
{
    mz_visible_pass();
    if (MZ_UNLIKELY(mz_rt.watching))
        mz_residue_clear();
}

/*
 * The short way of an operation on these bytes that is always enabled, instead
 * of begin and end: if the next event is to be replayed and may be it,
 * that event, whose kind and value are to be compared before mz_visible_pass;
 * else NULL. (An event without an object has no mask.)
 */
MZ_INLINED const struct mz_event *mz_visible_foresee(uint64_t object,
                                                     uint8_t mask)
{
    const struct mz_event *e = mz_turn_own_next();

    if (e && MZ_LIKELY(e->mask == mask) &&
        MZ_LIKELY(mz_object_keys[e->object] == object) &&
        MZ_LIKELY(mz_turns.atomic == MZ_NO_THREAD))
        return e;
    return NULL;
}

/* The operation is an event, of this outcome. `value`, `other`: see struct
 * mz_event. `object` is the number of its object, MZ_NONE: that is to be found
 * if it is needed. */
MZ_INLINED void mz_visible_end_at(const struct mz_visible *v, uint32_t object,
                                  enum mz_op outcome, uint64_t value,
                                  uint64_t other)
{
    struct mz_event *e;

    if (MZ_UNLIKELY(mz_turns.atomic != MZ_NO_THREAD)) {
        mz_atomic_block_gather(outcome, v->object, v->mask, value, other);
        return;
    }
    e = &mz_turns.execution->events[mz_turns.position];
    if (MZ_LIKELY(mz_turns.position < mz_turns.known)) {
        if (MZ_UNLIKELY(e->kind != outcome || e->mask != v->mask ||
                        e->value != value || e->thread != mz_rt.self ||
                        mz_object_keys[e->object] != v->object))
            mz_visible_differs(outcome, v->object, value);
    } else {
        *e = (struct mz_event){
            .thread = mz_rt.self,
            .kind = outcome,
            .mask = v->mask,
            .object = object == MZ_NONE ? mz_object_number(v->object) : object,
            .value = value,
            .other = other,
        };
        mz_turns.execution->length = mz_turns.position + 1;
        if (MZ_UNLIKELY(mz_turns.universal))
            mz_atomic_block_add_universe(e);
    }
    if (mz_op_awaits_memory(outcome))
        e->condition = v->condition;
    mz_visible_pass_long();
}

MZ_INLINED void mz_visible_end(const struct mz_visible *v, enum mz_op outcome,
                               uint64_t value, uint64_t other)
{
    mz_visible_end_at(v, MZ_NONE, outcome, value, other);
}

/* The state of a lock, semaphore or condition variable. */
MZ_INLINED uint64_t mz_visible_state(const struct mz_visible *v)
{
    return mz_op_is_wide(v->kind) ? *(const uint64_t *)v->state
                                  : *(const uint32_t *)v->state;
}

MZ_INLINED void mz_visible_set_state(const struct mz_visible *v, uint64_t state)
{
    if (mz_op_is_wide(v->kind))
        *(uint64_t *)v->state = state;
    else
        *(uint32_t *)v->state = state;
}

/* Locks that say by its number that the running thread holds them. */
MZ_INLINED void mz_visible_count_held(enum mz_op outcome)
{
    if (mz_op_held(outcome) == MZ_HELD_NOBODY)
        return;
    if (mz_op_acquires(outcome))
        mz_turns.held[mz_rt.self]++;
    else if (mz_op_gives(outcome))
        mz_turns.held[mz_rt.self]--;
}

/* Where memory is weak (weak.c): the state that such an operation finds, which
 * may fail; it need not be the last one if it but reads. */
uint64_t mz_weak_state(const struct mz_visible *, uint64_t last) MZ_NOINLINE;

/*
 * The operation itself, and its event, of a lock or semaphore whose turn has
 * come. Its state becomes what the object's automaton says. `sync` is what it
 * means for the race detector if it succeeds. The kind of its outcome.
 */
MZ_INLINED enum mz_op mz_visible_apply(const struct mz_visible *v,
                                       enum mz_sync sync)
{
    const struct mz_op_operand operand = {
        .number = v->number,
        .thread = mz_rt.self,
    };
    uint64_t state = mz_visible_state(v);
    enum mz_op outcome;

    if (mz_op_may_fail(v->kind) && MZ_UNLIKELY(mz_rt.weak))
        state = mz_weak_state(v, state);
    outcome = mz_op_outcome(v->kind, state, &operand);
    if (MZ_UNLIKELY(!mz_op_enabled(v->kind, state, &operand)))
        mz_visible_refuse(v->kind, v->object, state);
    if (MZ_UNLIKELY(outcome != v->kind))
        mz_suspect_note_failed(v->kind);
    if (v->address)
        mz_plain_synchronise((const void *)v->address,
                             outcome == v->kind ? sync : MZ_SYNC_NONE, v->pc);
    mz_visible_end(v, outcome, state, v->number);
    mz_visible_count_held(outcome);
    mz_op_after(outcome, &state, &operand);
    if (mz_op_may_fail(v->kind) && !mz_op_changes(outcome))
        return outcome; /* what it has found may be of the past */
    mz_visible_set_state(v, state);
    return outcome;
}

/* An event without an object: a join (of thread `value`) or a choice. */
void mz_visible_local(enum mz_op kind, uint64_t value, uint32_t bound);

/* Fails if there is no room for another event. */
void mz_visible_need_room(void);

#endif
