/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Supervises one check, or one replay: makes the region, starts the program,
 * shows progress, keeps limits, deals with Ctrl-C, crashes and hangs, and comes
 * to a verdict, whatever the program does.
 */
#ifndef MZ_CLI_SUPERVISE_H
#define MZ_CLI_SUPERVISE_H

#include "cli/janitor.h"
#include "cli/search_state.h"
#include "cli/suppressions.h"
#include "region/region.h"
#include "report/report.h"

/* A search that is stopped is kept in that file. */
struct mz_keeping {
    const char *path;
    double period; /* also each so many seconds; 0: not */
    const struct mz_search_origin *origin;
};

struct mz_ranks; /* ranks.h */

struct mz_run {
    const char *executable;
    char *const *argv; /* argv[0] is what the program sees as its name */
    struct mz_settings settings;
    const struct mz_replay_request *replay; /* NULL: a check */
    char *const *debugger;     /* words before the program; NULL: none */
    double timeout;            /* seconds, 0: none */
    double watchdog;           /* seconds, 0: none */
    const char *preload; /* libmazurka.so, if the program does not load it by
                            itself; NULL */
    const char *trust; /* what may go unseen (trust.h); NULL: nothing */
    const struct mz_suppressions *suppressions; /* NULL: none */
    const struct mz_keeping *keeping;        /* NULL: it is not kept */
    const struct mz_search_state *continues; /* that search; NULL: none */
    struct mz_ranks *ranks; /* it is one of several; NULL: alone */
    int server; /* a socket: who makes the process (region/function.h); 0 */
    uint32_t explained; /* so many errors at most (explain.h) */
    bool may_change_algorithm; /* to one that treats what its own cannot */
    bool shows_progress;
    const char *looks_for; /* after an error; NULL: that is a search */
    double lasts; /* seconds until that is told by mz_progress_tell; 0: never */
    bool is_aside; /* what stops it does not stop us */
    bool verbose;
    struct mz_janitor *janitor;
};

struct mz_result {
    enum mz_verdict verdict;
    struct mz_region *region; /* a transcript (transcript.h), ours */
    struct mz_region *told[MZ_MAX_FINDINGS]; /* of some errors beyond the first:
                          one each, in which it is the first (explain.h) */
    double seconds;
    long max_rss_kb; /* of several workers: of all together, at most */
    char algorithm[32]; /* the one that came to it */
    bool was_stopped; /* by a signal */
    bool is_kept; /* what is left is in the file of run->keeping */
    bool is_over; /* with run->keeping: nothing is left; and kept, too, if it is
                     a part of a search */
};

/* 0, or the exit status with which to end: the program could not be started,
 * and the message has been given. */
int mz_supervise(const struct mz_run *, struct mz_result *);

#endif
