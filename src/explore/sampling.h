/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What searches have in common that draw executions at random: random, pct and
 * pos, which differ in how they choose threads.
 *
 * Executions have numbers, 0, 1, 2, ...; what the search chooses in one follows
 * from the seed and its number, so that it makes no difference who runs it, or
 * what was run before. A worker runs every stride-th number from some first one
 * on; to give work away is to double the stride.
 *
 * All executions begin with the same events, as long as one thread alone can go
 * on. These are kept from one to the next.
 */
#ifndef MZ_EXPLORE_SAMPLING_H
#define MZ_EXPLORE_SAMPLING_H

#include "base/random.h"
#include "explore/algorithm.h"
#include "trace/happens_before.h"

struct mz_sampling {
    struct mz_algorithm algorithm; /* first */
    /* A new execution, beyond what all have in common; its numbers come from
     * `random`. May be NULL. */
    void (*begin)(struct mz_sampling *);
    /* It was run, and failed or not. May be NULL. */
    void (*end)(struct mz_sampling *, bool failed);

    uint64_t seed;
    uint64_t number; /* of the execution at hand; before `next`, of the first */
    uint64_t stride;
    uint64_t limit; /* numbers are below it */
    uint64_t jobs;
    uint64_t alone; /* executions of lower numbers are not given away ... */
    uint64_t known; /* ... and what they have shown goes with each task: the
                       steps of the longest one */
    uint64_t drawn; /* executions, for an estimate */
    bool is_first;  /* of a task: its number is not to be advanced */
    uint32_t common; /* events that all executions begin with, MZ_NONE: none is
                        known to have a choice */

    struct mz_random random;
    mz_tset met;
    unsigned thread_count;
    mz_tid threads[MZ_MAX_THREADS]; /* in the order in which they were met */

    struct mz_happens_before hb;
    uint32_t *index; /* see mz_census_name */
};

/* Clears it, and sets all but `begin`, `end` and the chooser's `choose`. */
void mz_sampling_init(struct mz_sampling *, struct mz_arena *,
                      const struct mz_execution *,
                      const struct mz_algorithm_options *);

/* To be called first where a thread is to be chosen. True: there is a choice.
 * False: it is `only`. */
bool mz_sampling_enter(struct mz_sampling *, const struct mz_execution *,
                       const struct mz_enabled *, mz_tid *only);

/* A number below `bound`. */
uint64_t mz_sampling_draw(struct mz_sampling *, uint64_t bound);

#endif
