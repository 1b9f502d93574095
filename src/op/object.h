/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Objects as automata: what an operation needs of the state of its object, and
 * what it makes of that.
 *
 * A state is a number: of some bytes of memory what they hold, the lowest byte
 * first; of a mutex who holds it; of a semaphore its count. Each object has a
 * file of its own, which says what its numbers mean, and one line here.
 *
 * Nothing here knows where a state is kept: the runtime reads it from the
 * program's memory, the search from what events have recorded.
 */
#ifndef MZ_OP_OBJECT_H
#define MZ_OP_OBJECT_H

#include "op/automaton.h"
#include "op/barrier.h"
#include "op/cond.h"
#include "op/file.h"
#include "op/futex.h"
#include "op/memory.h"
#include "op/mutex.h"
#include "op/nothing.h"
#include "op/rwlock.h"
#include "op/semaphore.h"
#include "op/spin.h"

/* object, how its functions are named; what it is called; who holds it;
 * the state in which it is given back, if it is held by one;
 * the bits of its state where the runtime keeps it */
#define MZ_OBJECTS(X)                                       \
    X(NOTHING, nothing, "nothing", NOBODY, 0, 32)           \
    X(MEMORY, memory, "variable", NOBODY, 0, 64)            \
    X(MUTEX, mutex, "mutex", ONE, 0, 32)                    \
    X(SPIN, spin, "spin lock", ONE, MZ_SPIN_FREE, 32)       \
    X(SEMAPHORE, semaphore, "semaphore", NOBODY, 0, 32)     \
    X(RWLOCK, rwlock, "reader-writer lock", SEVERAL, 0, 32) \
    X(COND, cond, "condition variable", NOBODY, 0, 64)      \
    X(FUTEX, futex, "futex", NOBODY, 0, 64)                 \
    X(BARRIER, barrier, "barrier", NOBODY, 0, 64)           \
    X(FILE, file, "open file", NOBODY, 0, 64)

enum mz_object_kind {
#define X(object, ...) MZ_OBJECT_##object,
    MZ_OBJECTS(X)
#undef X
        MZ_OBJECT_COUNT
};

extern const struct mz_automaton mz_automata[MZ_OBJECT_COUNT];

/* Known when this is compiled, if the kind is. */
static inline enum mz_object_kind mz_op_object(enum mz_op kind)
{
    static const uint8_t objects[MZ_OP_COUNT] = {
#define X(kind, name, object, ...) [MZ_##kind] = MZ_OBJECT_##object,
        MZ_OPS(X)
#undef X
    };

    return objects[kind];
}

static inline const struct mz_automaton *mz_op_automaton(enum mz_op kind)
{
    return &mz_automata[mz_op_object(kind)];
}

/* See mz_automaton.enabled. */
static inline bool mz_op_finds(enum mz_op kind, uint64_t state,
                               const struct mz_op_operand *operand)
{
    switch (mz_op_object(kind)) {
#define X(object, name, ...) \
    case MZ_OBJECT_##object: \
        return mz_##name##_enabled(kind, state, operand);
        MZ_OBJECTS(X)
#undef X
    default:
        return true;
    }
}

/* Can the operation be executed in that state? One that does not wait can:
 * without what it needs it fails. */
static inline bool mz_op_enabled(enum mz_op kind, uint64_t state,
                                 const struct mz_op_operand *operand)
{
    return !mz_op_blocks(kind) ||
           mz_op_finds(mz_op_succeeded(kind), state, operand);
}

/* The kind of its outcome, if it is executed in that state. Where it would have
 * to wait, the kind of its success, which is what a thread stands at. */
static inline enum mz_op mz_op_outcome(enum mz_op kind, uint64_t state,
                                       const struct mz_op_operand *operand)
{
    enum mz_op success = mz_op_succeeded(kind), failure = mz_op_failed(kind);

    if (success == failure)
        return kind;
    if (mz_op_blocks(kind))
        return mz_op_finds(failure, state, operand) ? failure : success;
    return mz_op_finds(success, state, operand) ? success : failure;
}

/* See mz_automaton.after. */
static inline bool mz_op_after(enum mz_op kind, uint64_t *state,
                               const struct mz_op_operand *operand)
{
    switch (mz_op_object(kind)) {
#define X(object, name, ...) \
    case MZ_OBJECT_##object: \
        return mz_##name##_after(kind, state, operand);
        MZ_OBJECTS(X)
#undef X
    default:
        return true;
    }
}

/* Does the state of its object take 64 bits where the runtime keeps it? */
static inline bool mz_op_is_wide(enum mz_op kind)
{
    static const bool wide[MZ_OBJECT_COUNT] = {
#define X(object, functions, called, held, free, bits) \
    [MZ_OBJECT_##object] = (bits) == 64,
        MZ_OBJECTS(X)
#undef X
    };

    return wide[mz_op_object(kind)];
}

/* An operation on memory, not on a lock, a semaphore or nothing. */
static inline bool mz_op_is_memory(enum mz_op kind)
{
    return mz_op_object(kind) == MZ_OBJECT_MEMORY;
}

/* An operation that waits for what memory holds, and reads that. */
static inline bool mz_op_awaits_memory(enum mz_op kind)
{
    return mz_op_blocks(kind) && mz_op_is_memory(kind);
}

/* An operation that goes on because others have done something to an object
 * that they know of: it has waited for them, and takes nothing. */
static inline bool mz_op_is_let_go(enum mz_op kind)
{
    return mz_op_blocks(kind) && !mz_op_is_memory(kind) && !mz_op_changes(kind);
}

/* A compare-exchange, whether it succeeds or fails. */
static inline bool mz_op_compares(enum mz_op kind)
{
    return mz_op_is_memory(kind) && mz_op_may_fail(kind);
}

/* Who holds the object of the operation: enum mz_held. */
static inline enum mz_held mz_op_held(enum mz_op kind)
{
    static const uint8_t held[MZ_OBJECT_COUNT] = {
#define X(object, functions, called, held, ...) \
    [MZ_OBJECT_##object] = MZ_HELD_##held,
        MZ_OBJECTS(X)
#undef X
    };

    return held[mz_op_object(kind)];
}

/* Is this an object that one thread holds, in the state that it has when that
 * thread has given it back: nobody has it, or has ended while having it? */
static inline bool mz_op_is_free(enum mz_op kind, uint64_t state)
{
    static const uint64_t free[MZ_OBJECT_COUNT] = {
#define X(object, functions, called, held, free, ...) \
    [MZ_OBJECT_##object] = free,
        MZ_OBJECTS(X)
#undef X
    };

    return mz_op_held(kind) == MZ_HELD_ONE && state == free[mz_op_object(kind)];
}

/* Does an event of several accesses, if it is on such an object, read what it
 * has left? What is about a futex does not change what it reads, or reads it
 * after its change. */
static inline bool mz_op_reads_what_is_left(enum mz_op kind)
{
    return mz_op_object(kind) == MZ_OBJECT_FUTEX;
}

/* An operation on a semaphore alone. */
static inline bool mz_op_is_semaphore(enum mz_op kind)
{
    return mz_op_object(kind) == MZ_OBJECT_SEMAPHORE;
}

#endif
