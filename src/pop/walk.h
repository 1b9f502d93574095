/* SPDX-License-Identifier: Apache-2.0 */
/*
 * w, the events between e and e' ([AADJS24] 4.3), gone through in order, for
 * those who ask which schedules are in it, and which events a schedule leaves
 * behind: w_i \ sigma.
 */
#ifndef MZ_POP_WALK_H
#define MZ_POP_WALK_H

#include "pop/sleep_characterisation.h"

/*
 * An await that is disabled just after e, but not before it. Its schedule is
 * found wherever its thread comes to it after e, whatever else enables it
 * later; so in w it counts as executed as soon as its thread arrives.
 */
struct mz_delayed {
    const struct mz_event *event;
    struct mz_key key;
    uint32_t arrival;  /* position of what precedes it in its thread, or of e
                          if that is later */
    uint32_t position; /* of the await; the execution's length: pending */
};

struct mz_walk {
    const struct mz_pop_schedule *schedule;
    const struct mz_marks *marks;
    const struct mz_characterisation *c; /* where it is told what e left */
    uint32_t end;                        /* w is of events before this one */
    unsigned delayed_count;
    struct mz_delayed delayed[MZ_MAX_THREADS]; /* in w, by arrival and thread */
};

/* Who goes through w: `enter` is called for each sigma_i, `leave` for each
 * event of a w_i \ sigma. */
struct mz_walker {
    void (*enter)(struct mz_walker *, uint32_t index, struct mz_key head);
    void (*leave)(struct mz_walker *, const struct mz_event *, struct mz_key,
                  uint32_t segment, bool delayed);
};

/* Finds the end of w: e' or, if that is a delayed await, where its thread comes
 * to it. And the delayed awaits in w. */
void mz_walk_begin(struct mz_walk *, const struct mz_pop_schedule *,
                   const struct mz_marks *, const struct mz_characterisation *);

void mz_walk_through(const struct mz_walk *, struct mz_walker *);

#endif
