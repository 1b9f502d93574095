/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A semaphore: the state is its count.
 */
#include "op/object.h"

static bool enabled(enum mz_op kind, uint64_t state,
                    const struct mz_op_operand *operand)
{
    (void)operand;
    return state || !mz_op_acquires(kind);
}

static bool after(enum mz_op kind, uint64_t *state,
                  const struct mz_op_operand *operand)
{
    (void)operand;
    *state += (kind == MZ_SEM_POST) - mz_op_acquires(kind);
    return true;
}

const struct mz_automaton mz_semaphore_automaton = {
    .name = "semaphore",
    .enabled = enabled,
    .after = after,
};
