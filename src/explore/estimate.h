/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An estimate of how much of a search is done, if it explores subtrees that
 * begin at certain lengths of an execution.
 *
 * A subtree has a rank: if an execution left several to be explored from the
 * same length on, they have ranks 0, 1, 2, ... The one of the highest rank is
 * explored first. Then, from one to the next, more sleeps, or less; so subtrees
 * of different ranks differ in size.
 *
 * A subtree that has not been explored is taken to be as large as those were on
 * average that have been, and that began at the same length and had the same
 * rank. If there is none of its rank yet, its size is concluded from that of a
 * higher rank at this length. If none that begins so short has been explored to
 * its end yet, it is taken to be as large as all that has been explored so far,
 * since shorter beginnings have larger subtrees; unless those of its rank have
 * turned out to be as large whatever length they begin at.
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
    uint32_t least, most; /* lengths at which explored subtrees begin */
    struct mz_estimate_size (*sizes)[MZ_ESTIMATE_RANKS]; /* [length][rank] */
    uint64_t all; /* executions so far, of the task at hand */
};

/* For lengths below this one. */
void mz_estimate_init(struct mz_estimate *, struct mz_arena *,
                      uint32_t lengths);

/* Nothing is known any more. */
void mz_estimate_forget(struct mz_estimate *);

/* Notes that a subtree from that length on had so many executions. */
void mz_estimate_add(struct mz_estimate *, uint32_t length, uint32_t rank,
                     uint64_t executions);

/* How many executions a subtree has that has not been explored. */
double mz_estimate_of(const struct mz_estimate *, uint32_t length,
                      uint32_t rank);

#endif
