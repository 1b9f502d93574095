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

/* object, how its functions are named; what it is called; is it held: who has
 * taken it is who gives it back, so that whoever waits for it waits for the one
 * that took it; does its state take 64 bits where the runtime keeps it, not 32
 */
#define MZ_OBJECTS(X)                                     \
    X(NOTHING, nothing, "nothing", false, false)          \
    X(MEMORY, memory, "variable", false, true)            \
    X(MUTEX, mutex, "mutex", true, false)                 \
    X(SPIN, spin, "spin lock", true, false)               \
    X(SEMAPHORE, semaphore, "semaphore", false, false)    \
    X(RWLOCK, rwlock, "reader-writer lock", false, false) \
    X(COND, cond, "condition variable", false, true)      \
    X(FUTEX, futex, "futex", false, true)                 \
    X(BARRIER, barrier, "barrier", false, true)           \
    X(FILE, file, "open file", false, true)

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
#define X(object, functions, called, held, is_wide) \
    [MZ_OBJECT_##object] = is_wide,
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

/* An operation on a lock whose state may be the number of who holds it. */
static inline bool mz_op_has_holder(enum mz_op kind)
{
    enum mz_object_kind object = mz_op_object(kind);

    return object == MZ_OBJECT_MUTEX || object == MZ_OBJECT_SPIN ||
           object == MZ_OBJECT_RWLOCK;
}

/* An operation on a semaphore alone. */
static inline bool mz_op_is_semaphore(enum mz_op kind)
{
    return mz_op_object(kind) == MZ_OBJECT_SEMAPHORE;
}

#endif
