/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Makes of each row of the table its rules, which other files find by name, and
 * the entry of its function. An entry that another file has (MZ_FORWARD, or the
 * function written out) takes the place of the one here, which is weak.
 */
#define _GNU_SOURCE
#define MZ_LIBC_TABLE_WORDS
#include "runtime/libc_table.h"

#include <pthread.h>
#include <search.h>
#include <stdlib.h>
#include <time.h>

#include "runtime/libc_forward.h"
#include "runtime/libc_rules.h"

#define ENTRY(name) \
    MZ_FORWARD_ENTRY_ABOUT(#name, "mz_accesses_" #name, ".weak ")

#define RULES(name, variant_, ...)                                    \
    extern const struct mz_accesses mz_accesses_##name                \
        __attribute__((visibility("hidden")));                        \
    const struct mz_accesses mz_accesses_##name = {                   \
        .variant = variant_, .rules = {__VA_ARGS__}};                 \
    ENTRY(name)

#define X(name, ...) RULES(name, NULL, __VA_ARGS__ __VA_OPT__(,) {0})
MZ_LIBC_TABLE(X)
#undef X
#define X(name, variant, ...) RULES(name, #variant, __VA_ARGS__, {0})
MZ_LIBC_VARIADIC(X)
#undef X
