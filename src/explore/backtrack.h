/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A depth-first search that adds to the backtrack sets of its path by reversing
 * races: what [FG05] and [AAJS17] Algorithm 1 have in common. They differ in
 * what a race adds.
 *
 * The papers look for the races of a step when it is about to be executed. Here
 * an execution is recorded first, and the races of its new events are looked
 * for afterwards, in the same order; then those of the threads that are blocked
 * at its end.
 */
#ifndef MZ_EXPLORE_BACKTRACK_H
#define MZ_EXPLORE_BACKTRACK_H

#include "explore/path.h"
#include "trace/reversal.h"

struct mz_backtrack {
    struct mz_algorithm algorithm; /* first */
    struct mz_path path;
    struct mz_happens_before hb;

    /* Reverses the races of which this is the later side. */
    void (*reverse)(struct mz_backtrack *, const struct mz_execution *,
                    const struct mz_later *);
};

struct mz_algorithm *mz_backtrack_create(
    struct mz_arena *, const struct mz_execution *,
    const struct mz_algorithm_options *,
    void (*reverse)(struct mz_backtrack *, const struct mz_execution *,
                    const struct mz_later *));

/* Adds threads to the backtrack set of the prefix of length i. */
void mz_backtrack_add(struct mz_backtrack *, uint32_t i, mz_tset threads);

#endif
