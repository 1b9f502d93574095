/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A semaphore: the state is its count.
 */
#ifndef MZ_OP_SEMAPHORE_H
#define MZ_OP_SEMAPHORE_H

#include "op/automaton.h"

static inline bool mz_semaphore_enabled(enum mz_op kind, uint64_t state,
                                        const struct mz_op_operand *operand)
{
    (void)operand;
    return state || !mz_op_acquires(kind);
}

static inline bool mz_semaphore_after(enum mz_op kind, uint64_t *state,
                                      const struct mz_op_operand *operand)
{
    (void)operand;
    *state += (kind == MZ_SEM_POST) - mz_op_acquires(kind);
    return true;
}

static inline mz_tid mz_semaphore_holder(uint64_t state)
{
    (void)state;
    return MZ_NO_THREAD;
}

#endif
