/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What some algorithms cannot treat: properties of a program that are met in
 * the midst of a search, which then ends. The registry (explore/algorithm.h)
 * says which algorithm refuses what.
 */
#ifndef MZ_TRACE_REFUSAL_H
#define MZ_TRACE_REFUSAL_H

#include <stdbool.h>

/* Which, and how it is told of. */
#define MZ_REFUSALS(X)                                                         \
    X(AWAIT_IN_PARTS, "an await on a variable that is accessed in parts")      \
    X(CAS_IN_PARTS,                                                            \
      "a compare-exchange beside accesses to parts of its variable")           \
    X(NESTED_SCHEDULES, "schedules nested too deep")                           \
    X(AWAIT_AND_CAS_IN_PARTS,                                                  \
      "awaits on variables that are accessed in parts, beside failed "         \
      "compare-exchanges")                                                     \
    X(MANY_ACCESSES, "so many accesses in one event")                          \
    X(BOUND_WITH_READS, "bounds where reads commute")                          \
    X(BOUND_WITH_PARTS,                                                        \
      "accesses of different sizes to the same bytes, in a bound")             \
    X(BOUND_WITH_SEVERAL, "several accesses in one event, in a bound")         \
    X(PARTS, "accesses of different sizes to the same bytes")                  \
    X(SEVERAL, "several accesses in one event")                                \
    X(BARRIER,                                                                 \
      "barriers where a wait is interrupted, or plain accesses are no races")  \
    X(ADDITIONS,                                                               \
      "additions whose results nobody uses, beside awaits of them or accesses "\
      "of other sizes")                                                        \
    X(NOT_SERVED,                                                              \
      "operations on memory other than C11 atomics, under tso, ra or rc11")    \
    X(NOT_IN_MODEL,                                                            \
      "operations that no memory model has, under tso, ra or rc11")

enum mz_refusal {
    MZ_REFUSAL_NONE,
#define X(id, text) MZ_REFUSAL_##id,
    MZ_REFUSALS(X)
#undef X
        MZ_REFUSAL_COUNT
};

/* Their texts, and what they are called in tables: `NESTED_SCHEDULES`. Of none
 * NULL. */
extern const char *const mz_refusals[MZ_REFUSAL_COUNT];
extern const char *const mz_refusal_names[MZ_REFUSAL_COUNT];

#endif
