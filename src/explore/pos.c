/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Partial order sampling (Yuan, Yang, Gu: Partial Order Aware Concurrency
 * Sampling, CAV 2018): what each thread does next has a random priority, and
 * the highest goes first. What races with that draws its priority again, so
 * that whether it comes soon does not depend on what else has waited. Orders of
 * what does not race count less than in a random walk.
 */
#include "explore/sampling.h"

struct pos {
    struct mz_sampling sampling; /* first */
    enum mz_relation relation;
    uint32_t position; /* events before it have been taken in */
    mz_tset drawn;     /* threads whose next operation has a priority */
    uint64_t priorities[MZ_MAX_THREADS];
};

static void begin(struct mz_sampling *s)
{
    struct pos *p = (struct pos *)s;

    p->position = s->common == MZ_NONE ? 0 : s->common;
    p->drawn = MZ_TSET_EMPTY;
}

static const struct mz_access *more_of(const struct mz_execution *x,
                                       const struct mz_event *e)
{
    return &x->accesses[mz_event_more(e) ? e->more : 0];
}

/* Does it race with an event that has come since a thread was chosen last? What
 * cannot be told does. */
static bool races(const struct pos *p, const struct mz_execution *x,
                  const struct mz_enabled *enabled, mz_tid t)
{
    struct mz_event next;

    if (!enabled->look(enabled, t, &next))
        return true;
    for (uint32_t i = p->position; i < x->length; i++) {
        const struct mz_event *e = &x->events[i];

        if (mz_events_depend(p->relation, e, more_of(x, e), &next,
                             more_of(x, &next)))
            return true;
    }
    return false;
}

/* Takes its priority from each thread that stands at another operation now, or
 * at one that draws again. */
static void forget(struct pos *p, const struct mz_execution *x,
                   const struct mz_enabled *enabled)
{
    mz_tset known;

    for (uint32_t i = p->position; i < x->length; i++)
        mz_tset_remove(&p->drawn, x->events[i].thread);
    p->drawn = mz_tset_and(p->drawn, enabled->threads);
    known = p->drawn;
    MZ_EACH(rest, known)
        if (races(p, x, enabled, mz_tset_first(rest)))
            mz_tset_remove(&p->drawn, mz_tset_first(rest));
    p->position = x->length;
}

static mz_tid choose(struct mz_chooser *chooser, const struct mz_execution *x,
                     const struct mz_enabled *enabled)
{
    struct pos *p = (struct pos *)chooser;
    struct mz_sampling *s = &p->sampling;
    mz_tset candidates = enabled->threads;
    mz_tid found;

    if (!mz_sampling_enter(s, x, enabled, &found))
        return found;
    forget(p, x, enabled);
    if (enabled->yielding) /* one of low priority must not wait for long */
        p->drawn = mz_tset_and(p->drawn, mz_tset_of(enabled->running));
    for (unsigned i = 0; i < s->thread_count; i++) {
        mz_tid t = s->threads[i];

        if (!mz_tset_has(enabled->threads, t) || mz_tset_has(p->drawn, t))
            continue;
        p->priorities[t] = mz_random_word(&s->random);
        mz_tset_add(&p->drawn, t);
    }
    if (enabled->yielding && mz_tset_count(candidates) > 1)
        candidates = mz_tset_without(candidates, enabled->running);
    found = mz_tset_first(candidates);
    MZ_EACH(rest, candidates)
        if (p->priorities[mz_tset_first(rest)] > p->priorities[found])
            found = mz_tset_first(rest);
    return found;
}

struct mz_algorithm *mz_pos_create(struct mz_arena *arena,
                                   const struct mz_execution *x,
                                   const struct mz_algorithm_options *options)
{
    struct pos *p = mz_arena_take(arena, sizeof *p);

    mz_sampling_init(&p->sampling, arena, x, options);
    p->sampling.algorithm.chooser.choose = choose;
    p->sampling.begin = begin;
    p->relation = options->relation;
    return &p->sampling.algorithm;
}
