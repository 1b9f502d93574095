/* SPDX-License-Identifier: Apache-2.0 */
#include "pop/schedule.h"

#include "trace/outcome.h"
#include "trace/refusal.h"

void mz_pop_schedule_init(struct mz_pop_schedule *s, struct mz_arena *arena,
                          uint32_t capacity)
{
    s->events = mz_arena_take(arena, capacity * sizeof *s->events);
}

/* ---- races --------------------------------------------------------------- */

bool mz_pop_race_foresee(struct mz_reversal *r,
                         const struct mz_happens_before *hb,
                         const struct mz_execution *execution, uint32_t e,
                         const struct mz_later *later)
{
    mz_reversal_begin(r, hb, execution, later, mz_later_end(hb, later));
    r->e = e;
    return mz_outcome_foresee(r);
}

void mz_pop_waits_begin(struct mz_pop_waits *all,
                        const struct mz_happens_before *hb,
                        const struct mz_execution *execution,
                        const struct mz_later *later)
{
    const struct mz_event *e = later->event;

    mz_reversal_begin(&all->reversal, hb, execution, later,
                      mz_later_end(hb, later));
    all->found = all->count = 0;
    all->unsupported = MZ_REFUSAL_NONE;
    all->count = 1 + mz_event_more(e);
    MZ_ASSERT(all->count <= MZ_COUNT(all->at));
    for (unsigned i = 0; i < all->count; i++)
        all->at[i] = mz_later_behind(hb, execution, later, i);
}

/* The access of e' whose search has come to the latest event. */
static unsigned latest_cursor(const struct mz_pop_waits *all)
{
    const struct mz_happens_before *hb = all->reversal.hb;
    unsigned latest = 0;
    uint32_t position = 0;

    for (unsigned i = 0; i < all->count; i++)
        if (all->at[i] != MZ_NONE &&
            mz_access_event(hb, all->at[i]) >= position) {
            position = mz_access_event(hb, all->at[i]);
            latest = i;
        }
    return latest;
}

/* Does the event happen before an e that was found, or before the thread of e'
 * comes to e'? */
static bool is_behind(const struct mz_pop_waits *all, uint32_t event)
{
    const struct mz_reversal *r = &all->reversal;
    mz_tid t = r->execution->events[event].thread;

    if (t == r->later.event->thread ||
        mz_happens_before(r->hb, event, t, r->previous))
        return true;
    for (unsigned i = 0; i < all->found; i++)
        if (mz_happens_before(r->hb, event, t, all->races[i]))
            return true;
    return false;
}

static bool is_enabled(struct mz_pop_waits *all, struct mz_access earlier)
{
    struct mz_reversal *r = &all->reversal;
    const struct mz_event *later = r->later.event;

    if (mz_op_awaits_memory(later->kind) && earlier.object == later->object &&
        earlier.mask != later->mask) {
        all->unsupported = MZ_REFUSAL_AWAIT_IN_PARTS;
        return false;
    }
    return mz_outcome_foresee(r);
}

uint32_t mz_pop_waits_next(struct mz_pop_waits *all)
{
    struct mz_reversal *r = &all->reversal;
    const struct mz_event *later = r->later.event;

    while (!all->unsupported) {
        unsigned i = latest_cursor(all);
        uint32_t a = all->at[i];
        struct mz_access access, own;
        bool all_behind;

        if (a == MZ_NONE)
            return MZ_NONE;
        all->at[i] = mz_access_behind(r->hb, a);
        r->e = mz_access_event(r->hb, a);
        access = mz_access_named(r->execution, a);
        own = i ? r->execution->accesses[later->more + i - 1]
                : mz_event_access(later);
        if (r->e >= r->later.position ||
            !mz_access_depends(r->hb->relation, access, own))
            continue;
        all_behind = mz_op_covers(r->hb->relation, access.kind) &&
                     !(own.mask & ~access.mask);
        if (is_behind(all, r->e)) {
            if (all_behind)
                all->at[i] = MZ_NONE;
            continue;
        }
        if (is_enabled(all, access)) {
            MZ_ASSERT(all->found < MZ_COUNT(all->races));
            all->races[all->found++] = r->e;
            return r->e;
        }
    }
    return MZ_NONE;
}

/* ---- schedules ----------------------------------------------------------- */

static void join_row(struct mz_pop_schedule *s, uint32_t event)
{
    const uint32_t *row = mz_happens_before_clock(s->hb, event);

    for (uint32_t t = 0; t < s->hb->width; t++)
        if (row[t] > s->clock[t])
            s->clock[t] = row[t];
}

static bool meet(void *context, uint32_t event)
{
    join_row(context, event);
    return true;
}

/*
 * Adds to the clock what e' depends on after e. If e' is what it was in E, and
 * had not to wait, nothing is between e and e'; so these are the others that it
 * races with.
 */
static void join_after(struct mz_pop_schedule *s, const struct mz_reversal *r)
{
    const uint32_t *races;
    unsigned count;

    if (!mz_reversal_is_ordinary(r)) {
        mz_reversal_meets(r, meet, s);
        return;
    }
    count = mz_happens_before_races(s->hb, s->later.position, &races);
    for (unsigned i = 0; i < count; i++)
        if (races[i] > s->e)
            join_row(s, races[i]);
}

/* Adds to the clock what e' depends on, by this access, in E1. */
static void join_before(struct mz_pop_schedule *s, struct mz_access access)
{
    uint32_t dependences[MZ_MAX_THREADS];
    unsigned count = mz_happens_before_dependences(
        s->hb, s->execution, s->later.event->thread, access, s->e, dependences);

    for (unsigned i = 0; i < count; i++)
        join_row(s, dependences[i]);
}

static void begin(struct mz_pop_schedule *s, const struct mz_happens_before *hb,
                  const struct mz_execution *execution, uint32_t e,
                  const struct mz_later *later, enum mz_op kind)
{
    s->hb = hb;
    s->execution = execution;
    s->e = e;
    s->later = *later;
    s->kind = kind;
    s->previous = mz_later_previous(hb, execution, later);
    s->complete = false;
    s->count = 0;
    for (uint32_t t = 0; t < hb->width; t++)
        s->clock[t] = 0;
    if (s->previous != MZ_NONE)
        join_row(s, s->previous);
}

void mz_pop_schedule_complete(struct mz_pop_schedule *s)
{
    const struct mz_event *later = s->later.event;
    struct mz_access access = mz_event_access(later);

    if (s->complete)
        return;
    s->complete = true;
    access.kind = s->kind;
    join_before(s, access);
    for (unsigned i = 0; i < mz_event_more(later); i++)
        join_before(s, s->execution->accesses[later->more + i]);
}

void mz_pop_schedule_of(struct mz_pop_schedule *s,
                        const struct mz_happens_before *hb,
                        const struct mz_execution *execution, uint32_t e,
                        const struct mz_later *later, enum mz_op kind,
                        uint64_t value)
{
    struct mz_reversal r;

    mz_reversal_begin(&r, hb, execution, later, mz_later_end(hb, later));
    r.e = e;
    r.kind = kind;
    begin(s, hb, execution, e, later, kind);
    s->value = value;
    join_after(s, &r);
    for (uint32_t k = e + 1; k < r.end; k++)
        if (s->clock[execution->events[k].thread] > k)
            s->events[s->count++] = k;
}

void mz_pop_schedule_of_pending(struct mz_pop_schedule *s,
                                const struct mz_happens_before *hb,
                                const struct mz_execution *execution,
                                const struct mz_event *pending, enum mz_op kind)
{
    struct mz_later later = {execution->length, pending};

    begin(s, hb, execution, execution->length, &later, kind);
    s->value = pending->value;
}
