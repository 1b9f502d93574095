/* SPDX-License-Identifier: Apache-2.0 */
/* What a test has said of an object and a scenario (mazurka.h), as the rest of
 * this room has it. */
#ifndef MZ_HISTORY_OBJECT_H
#define MZ_HISTORY_OBJECT_H

#include "history/sequential.h"
#include "mazurka.h"

/* Zeros are replaced by what they stand for; NULL: all are zeros. */
struct mz_scenario mz_scenario_with_defaults(const struct mz_scenario *);

/* Why it cannot be looked at, in `out`; false: it can. */
bool mz_object_is_refused(const struct mz_object *, const struct mz_scenario *,
                          char *out, size_t size);

uint32_t mz_operation_arity(const struct mz_operation *);

long mz_operation_call(const struct mz_operation *, void *object,
                       const struct mz_object_call *);

/*
 * The columns of a scenario, enumerated or drawn: how many there are, which is
 * more than MZ_MOST_SCENARIOS if there are too many, and then none is taken
 * from the arena.
 */
uint64_t mz_object_columns(const struct mz_object *, const struct mz_scenario *,
                           struct mz_arena *, struct mz_columns **);

/* Has it a model, or is its own code the sequential one? */
bool mz_object_has_model(const struct mz_object *);

struct mz_object_code {
    struct mz_sequential_code code; /* first */
    void *(*create)(void);
    void (*destroy)(void *);
    const struct mz_operation *operations;
    void *object;
};

/* `object` is borrowed. */
struct mz_object_code mz_object_code(const struct mz_object *);

/* Why the sequential code has failed so; NULL: it has not. */
const char *mz_object_failure(enum mz_sequential_failure);

#endif
