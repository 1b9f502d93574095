/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Several workers: processes forked from the snapshot, so that all addresses
 * are the same in each. The process that forks them does nothing but look after
 * them, and puts another worker in the place of one that was killed.
 */
#ifndef MZ_RUNTIME_CREW_H
#define MZ_RUNTIME_CREW_H

#include "base/arena.h"
#include "explore/share.h"
#include "runtime/runtime.h"

/* A worker's place. */
struct mz_crew_member {
    struct mz_sharer sharer;
    struct mz_arena arena; /* its own; zero-filled */
    bool all_done;         /* that it had nothing to take was the end */
};

/*
 * Makes mz_workers of them, with the rest of the arena divided among them.
 * True in each worker: mz_rt.region is its own, with what those in its seat
 * have found. False in the first process, when all have ended: the region they
 * have in common tells how the search has ended.
 */
bool mz_crew_gather(struct mz_arena *, struct mz_crew_member *);

/* Waits for something to do, and takes it. False: all is done, or the search is
 * to stop. */
bool mz_crew_take(struct mz_crew_member *);

/* Of executions that have numbers (mz_algorithm.survey): this one has failed,
 * so that later ones need not be run, but all earlier ones. */
void mz_crew_note_error(uint64_t number);

/* Has one that comes earlier failed? */
bool mz_crew_is_late(uint64_t number);

/* There is something new to take. */
void mz_crew_wake(void);

#endif
