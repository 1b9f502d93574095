/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Finds an order of a configuration with at most so many context switches, or
 * that there is none.
 *
 * The running thread is that of the last event that is not local, main at the
 * beginning; to go on with another one is a switch. What a thread can do it may
 * as well do at once: to move an event to the end of an earlier block of its
 * thread adds no switch, if all that the event follows is before that. So the
 * search only chooses which thread goes on where the running one cannot.
 */
#ifndef MZ_UNFOLD_FEW_SWITCHES_H
#define MZ_UNFOLD_FEW_SWITCHES_H

#include "unfold/configuration.h"

/* An event beyond C: its thread, and what it follows. */
struct mz_extension {
    mz_tid thread;
    mz_node previous;
    const mz_node *causes;
    uint32_t cause_count;
};

enum { MZ_FEW_FAILURES = 1 << 12 };

/* What was tried in vain: to go on after certain events, the last of them by a
 * certain thread. */
struct mz_few_failure {
    uint64_t key;    /* of these events, and of the thread */
    uint32_t left;   /* switches that were left then, plus one; 0: none tried */
    uint32_t search; /* of which search: mz_few_switches.search */
};

/* After so many switches: who runs, how many events had been done when it could
 * not go on, and who has not been tried after it. */
struct mz_few_level {
    mz_tid running;
    uint32_t count;
    mz_tset rest;
};

struct mz_few_switches {
    /* [position of C, then the extension] */
    mz_tid *thread;
    bool *local;
    bool *begins;
    bool *done;
    struct mz_extension *events;
    uint32_t *next_of_thread; /* its thread's next, or MZ_NONE */

    uint32_t next[MZ_MAX_THREADS];  /* the first not done, or MZ_NONE */
    uint32_t steps[MZ_MAX_THREADS]; /* how many are not done, and not local */
    mz_tset threads;                /* that have any events left */
    mz_tset moving;                 /* that have steps left */
    uint64_t key;                   /* of what has been done */
    uint32_t count, total;
    uint32_t *order; /* [0 .. count): positions */
    struct mz_few_level *levels;
    struct mz_few_failure *failures;
    uint32_t search;
    const struct mz_configuration *c;
};

void mz_few_switches_init(struct mz_few_switches *, struct mz_arena *,
                          const struct mz_execution *);

/* Fills in `order` with all of C, and the extension if it is not NULL, whose
 * position is the length of C. False: there is no such order. */
bool mz_few_switches_find(struct mz_few_switches *,
                          const struct mz_configuration *,
                          const struct mz_extension *, uint32_t most);

#endif
