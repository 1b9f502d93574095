/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/reversal.h"

#include "trace/outcome.h"

/* ---- which there are ----------------------------------------------------- */

void mz_reversal_begin(struct mz_reversal *r,
                       const struct mz_happens_before *hb,
                       const struct mz_execution *execution,
                       const struct mz_later *later, uint32_t end)
{
    r->hb = hb;
    r->execution = execution;
    r->e = MZ_NONE;
    r->end = end;
    r->previous = mz_later_previous(hb, execution, later);
    r->later = *later;
    r->kind = later->event->kind;
    r->value = 0;
    r->after_e = MZ_NONE;
    r->omitted_count = 0;
}

void mz_reversals_begin(struct mz_reversals *all,
                        const struct mz_happens_before *hb,
                        const struct mz_execution *execution,
                        const struct mz_later *later, uint32_t end)
{
    struct mz_reversal *r = &all->reversal;

    mz_reversal_begin(r, hb, execution, later, end);
    all->race_count = mz_race_find(hb, execution, later, all->races);
    all->next_race = 0;
    all->access = all->after = MZ_NONE;
    if (mz_op_awaits(r->kind))
        all->access = mz_access_latest(hb, later->event->object);
}

static bool writes_awaited(const struct mz_reversal *r, uint32_t access)
{
    struct mz_access a = mz_access_named(r->execution, access);

    return mz_op_changes(a.kind) && a.mask & r->later.event->mask;
}

/* Could the event come after e', but for the variable? */
static bool may_come_later(const struct mz_reversal *r, uint32_t event)
{
    mz_tid t = r->execution->events[event].thread;

    return event < r->later.position && t != r->later.event->thread &&
           !mz_happens_before(r->hb, event, t, r->previous);
}

/* Takes the next e, or false: no more. */
static bool next_writer(struct mz_reversals *all)
{
    struct mz_reversal *r = &all->reversal;

    while (all->access != MZ_NONE) {
        uint32_t a = all->access;
        struct mz_access access = mz_access_named(r->execution, a);

        r->after_e = all->after;
        if (access.mask & r->later.event->mask)
            all->after = a;
        all->access = mz_access_behind(r->hb, a);
        if (writes_awaited(r, a) &&
            may_come_later(r, mz_access_event(r->hb, a))) {
            r->e = mz_access_event(r->hb, a);
            r->omitted_count = 0;
            all->omits = false;
            return true;
        }
    }
    return false;
}

/* The latest write to the variable in v. It writes other bytes than e does,
 * else it would happen after e; so mostly there is none. */
static uint32_t last_write(const struct mz_reversal *r)
{
    const struct mz_event *e = &r->execution->events[r->e];
    const struct mz_event *await = r->later.event;
    uint32_t a = mz_access_latest(r->hb, await->object);

    if (e->object == await->object && !(await->mask & ~e->mask))
        return MZ_NONE;
    for (; a != MZ_NONE; a = mz_access_behind(r->hb, a)) {
        uint32_t event = mz_access_event(r->hb, a);

        if (event <= r->e)
            break;
        if (writes_awaited(r, a) && mz_reversal_has(r, event))
            return event;
    }
    return MZ_NONE;
}

/*
 * Goes on to the next u, which omits another set of writes to the variable. The
 * sets follow each other like binary numbers with a digit for each write, the
 * latest the lowest, which is 1 if the write is omitted. A set that keeps what
 * happens after a write that it omits does not occur. False: that was the last.
 */
static bool omit_more(struct mz_reversal *r)
{
    uint32_t write = last_write(r);
    unsigned kept = 0;

    if (write == MZ_NONE)
        return false;
    for (unsigned i = 0; i < r->omitted_count; i++)
        if (r->omitted[i] < write)
            r->omitted[kept++] = r->omitted[i];
    MZ_ASSERT(kept < MZ_MAX_OMITTED);
    r->omitted[kept++] = write;
    r->omitted_count = kept;
    return true;
}

/* Does the thread of e' come to it in u? */
static bool comes_to_await(const struct mz_reversal *r)
{
    return r->previous == MZ_NONE || r->previous < r->e ||
           mz_reversal_has(r, r->previous);
}

/*
 * [AAJS17] Alg. 5 lines 3-8, Alg. 6 lines 8-13: e disables e' after E'.u. Of
 * the subsequences u of notdep(e, E) with the same writes to the variable the
 * longest is enough: it has all the others as beginnings.
 */
static bool next_of_writer(struct mz_reversals *all)
{
    struct mz_reversal *r = &all->reversal;

    while (!all->omits || omit_more(r)) {
        bool races =
            !all->omits && mz_race_is_listed(all->races, all->race_count, r->e);

        all->omits = true;
        if (comes_to_await(r) && mz_outcome_foresee(r) &&
            (races || !mz_outcome_enabled(r, true)))
            return true;
    }
    return false;
}

static bool next_of_await(struct mz_reversals *all)
{
    struct mz_reversal *r = &all->reversal;

    while (r->e == MZ_NONE ? next_writer(all) : true) {
        if (next_of_writer(all))
            return true;
        r->e = MZ_NONE;
    }
    return false;
}

/* Is the race that was found one of an await with an event that does not write
 * the await's variable? */
static bool is_other_race(const struct mz_reversals *all)
{
    const struct mz_reversal *r = &all->reversal;
    uint32_t a = mz_access_latest(r->hb, r->later.event->object);

    for (; a != MZ_NONE; a = mz_access_behind(r->hb, a))
        if (mz_access_event(r->hb, a) == r->e && writes_awaited(r, a))
            return false;
    return true;
}

bool mz_reversals_next(struct mz_reversals *all)
{
    struct mz_reversal *r = &all->reversal;
    bool awaits = mz_op_awaits(r->later.event->kind);

    while (all->next_race < all->race_count) {
        r->e = all->races[all->next_race++];
        r->omitted_count = 0;
        if ((!awaits || is_other_race(all)) && mz_outcome_foresee(r))
            return true;
        r->e = MZ_NONE;
    }
    if (!awaits)
        return false;
    if (all->next_race == all->race_count) {
        all->next_race++; /* the races are over; the writers begin */
        r->e = MZ_NONE;
    }
    return next_of_await(all);
}

/* ---- what e' depends on in v --------------------------------------------- */

/* For the i-th access of e'. Events after e' may be part of v, too. */
static bool meets_by(const struct mz_reversal *r, struct mz_access access,
                     unsigned i, bool (*met)(void *, uint32_t), void *context)
{
    uint32_t a = MZ_NONE;

    if (r->end <= r->later.position)
        a = mz_later_behind(r->hb, r->execution, &r->later, i);
    else if (access.object != MZ_NONE)
        a = mz_access_latest(r->hb, access.object);
    for (; a != MZ_NONE; a = mz_access_behind(r->hb, a)) {
        uint32_t event = mz_access_event(r->hb, a);

        if (event <= r->e)
            break;
        if (mz_access_depends(r->hb->relation, mz_access_named(r->execution, a),
                              access) &&
            mz_reversal_has(r, event) && !met(context, event))
            return false;
    }
    return true;
}

bool mz_reversal_meets(const struct mz_reversal *r,
                       bool (*met)(void *context, uint32_t event),
                       void *context)
{
    const struct mz_event *later = r->later.event;
    const struct mz_access *more = r->execution->accesses + later->more;
    struct mz_access access = mz_event_access(later);

    access.kind = r->kind;
    if (!meets_by(r, access, 0, met, context))
        return false;
    for (unsigned i = 0; i < mz_event_more(later); i++)
        if (!meets_by(r, more[i], i + 1, met, context))
            return false;
    return true;
}

/* ---- initials ------------------------------------------------------------ */

/* The threads that have events in v, e' apart, and the first of each. */
struct first_steps {
    mz_tset threads;
    uint32_t event[MZ_MAX_THREADS];
    mz_tid earliest;
};

/*
 * Only a thread's first event after e matters: if that one happens after e, so
 * do all its others. Stops at the first step of all if its thread is in
 * `enough`.
 */
static void find_first_steps(const struct mz_reversal *r, mz_tset enough,
                             struct first_steps *out)
{
    const struct mz_execution *execution = r->execution;
    mz_tset seen = mz_tset_of(execution->events[r->e].thread);

    out->threads = MZ_TSET_EMPTY;
    out->earliest = MZ_NO_THREAD;
    for (uint32_t k = r->e + 1;
         k < r->end && !mz_tset_equal(seen, execution->born); k++) {
        mz_tid t = execution->events[k].thread;

        if (mz_tset_has(seen, t))
            continue;
        mz_tset_add(&seen, t);
        if (!mz_reversal_has(r, k))
            continue;
        out->event[t] = k;
        if (!mz_tset_some(out->threads)) {
            out->earliest = t;
            if (mz_tset_has(enough, t)) {
                out->threads = mz_tset_of(t);
                return;
            }
        }
        mz_tset_add(&out->threads, t);
    }
}

/* Does any other thread's first step in v happen before `event`? */
static bool preceded(const struct mz_reversal *r, const struct first_steps *v,
                     mz_tid self, uint32_t event)
{
    MZ_EACH(rest, mz_tset_without(v->threads, self)) {
        mz_tid t = mz_tset_first(rest);

        if (mz_happens_before(r->hb, v->event[t], t, event))
            return true;
    }
    return false;
}

static bool meets_none(void *unused, uint32_t event)
{
    (void)unused, (void)event;
    return false;
}

/* Does e' depend on an event of v, other than by its thread? An ordinary race
 * has nothing between e and e', so that the clock of e' tells. */
static bool later_meets(const struct mz_reversal *r,
                        const struct first_steps *v)
{
    const struct mz_event *later = r->later.event;

    if (mz_reversal_is_ordinary(r))
        return preceded(r, v, later->thread, r->later.position);
    return !mz_reversal_meets(r, meets_none, NULL);
}

mz_tset mz_reversal_initials(const struct mz_reversal *r, mz_tset enough,
                             mz_tid *first)
{
    mz_tid thread = r->later.event->thread;
    struct first_steps v;
    mz_tset initials = MZ_TSET_EMPTY;

    find_first_steps(r, enough, &v);
    *first = mz_tset_some(v.threads) ? v.earliest : thread;
    if (mz_tset_has(enough, *first))
        return mz_tset_of(*first);
    MZ_EACH(rest, v.threads) {
        mz_tid t = mz_tset_first(rest);

        if (!preceded(r, &v, t, v.event[t]))
            mz_tset_add(&initials, t);
    }
    if (!mz_tset_has(v.threads, thread) &&
        !preceded(r, &v, thread, r->previous) && !later_meets(r, &v))
        mz_tset_add(&initials, thread);
    MZ_ASSERT(mz_tset_has(initials, *first));
    return initials;
}
