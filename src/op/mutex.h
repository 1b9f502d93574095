/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A mutex: the state is its holder, the thread's number plus one; 0: it is
 * free. That the holder of a recursive one takes it again is no operation.
 *
 * A robust one whose owner has ended (OWNER_END) is free and inconsistent: who
 * takes it next is told so. If that thread unlocks it without having made it
 * consistent (UNLOCK_LOST; to make it so is no operation), it is lost: each
 * lock of it comes to its end at once, and takes nothing.
 */
#ifndef MZ_OP_MUTEX_H
#define MZ_OP_MUTEX_H

#include "op/automaton.h"

enum {
    MZ_MUTEX_HOLDER = (1 << 16) - 1,
    MZ_MUTEX_INCONSISTENT = 1 << 16, /* and free */
    MZ_MUTEX_LOST = 1 << 17,         /* the same, for good */
};

static inline bool mz_mutex_enabled(enum mz_op kind, uint64_t state,
                                    const struct mz_op_operand *operand)
{
    (void)operand;
    return !(state & MZ_MUTEX_HOLDER) || !mz_op_acquires(kind);
}

/* Where the detector of data races does not look, a mutex is initialised and
 * destroyed by a write, which leaves it free. */
static inline bool mz_mutex_after(enum mz_op kind, uint64_t *state,
                                  const struct mz_op_operand *operand)
{
    if (mz_op_acquires(kind))
        *state = *state == MZ_MUTEX_LOST ? MZ_MUTEX_LOST : operand->thread + 1;
    else if (kind == MZ_UNLOCK || mz_op_writes(kind))
        *state = 0;
    else if (kind == MZ_UNLOCK_LOST)
        *state = MZ_MUTEX_LOST;
    else if (kind == MZ_OWNER_END)
        *state = MZ_MUTEX_INCONSISTENT;
    return true;
}

static inline mz_tid mz_mutex_holder(uint64_t state)
{
    return state & MZ_MUTEX_HOLDER ? (state & MZ_MUTEX_HOLDER) - 1
                                   : MZ_NO_THREAD;
}

#endif
