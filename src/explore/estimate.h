/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How much of a search is done that explores subtrees which begin at certain
 * lengths of an execution. What is left of each is taken to be as large as
 * those explored that began at the same length were on average. Shorter
 * beginnings have larger subtrees: where none of that length has been explored
 * to its end yet, it is taken to be as large as all that has been explored.
 */
#ifndef MZ_EXPLORE_ESTIMATE_H
#define MZ_EXPLORE_ESTIMATE_H

#include "base/arena.h"

struct mz_estimate {
    uint32_t lengths;
    uint32_t least, most; /* lengths of which a subtree has been explored */
    uint64_t *subtrees;   /* [length]: explored */
    uint64_t *executions; /* [length]: in these */
    uint64_t all;         /* executions so far, of the task at hand */
};

/* For lengths below this one. */
void mz_estimate_init(struct mz_estimate *, struct mz_arena *,
                      uint32_t lengths);

/* A subtree from that length on had so many executions. */
void mz_estimate_add(struct mz_estimate *, uint32_t length,
                     uint64_t executions);

/* How many one has that has not been explored. */
double mz_estimate_of(const struct mz_estimate *, uint32_t length);

#endif
