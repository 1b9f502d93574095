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

#include "op/op.h"

/* object, its automaton */
#define MZ_OBJECTS(X)                \
    X(NOTHING, mz_nothing_automaton) \
    X(MEMORY, mz_memory_automaton)   \
    X(MUTEX, mz_mutex_automaton)     \
    X(SEMAPHORE, mz_semaphore_automaton)

enum mz_object {
#define X(object, automaton) MZ_OBJECT_##object,
    MZ_OBJECTS(X)
#undef X
        MZ_OBJECT_COUNT
};

/* What an operation says beside its kind. */
struct mz_op_operand {
    uint64_t number;   /* written; or what memory is compared with */
    mz_tid thread;     /* who executes it */
    uint8_t mask;      /* the bytes of the object that it accesses */
    uint8_t condition; /* of an await: enum mz_condition */
};

struct mz_automaton {
    const char *name; /* `mutex`, ... */
    bool is_held; /* who has taken it is who gives it back: so whoever waits for
                     it waits for the one that took it */

    /* Does an operation of the kind of its success find what it needs? */
    bool (*enabled)(enum mz_op, uint64_t state, const struct mz_op_operand *);

    /* What the operation leaves, of the kind of its outcome. False: that cannot
     * be told by what is known of it (a read-modify-write). What changes the
     * state and does not cover (op/class.h) adds a constant to it. */
    bool (*after)(enum mz_op, uint64_t *state, const struct mz_op_operand *);

    /* Who has taken the object; MZ_NO_THREAD: nobody, or no one thread. NULL:
     * its state does not tell. */
    mz_tid (*holder)(uint64_t state);
};

#define X(object, automaton) extern const struct mz_automaton automaton;
MZ_OBJECTS(X)
#undef X

extern const uint8_t mz_op_objects[MZ_OP_COUNT]; /* enum mz_object */
extern const struct mz_automaton *const mz_automata[MZ_OBJECT_COUNT];

static inline const struct mz_automaton *mz_op_automaton(enum mz_op kind)
{
    return mz_automata[mz_op_objects[kind]];
}

/* Can the operation be executed in that state? One that may fail can. */
static inline bool mz_op_enabled(enum mz_op kind, uint64_t state,
                                 const struct mz_op_operand *operand)
{
    return !mz_op_blocks(kind) ||
           mz_op_automaton(kind)->enabled(kind, state, operand);
}

/* The kind of its outcome, if it is executed in that state. */
static inline enum mz_op mz_op_outcome(enum mz_op kind, uint64_t state,
                                       const struct mz_op_operand *operand)
{
    enum mz_op success = mz_op_succeeded(kind), failure = mz_op_failed(kind);

    return success == failure ||
                   mz_op_automaton(kind)->enabled(success, state, operand)
               ? success
               : failure;
}

/* See mz_automaton.after. */
static inline bool mz_op_after(enum mz_op kind, uint64_t *state,
                               const struct mz_op_operand *operand)
{
    return mz_op_automaton(kind)->after(kind, state, operand);
}

/* An operation on memory, not on a lock, a semaphore or nothing. */
static inline bool mz_op_is_memory(enum mz_op kind)
{
    return mz_op_objects[kind] == MZ_OBJECT_MEMORY;
}

/* An operation on a semaphore alone. */
static inline bool mz_op_is_semaphore(enum mz_op kind)
{
    return mz_op_objects[kind] == MZ_OBJECT_SEMAPHORE;
}

#endif
