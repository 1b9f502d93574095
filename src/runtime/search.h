/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A search under way in this process: what it has counted and found, published
 * in the region after each execution. Alone it is mz_search_run, from the first
 * execution to the verdict; one of several workers is mz_search_work, task by
 * task (search_worker.c). What it finds is noted in search_findings.c.
 */
#ifndef MZ_RUNTIME_SEARCH_H
#define MZ_RUNTIME_SEARCH_H

#include "explore/explore.h"
#include "runtime/crew.h"
#include "runtime/telling.h"
#include "trace/traces.h"

/* In the region's arena; so is everything it points to. */
struct mz_search {
    struct mz_observer observer; /* first */
    struct mz_region *region;
    struct mz_execution execution;
    struct mz_program *program;
    struct mz_algorithm *algorithm;
    struct mz_telling telling;
    struct mz_traces traces; /* if they are counted */
    struct mz_tally tally; /* a worker: of the task at hand */
    bool out_of_executions;
    bool is_late; /* a worker: what is left of the task comes after an error */
    bool checks_races; /* in the execution at hand */

    struct mz_crew_member *member; /* NULL: there are no workers */
    struct mz_share_totals before; /* a worker: of the tasks done */
    double explored;               /* before the task at hand */

    uint64_t began; /* in nanoseconds; for statistics */
};

void mz_search_init(struct mz_search *);

void mz_search_run(struct mz_search *);
void mz_search_work(struct mz_search *);

/* One exploration, to its end or to where it is stopped: then false. */
bool mz_search_explore(struct mz_search *);

/* An execution has ended with an error, or a deadlock, or has been cut. Is that
 * an error, of the property that is asked for? */
bool mz_search_note_finding(struct mz_search *, enum mz_outcome);

/* What has been found out if the task at hand, too, counts. */
void mz_search_add_up(struct mz_search *, struct mz_share_totals *);

void mz_search_publish(struct mz_search *);
void mz_search_publish_explored(struct mz_search *);

/* All has been explored, as far as it was to be; or the search has come to its
 * end before. */
void mz_search_say_done(struct mz_search *);
void mz_search_say_why(struct mz_search *);

/* The search, or a replay, has met that limit. */
void mz_search_set_limit(struct mz_region *, enum mz_limit);

#endif
