/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How much of a search is done that explores subtrees which begin at certain
 * lengths of an execution. What is left of each is taken to be as large as
 * those were on average that have been explored, that began at the same length
 * and had the same rank: which they were among those that one execution left to
 * be explored from that length on. The last of them is explored first; for
 * each of the others more, or less, sleeps.
 *
 * What is not known of a rank is concluded from a higher one. Shorter
 * beginnings have larger subtrees: where none so short has been explored to its
 * end yet, it is taken to be as large as all that has been explored; unless
 * those of its rank are as large whatever they begin with.
 */
#ifndef MZ_EXPLORE_ESTIMATE_H
#define MZ_EXPLORE_ESTIMATE_H

#include "base/arena.h"

enum { MZ_ESTIMATE_RANKS = 16 }; /* the last one: all from there on */

struct mz_estimate_size {
    uint64_t subtrees;   /* explored */
    uint64_t executions; /* in these */
};

struct mz_estimate {
    uint32_t lengths;
    uint32_t least, most; /* lengths of which a subtree has been explored */
    struct mz_estimate_size (*sizes)[MZ_ESTIMATE_RANKS]; /* [length][rank] */
    uint64_t all; /* executions so far, of the task at hand */
};

/* For lengths below this one. */
void mz_estimate_init(struct mz_estimate *, struct mz_arena *,
                      uint32_t lengths);

/* A subtree from that length on had so many executions. */
void mz_estimate_add(struct mz_estimate *, uint32_t length, uint32_t rank,
                     uint64_t executions);

/* How many one has that has not been explored. */
double mz_estimate_of(const struct mz_estimate *, uint32_t length,
                      uint32_t rank);

#endif
