/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operations without an object: a choice, which nothing disables, and a join,
 * whose state is whether the thread has ended.
 */
#include "op/object.h"

static bool enabled(enum mz_op kind, uint64_t state,
                    const struct mz_op_operand *operand)
{
    (void)operand;
    return kind != MZ_JOIN || state;
}

static bool after(enum mz_op kind, uint64_t *state,
                  const struct mz_op_operand *operand)
{
    (void)kind, (void)state, (void)operand;
    return true;
}

const struct mz_automaton mz_nothing_automaton = {
    .name = "nothing",
    .enabled = enabled,
    .after = after,
};
