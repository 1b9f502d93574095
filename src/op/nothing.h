/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operations without an object: a choice, which nothing disables, and a join,
 * whose state is whether the thread has ended.
 */
#ifndef MZ_OP_NOTHING_H
#define MZ_OP_NOTHING_H

#include "op/automaton.h"

static inline bool mz_nothing_enabled(enum mz_op kind, uint64_t state,
                                      const struct mz_op_operand *operand)
{
    (void)operand;
    return kind != MZ_JOIN || state;
}

static inline bool mz_nothing_after(enum mz_op kind, uint64_t *state,
                                    const struct mz_op_operand *operand)
{
    (void)kind, (void)state, (void)operand;
    return true;
}

static inline mz_tid mz_nothing_holder(uint64_t state)
{
    (void)state;
    return MZ_NO_THREAD;
}

#endif
