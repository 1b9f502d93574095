/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Some bytes of memory: the state is what they hold, as a number whose lowest
 * byte is the lowest of them. An await waits until they satisfy its condition;
 * a compare-exchange succeeds if they hold what it expects.
 */
#include "op/await.h"
#include "op/object.h"

static bool enabled(enum mz_op kind, uint64_t state,
                    const struct mz_op_operand *operand)
{
    switch (kind) {
    case MZ_AWAIT:
        return mz_condition_holds(operand->condition, operand->mask, state,
                                  operand->number);
    case MZ_CAS:
        return state == operand->number;
    default:
        return true;
    }
}

static bool after(enum mz_op kind, uint64_t *state,
                  const struct mz_op_operand *operand)
{
    if (kind == MZ_WRITE)
        *state = operand->number;
    return kind == MZ_WRITE || !mz_op_writes(kind);
}

const struct mz_automaton mz_memory_automaton = {
    .name = "variable",
    .enabled = enabled,
    .after = after,
};
