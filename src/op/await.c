/* SPDX-License-Identifier: Apache-2.0 */
#include "op/await.h"

const char *const mz_condition_names[MZ_CONDITION_COUNT] = {
    [MZ_EQUAL] = "==",  [MZ_UNEQUAL] = "!=",
    [MZ_LESS] = "<",    [MZ_LESS_OR_EQUAL] = "<=",
    [MZ_GREATER] = ">", [MZ_GREATER_OR_EQUAL] = ">=",
};

/* The value of a variable of `bytes` bytes, as a signed number. */
static int64_t extended(uint64_t value, unsigned bytes)
{
    unsigned spare = 64 - 8 * bytes;

    return (int64_t)(value << spare) >> spare;
}

bool mz_condition_holds(uint8_t condition, uint8_t mask, uint64_t value,
                        uint64_t number)
{
    unsigned bytes = __builtin_popcount(mask);
    int64_t a = extended(value, bytes), b = extended(number, bytes);
    bool less =
        condition & MZ_CONDITION_SIGNED ? a < b : (uint64_t)a < (uint64_t)b;

    switch (condition & ~MZ_CONDITION_SIGNED) {
    case MZ_EQUAL:
        return a == b;
    case MZ_UNEQUAL:
        return a != b;
    case MZ_LESS:
        return less;
    case MZ_LESS_OR_EQUAL:
        return less || a == b;
    case MZ_GREATER:
        return !less && a != b;
    default:
        return !less;
    }
}
