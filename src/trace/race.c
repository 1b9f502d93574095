/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/race.h"

struct mz_later mz_later_event(const struct mz_execution *execution,
                               uint32_t event)
{
    return (struct mz_later){
        .position = event,
        .event = &execution->events[event],
    };
}

struct mz_later mz_later_pending(const struct mz_execution *execution, mz_tid t)
{
    return (struct mz_later){
        .position = execution->length,
        .event = &execution->pending[t],
    };
}

/* The event that precedes e' in its own thread, or its thread's birth. */
static uint32_t previous_of(const struct mz_happens_before *hb,
                            const struct mz_execution *execution,
                            const struct mz_later *later)
{
    return later->position < execution->length
               ? hb->previous[later->position]
               : mz_happens_before_previous(hb, execution,
                                            later->event->thread);
}

/* Is conflicts[i] an immediate predecessor of e'? */
static bool immediate(const struct mz_happens_before *hb,
                      const struct mz_execution *execution,
                      const uint32_t *conflicts, unsigned count, unsigned i)
{
    mz_tid t = execution->events[conflicts[i]].thread;

    for (unsigned k = 0; k < count; k++)
        if (k != i && conflicts[k] > conflicts[i] &&
            mz_happens_before(hb, conflicts[i], t, conflicts[k]))
            return false;
    return true;
}

static unsigned access_races(const struct mz_happens_before *hb,
                             const struct mz_execution *execution,
                             const struct mz_later *later,
                             uint32_t races[MZ_MAX_THREADS])
{
    const uint32_t *conflicts;
    uint32_t previous = hb->previous[later->position];
    unsigned count = mz_happens_before_known(hb, later->position, &conflicts);
    unsigned found = 0;

    for (unsigned i = 0; i < count; i++) {
        mz_tid t = execution->events[conflicts[i]].thread;

        if (t != later->event->thread &&
            !mz_happens_before(hb, conflicts[i], t, previous) &&
            immediate(hb, execution, conflicts, count, i))
            races[found++] = conflicts[i];
    }
    return found;
}

/* [AAJS17] Alg. 3, line 4: the last acquisition of the lock. */
static unsigned acquisition_race(const struct mz_happens_before *hb,
                                 const struct mz_execution *execution,
                                 const struct mz_later *later, uint32_t *race)
{
    uint32_t e = mz_happens_before_acquisition(
        hb, execution, later->event->object, later->position);

    if (e == MZ_NO_EVENT ||
        execution->events[e].thread == later->event->thread ||
        mz_happens_before(hb, e, execution->events[e].thread,
                          previous_of(hb, execution, later)))
        return 0;
    *race = e;
    return 1;
}

/* Of what is found by way of the lock only the acquisition can be reversed. */
static unsigned drop_lock(const struct mz_execution *execution, uint32_t lock,
                          uint32_t *races, unsigned count)
{
    unsigned kept = 0;

    for (unsigned i = 0; i < count; i++)
        if (execution->events[races[i]].object != lock)
            races[kept++] = races[i];
    return kept;
}

unsigned mz_race_find(const struct mz_happens_before *hb,
                      const struct mz_execution *execution,
                      const struct mz_later *later,
                      uint32_t races[MZ_MAX_THREADS + 1])
{
    bool executed = later->position < execution->length;
    unsigned count = 0;

    if (executed)
        count = access_races(hb, execution, later, races);
    if (later->event->kind == MZ_LOCK) {
        count = drop_lock(execution, later->event->object, races, count);
        count += acquisition_race(hb, execution, later, races + count);
    }
    return count;
}

/* A thread's first event in v, those of one notdep sequence together. */
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
static void find_first_steps(const struct mz_happens_before *hb,
                             const struct mz_execution *execution, uint32_t e,
                             uint32_t end, mz_tset enough,
                             struct first_steps *out)
{
    mz_tid racer = execution->events[e].thread;
    mz_tset seen = mz_tset_of(racer);

    out->threads = 0;
    out->earliest = MZ_NO_THREAD;
    for (uint32_t k = e + 1; k < end && seen != execution->born; k++) {
        mz_tid t = execution->events[k].thread;

        if (mz_tset_has(seen, t))
            continue;
        seen |= mz_tset_of(t);
        if (mz_happens_before(hb, e, racer, k))
            continue;
        out->event[t] = k;
        if (!out->threads) {
            out->earliest = t;
            if (mz_tset_has(enough, t)) {
                out->threads = mz_tset_of(t);
                return;
            }
        }
        out->threads |= mz_tset_of(t);
    }
}

/* Does any other thread's first step in v happen before `event`? */
static bool preceded(const struct mz_happens_before *hb,
                     const struct first_steps *v, mz_tid self, uint32_t event)
{
    for (mz_tset rest = v->threads & ~mz_tset_of(self); rest;
         rest &= rest - 1) {
        mz_tid t = mz_tset_first(rest);

        if (mz_happens_before(hb, v->event[t], t, event))
            return true;
    }
    return false;
}

static bool outcome_is_open(enum mz_op kind)
{
    return kind == MZ_CAS || kind == MZ_CAS_FAIL || kind == MZ_TRYLOCK ||
           kind == MZ_TRYLOCK_FAIL;
}

/* Does an event of v touch what e' touches, if only by reading? */
static bool met_in_between(const struct mz_happens_before *hb,
                           const struct mz_execution *execution, uint32_t e,
                           const struct mz_later *later)
{
    mz_tid racer = execution->events[e].thread;
    struct mz_access write = mz_event_access(later->event);
    uint32_t met[MZ_MAX_THREADS];
    unsigned count;

    write.kind = MZ_WRITE;
    count = mz_happens_before_conflicts(hb, execution, later->event->thread,
                                        write, later->position, met);
    for (unsigned i = 0; i < count; i++)
        if (met[i] > e && !mz_happens_before(hb, e, racer, met[i]))
            return true;
    return false;
}

/* Can e' come first in v, when its thread has no other step there? */
static bool later_is_initial(const struct mz_happens_before *hb,
                             const struct mz_execution *execution, uint32_t e,
                             const struct mz_later *later,
                             const struct first_steps *v)
{
    uint32_t previous = previous_of(hb, execution, later);

    if (preceded(hb, v, later->event->thread, previous))
        return false;
    if (later->event->kind == MZ_LOCK)
        return true; /* v has no other operation on the lock */
    if (preceded(hb, v, later->event->thread, later->position))
        return false;
    return !outcome_is_open(later->event->kind) ||
           !met_in_between(hb, execution, e, later);
}

mz_tset mz_race_initials(const struct mz_happens_before *hb,
                         const struct mz_execution *execution, uint32_t e,
                         const struct mz_later *later, mz_tset enough,
                         mz_tid *first)
{
    struct first_steps v;
    mz_tset initials = 0;

    find_first_steps(hb, execution, e, later->position, enough, &v);
    *first = v.threads ? v.earliest : later->event->thread;
    if (mz_tset_has(enough, *first))
        return mz_tset_of(*first);
    for (mz_tset rest = v.threads; rest; rest &= rest - 1) {
        mz_tid t = mz_tset_first(rest);

        if (!preceded(hb, &v, t, v.event[t]))
            initials |= mz_tset_of(t);
    }
    if (!mz_tset_has(v.threads, later->event->thread) &&
        later_is_initial(hb, execution, e, later, &v))
        initials |= mz_tset_of(later->event->thread);
    MZ_ASSERT(mz_tset_has(initials, *first));
    return initials;
}
