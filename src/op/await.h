/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The conditions that awaits wait for.
 */
#ifndef MZ_OP_AWAIT_H
#define MZ_OP_AWAIT_H

#include "base/base.h"

/* By what an await compares its variable with a number: as signed numbers if
 * MZ_CONDITION_SIGNED is added. */
enum mz_condition {
    MZ_EQUAL,
    MZ_UNEQUAL,
    MZ_LESS,
    MZ_LESS_OR_EQUAL,
    MZ_GREATER,
    MZ_GREATER_OR_EQUAL,
    MZ_CONDITION_COUNT,
    MZ_CONDITION_SIGNED = 0x80, /* added to one of these */
};

/* `==`, ... */
extern const char *const mz_condition_names[MZ_CONDITION_COUNT];

/* Does a variable of these bytes that holds `value` satisfy the condition? */
bool mz_condition_holds(uint8_t condition, uint8_t mask, uint64_t value,
                        uint64_t number);

#endif
