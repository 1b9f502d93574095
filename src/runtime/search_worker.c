/* SPDX-License-Identifier: Apache-2.0 */
/* A search that is one of several workers'. */
#include "runtime/search.h"

#include "runtime/suspect.h"

/* What counts of a worker that died here is known; the rest is done again. */
static void sit_down(struct mz_search *s)
{
    const struct mz_sharer *sharer = &s->member->sharer;

    s->before = *mz_share_totals(sharer->share, sharer->seat);
    s->region->progress.explored = s->before.explored;
    mz_search_publish(s);
}

static void note_explored(struct mz_search *s)
{
    if (s->algorithm->explored)
        s->explored = s->algorithm->explored(s->algorithm);
}

static void begin_task(struct mz_search *s)
{
    s->tally = mz_share_counted(&s->member->sharer);
    mz_share_begin(&s->member->sharer, s->algorithm, &s->execution);
    note_explored(s);
}

/* The next part of the task. False: there is none. */
static bool go_on(struct mz_search *s)
{
    mz_search_publish_explored(s);
    if (!mz_share_go_on(&s->member->sharer, s->algorithm, &s->execution))
        return false;
    s->before.explored = s->region->progress.explored;
    note_explored(s);
    return true;
}

/* All parts of the task, unless it is stopped: then false. */
static bool explore(struct mz_search *s)
{
    do
        if (!mz_search_explore(s))
            return false;
    while (!mz_suspect_begins_anew() && go_on(s));
    return true;
}

/* What may begin anew is `tied`: what it has counted goes with it. */
static void end_task(struct mz_search *s, bool tied)
{
    struct mz_share_totals totals;
    struct mz_tally tally = s->tally;

    mz_search_publish_explored(s);
    if (tied)
        s->tally = (struct mz_tally){0};
    mz_search_add_up(s, &totals);
    if (tied)
        totals.tied = tally;
    else
        totals.explored = s->region->progress.explored;
    totals.rest = s->member->sharer.rest;
    mz_share_done(&s->member->sharer, &totals);
    s->before = totals;
    s->tally = (struct mz_tally){0};
}

/* What is left of the task, if that can be. */
static void put_by(struct mz_search *s)
{
    bool tied = s->algorithm->is_undecided;

    if (mz_share_put_by(&s->member->sharer, s->algorithm, &s->execution))
        end_task(s, tied);
}

/* It was stopped between two executions, and may go on another time: unless the
 * search is to begin anew, which the process that goes on would not know. */
static bool is_to_be_put_by(const struct mz_search *s)
{
    return s->region->settings.puts_by &&
           s->region->status == MZ_STATUS_RUNNING && !s->algorithm->wrong &&
           !s->algorithm->unsupported &&
           (s->out_of_executions || s->region->stop) &&
           !mz_suspect_begins_anew();
}

void mz_search_work(struct mz_search *s)
{
    sit_down(s);
    while (mz_crew_take(s->member)) {
        begin_task(s);
        if (!explore(s) && !s->is_late) {
            if (is_to_be_put_by(s))
                put_by(s);
            mz_search_say_why(s);
            return;
        }
        /* Before the task counts: who comes after a worker that is killed
         * would not know. */
        if (mz_suspect_begins_anew())
            return;
        s->is_late = false;
        end_task(s, false);
    }
    if (s->member->all_done)
        mz_search_say_done(s);
    else
        s->region->status = MZ_STATUS_INTERRUPTED;
}
