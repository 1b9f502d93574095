/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The schedule that is being executed: which of its steps are still to come,
 * and whether those that were executed did what was foreseen of them. There may
 * be schedules that a choice in their midst has interrupted; they go on when
 * the one that explores the choice's next value has ended.
 */
#ifndef MZ_POP_UNDER_WAY_H
#define MZ_POP_UNDER_WAY_H

#include "pop/path.h"

struct mz_pop_under_way {
    struct mz_pop_path *path;
    uint32_t running; /* of the path's schedules; MZ_NONE: none is */
    uint32_t left;    /* steps of it that are to come */
    uint32_t choices; /* how many of these are choices */
    uint32_t cursor;  /* no step before this one is to come */
    const struct mz_pop_step
        *taken;        /* NULL, or what was foreseen of the event */
    uint32_t taken_at; /* at this position */
};

void mz_pop_under_way_init(struct mz_pop_under_way *, struct mz_pop_path *);

static inline bool mz_pop_is_under_way(const struct mz_pop_under_way *u)
{
    return u->running != MZ_NONE;
}

/* Goes on with a schedule of which some events may have been executed. */
void mz_pop_resume(struct mz_pop_under_way *, const struct mz_execution *,
                   uint32_t schedule);

/* The step that comes next: a choice of that thread, or one that is no choice.
 * NULL: there is none. */
struct mz_pop_step *mz_pop_next_step(struct mz_pop_under_way *);
struct mz_pop_step *mz_pop_next_choice(struct mz_pop_under_way *, mz_tid);

/* Notes that the step is what is executed next. */
void mz_pop_take_step(struct mz_pop_under_way *, const struct mz_execution *,
                      struct mz_pop_step *);

/* Is the last event, if it was a step, what was foreseen of it? */
bool mz_pop_is_as_foreseen(struct mz_pop_under_way *,
                           const struct mz_execution *);

#endif
