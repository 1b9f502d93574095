/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A process that searches is watched from outside: until it ends, or is to end
 * since a limit is met, a signal came, or it hangs.
 */
#ifndef MZ_CLI_WATCH_H
#define MZ_CLI_WATCH_H

#include "cli/answers.h"
#include "cli/process.h"
#include "cli/progress.h"
#include "cli/scribe.h"
#include "cli/shared_memory.h"
#include "cli/supervise.h"
#include "explore/share.h"

enum {
    MZ_GRACE_TO_PUT_BY = 60, /* seconds that a process that was asked to put by
                                what is left has until it is killed */
};

/* When one that searches was last seen to do something. */
struct mz_life {
    uint64_t heartbeat;
    uint64_t executions;
    double last;        /* when one of them was seen to change */
    bool was_barked_at; /* since then */
};

/* One process and what is known of it from outside. */
struct mz_watch {
    const struct mz_run *run;
    uint32_t workers;
    bool in_ranks;
    const struct mz_search_state *continues; /* NULL: it begins anew */
    const struct mz_scribe *scribe; /* may still write what was kept before */
    struct mz_shared_memory memory;
    struct mz_process_plan plan;
    pid_t child;
    bool ended;
    uint32_t shift;   /* of that process, from 1: see region/shifts.h */
    bool stays;       /* the shift has ended, and the process has not */
    bool knows_files; /* of a search that is kept */
    int wait_status;
    long max_rss_kb;

    double start, begun; /* the search; this process */
    uint64_t run_before; /* executions, before this process */
    double period;       /* after which it is stopped to be kept; 0: none */
    double at_work;      /* with other ranks: the first execution was seen */
    enum mz_limit stopped_by; /* for which it was asked to stop */
    double stop_time;         /* when */
    int signal;               /* that asked for it; 0: none */

    struct mz_time_left time_left;
    struct mz_life lives[1 + MZ_MAX_JOBS]; /* one for each region */
    bool was_bitten;
    struct mz_answers answers;
};

/* NULL: this process is alone, or this search is. */
struct mz_ranks *mz_watch_ranks(const struct mz_watch *);

/* The process begins now; and so does the search, if it has not. */
void mz_watch_begin(struct mz_watch *);

/* Returns when the process has ended, or stays. */
void mz_watch_to_the_end(struct mz_watch *);

/* A signal that the tool was sent: with one that asks to stop the process is
 * asked to; the second time it is killed at once. */
void mz_watch_signal(struct mz_watch *, int signal, double now);

/* Has the process ended, or its shift? (SIGCHLD may still come of a process
 * that is no more: other ranks are waited for.) */
void mz_watch_reap(struct mz_watch *);
void mz_watch_end_process(struct mz_watch *);

#endif
