/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where an error was to be avoided: of an execution that ends in one, the last
 * step before which some way of going on ends in none. A depth-first search
 * that begins with that execution finds it: it comes back to a prefix only when
 * all ways to go on from the longer ones have been explored, and all of these
 * have ended in an error. So the first execution without an error that it meets
 * leaves the failing one at the critical step.
 *
 * It is the plain enumeration with sleep sets (naive.c). An algorithm that
 * leaves out more would have to see what comes after an error, since the races
 * there may be those that lead to another execution.
 *
 * When it has gone on for too long, it may be asked to look for some way out,
 * by trying from each prefix, the longest first, who else could go on: what it
 * meets then is a way out, but perhaps not the last one.
 */
#ifndef MZ_EXPLORE_CRITICAL_H
#define MZ_EXPLORE_CRITICAL_H

#include "explore/path.h"
#include "explore/replay.h"

struct mz_critical_search {
    struct mz_algorithm algorithm; /* first */
    struct mz_path path;
    struct mz_replay plan; /* of the execution that fails */
    uint32_t *first;       /* [position] the value of a choice in it */
    bool follows;          /* it is being run */
    uint32_t length;       /* its events */
    uint32_t kept;         /* so many of them had the shortest prefix so far:
                              behind it nothing is left to be tried */
    uint32_t asked_at; /* where a thread was chosen last, and which */
    mz_tid asked;
    bool samples; /* it tries one way to go on from each prefix and thread */
    mz_tset left; /* then: who is still to be tried from the one at hand */
};

/* The plan is borrowed; who fails after it, without an event, is `then`. Of the
 * options only the relation matters. */
struct mz_critical_search *
mz_critical_create(struct mz_arena *, const struct mz_execution *,
                   const struct mz_algorithm_options *,
                   const struct mz_plan_step *plan, uint32_t plan_length,
                   mz_tid then);

/* From now on it samples. After an execution. */
void mz_critical_sample(struct mz_critical_search *);

#endif
