/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An execution that ends in an error, in which it is easier to read how: with
 * fewer preemptions, then fewer context switches, steps, threads. It is looked
 * for in two ways, both by running it, so that what is told does happen:
 *
 * - The plan at hand is changed where it goes from one thread to another: the
 *   thread goes on as long as it can, or what it does there it does later. What
 *   shows the same error and is easier is the next plan to be changed.
 * - Executions within 0, 1, 2, ... preemptions are searched, as long as these
 *   are fewer than the plan has.
 *
 * How many executions that takes is bounded by their number, and by that of
 * their events, so that the outcome does not depend on the time.
 */
#ifndef MZ_RUNTIME_SIMPLIFY_H
#define MZ_RUNTIME_SIMPLIFY_H

#include "runtime/search.h"

/* What is compared, in this order. */
struct mz_burden {
    uint64_t preemptions, switches, steps, threads;
};

/* How a plan that may be changed in one place is followed. */
struct mz_trial {
    struct mz_chooser chooser; /* first */
    struct mz_replay values;   /* of choices; else it only holds the plan */
    uint32_t change;           /* enum change of simplify.c */
    uint32_t where;            /* in the plan */
    bool goes_on;
    int32_t owed[MZ_MAX_THREADS]; /* steps put off, or less than 0: steps that
                                     were made before it was their turn */
    uint64_t preemptions;
    bool failed;
};

/* In an arena of the region, since executions may be children. */
struct mz_simplifier {
    struct mz_observer observer; /* first */
    struct mz_search *search;
    struct mz_trial trial;
    struct mz_burden best;  /* of the plan of the account */
    struct mz_finding told; /* what it ends in: it may be met by other threads,
                                of similar ones, than it was before */
    struct mz_finding kept; /* that of the plan before */
    uint32_t trials, searched;
    uint64_t events;
    bool found; /* by the search */
};

void mz_simplifier_init(struct mz_simplifier *, struct mz_search *,
                        const struct mz_finding *told);

/* Runs the plan of the account, and makes it one with fewer context switches of
 * the same trace, if that is easier to read. False: it does not end in that
 * error. */
bool mz_simplify_begin(struct mz_simplifier *);

/* After that: makes it the easiest one that is found. search->algorithm is one
 * that searches within more and more preemptions. */
void mz_simplify(struct mz_simplifier *);

#endif
