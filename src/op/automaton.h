/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What there is to say of an object, see op/object.h. Each object says it in a
 * header of its own, in functions that are inlined where operations are run:
 * a call would cost mutexes 5 %.
 */
#ifndef MZ_OP_AUTOMATON_H
#define MZ_OP_AUTOMATON_H

#include "op/op.h"

/* What an operation says beside its kind. */
struct mz_op_operand {
    uint64_t number;   /* written; or what memory is compared with; or what the
                          thread took from the object before (op/cond.h) */
    mz_tid thread;     /* who executes it */
    uint8_t mask;      /* the bytes of the object that it accesses */
    uint8_t condition; /* of an await: enum mz_condition */
};

/* Who holds an object that is taken. */
enum mz_held {
    MZ_HELD_NOBODY,  /* its state does not tell who has taken it */
    MZ_HELD_ONE,     /* who has taken it is who gives it back, so that whoever
                        waits for it waits for the one that took it */
    MZ_HELD_SEVERAL, /* several may have it together, or one whom its state
                        names (a reader-writer lock) */
};

struct mz_automaton {
    const char *name; /* `mutex`, ... */
    enum mz_held held;

    /* Does an operation of the kind of its success find what it needs? Of one
     * that waits and has two outcomes, asked by the kind of its failure: is
     * that its outcome? */
    bool (*enabled)(enum mz_op, uint64_t state, const struct mz_op_operand *);

    /* The state that an operation leaves; it is of the kind of its outcome.
     * False: what is known of it does not tell (a read-modify-write). What
     * changes the state and does not cover (op/class.h) adds a constant to it.
     */
    bool (*after)(enum mz_op, uint64_t *state, const struct mz_op_operand *);

    /* Who has taken the object; MZ_NO_THREAD: nobody, or its state does not
     * tell. */
    mz_tid (*holder)(uint64_t state);
};

#endif
