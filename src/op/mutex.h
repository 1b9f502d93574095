/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A mutex: the state is its holder, the thread's number plus one; 0: it is
 * free. That the holder of a recursive one takes it again is no operation.
 */
#ifndef MZ_OP_MUTEX_H
#define MZ_OP_MUTEX_H

#include "op/automaton.h"

static inline bool mz_mutex_enabled(enum mz_op kind, uint64_t state,
                                    const struct mz_op_operand *operand)
{
    (void)operand;
    return !state || !mz_op_acquires(kind);
}

/* Where the detector of data races does not look, a mutex is initialised and
 * destroyed by a write, which leaves it free. */
static inline bool mz_mutex_after(enum mz_op kind, uint64_t *state,
                                  const struct mz_op_operand *operand)
{
    if (mz_op_acquires(kind))
        *state = operand->thread + 1;
    else if (kind == MZ_UNLOCK || mz_op_writes(kind))
        *state = 0;
    return true;
}

static inline mz_tid mz_mutex_holder(uint64_t state)
{
    return state ? state - 1 : MZ_NO_THREAD;
}

#endif
