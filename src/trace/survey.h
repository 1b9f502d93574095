/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a search that samples tells of what it has not run: how many traces it
 * has met, and how likely an error of some depth would have been found.
 *
 * The depth of an error is how many orders of two steps make it happen,
 * whatever else happens (Burckhardt, Kothari, Musuvathi, Nagarakatte: A
 * Randomized Scheduler with Probabilistic Guarantees of Finding Bugs, ASPLOS
 * 2010).
 *
 * Flat data, in the region. Each worker has its own.
 */
#ifndef MZ_TRACE_SURVEY_H
#define MZ_TRACE_SURVEY_H

#include "trace/census.h"

enum { MZ_MOST_DEPTH = 8 };

struct mz_survey {
    struct mz_census census;
    uint64_t drawn; /* executions, those at a false assumption included */
    uint64_t failed; /* of these, with an error or a deadlock */
    uint64_t cut;    /* of these, where a thread waits in a loop and was not
                        let go on: errors behind that are not found there */

    /* pct: n threads and k steps at most, as its executions have shown */
    uint32_t threads, steps;
    uint64_t longer; /* executions that had more steps all the same */
    uint64_t of_depth[MZ_MOST_DEPTH + 1]; /* executions that were to find errors
                                             of this depth; 0: of none */
    uint64_t failed_of_depth[MZ_MOST_DEPTH + 1]; /* those that failed */
};

/* Adds what another one has found. Trusts none of it. */
void mz_survey_merge(struct mz_survey *, const struct mz_survey *);

/* The chance that an error of that depth, which executions with so many threads
 * and steps have, was missed, is at most this: each execution that was drawn
 * for this depth finds it with 1 / (n k^(depth - 1)). 1: nothing is known. */
double mz_survey_missed(const struct mz_survey *, unsigned depth);

#endif
