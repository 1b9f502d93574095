/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A spin lock: the state is its holder, the thread's number plus two; 1: it is
 * free, as glibc has it. Who spins waits: what it does meanwhile is nobody's
 * concern.
 */
#ifndef MZ_OP_SPIN_H
#define MZ_OP_SPIN_H

#include "op/automaton.h"

enum { MZ_SPIN_FREE = 1 };

static inline bool mz_spin_enabled(enum mz_op kind, uint64_t state,
                                   const struct mz_op_operand *operand)
{
    (void)operand;
    return state == MZ_SPIN_FREE || !mz_op_acquires(kind);
}

/* One that is written as memory is initialised, or destroyed: it is free. */
static inline bool mz_spin_after(enum mz_op kind, uint64_t *state,
                                 const struct mz_op_operand *operand)
{
    if (mz_op_acquires(kind))
        *state = operand->thread + MZ_SPIN_FREE + 1;
    else if (kind == MZ_SPIN_UNLOCK || mz_op_writes(kind))
        *state = MZ_SPIN_FREE;
    return true;
}

static inline mz_tid mz_spin_holder(uint64_t state)
{
    return state > MZ_SPIN_FREE ? state - MZ_SPIN_FREE - 1 : MZ_NO_THREAD;
}

#endif
