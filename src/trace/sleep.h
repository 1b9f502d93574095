/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sleep sets: the threads that need not go on from here, since what they would
 * do next has been explored from a prefix and nothing since depends on it
 * ([AAJS17] section 2). A sleeping thread is kept with its next event.
 *
 * The sets of the prefixes on the search's path lie on one stack, in order;
 * only the topmost set can grow.
 */
#ifndef MZ_TRACE_SLEEP_H
#define MZ_TRACE_SLEEP_H

#include "trace/event.h"

struct mz_sleep_stack {
    struct mz_event *events;
    struct mz_access *accesses; /* what events[].more refers to */
    uint32_t event_count, event_capacity;
    uint32_t access_count, access_capacity;
};

struct mz_sleep {
    mz_tset threads;
    uint32_t events; /* of the stack: [events, event_end) */
    uint32_t accesses;
    uint32_t event_end, access_end;
};

/* Room for the sets of so many prefixes. */
void mz_sleep_stack_init(struct mz_sleep_stack *, struct mz_arena *,
                         uint32_t prefixes);

/* The empty set, on top of the stack. */
void mz_sleep_none(const struct mz_sleep_stack *, struct mz_sleep *);

/* The set after the event at `executed`, p: {q in from | E |- p <> q}. It
 * becomes the topmost. */
void mz_sleep_after(struct mz_sleep_stack *, enum mz_relation,
                    const struct mz_sleep *from, const struct mz_execution *,
                    uint32_t executed, struct mz_sleep *after);

/* Drops all sets above this one. */
void mz_sleep_drop_above(struct mz_sleep_stack *, const struct mz_sleep *);

/* Puts a thread to sleep in `set`; drops all sets above it. */
void mz_sleep_add(struct mz_sleep_stack *, struct mz_sleep *set,
                  const struct mz_execution *, uint32_t event);

#endif
