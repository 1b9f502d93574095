/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Dynamic partial-order reduction: [FG05] Fig. 3, with the clock vectors of
 * Fig. 4: C(i) is mz_happens_before_clock, C(p) that of p's last event. Where
 * all accesses to an object depend on each other, Fig. 5: L(o) is what
 * mz_race_find comes upon first in the object's list of accesses, and C(o) the
 * clock of that event. Accesses to other bytes of the object do not count, so
 * there may be several L(o): i is the last that does not happen before p.
 *
 * The paper looks for a race of every thread's next transition at each state
 * (line 3). We look when a transition is executed and, for threads that are
 * blocked, at the end. The proof of its Theorem 1 needs no more: it uses lines
 * 3-9 in states where nothing is enabled (base case), and elsewhere for threads
 * in backtrack(s) (case 2). Where sleep sets cut an execution, what is enabled
 * sleeps: it was looked at when it was explored, and nothing since depends on
 * it.
 *
 * With sleep sets, threads that sleep in pre(S, i) do not count as enabled in
 * lines 5-7: they are not explored from there, so that the races of what they
 * do are not found there, and the set would not be persistent.
 */
#include "explore/path.h"
#include "trace/reversal.h"

struct dpor {
    struct mz_algorithm algorithm; /* first */
    struct mz_path path;
    struct mz_happens_before hb;
};

static mz_tid choose(struct mz_chooser *chooser,
                     const struct mz_execution *execution,
                     const struct mz_enabled *enabled)
{
    return mz_path_choose(&((struct dpor *)chooser)->path, execution, enabled);
}

static uint32_t value(struct mz_chooser *chooser,
                      const struct mz_execution *execution, mz_tid thread,
                      uint32_t bound)
{
    (void)thread, (void)bound;
    return mz_path_value(&((struct dpor *)chooser)->path, execution);
}

/* Fig. 3, line 5, E: q = p, or j -> p for an event j > i of q. */
static mz_tset leading_to(const struct dpor *dpor,
                          const struct mz_execution *execution, uint32_t i,
                          const struct mz_later *later, mz_tset enabled)
{
    uint32_t previous = mz_later_previous(&dpor->hb, execution, later);
    mz_tset leading = mz_tset_of(later->event->thread) & enabled;

    if (previous == MZ_NO_EVENT)
        return leading;
    for (mz_tset rest = enabled; rest; rest &= rest - 1) {
        mz_tid q = mz_tset_first(rest);

        if (mz_happens_before(&dpor->hb, i + 1, q, previous))
            leading |= mz_tset_of(q);
    }
    return leading;
}

/* The one of them that goes on first after i; each does. */
static mz_tid earliest(const struct mz_execution *execution, uint32_t i,
                       mz_tset threads)
{
    do
        i++;
    while (!mz_tset_has(threads, execution->events[i].thread));
    return execution->events[i].thread;
}

/* Lines 5-7, of Fig. 3 or 5. */
static void reverse_race(struct dpor *dpor,
                         const struct mz_execution *execution, uint32_t i,
                         const struct mz_later *later)
{
    const struct mz_path_node *pre = &dpor->path.nodes[i];
    mz_tset enabled = pre->enabled & ~pre->sleep.threads;
    mz_tset p = mz_tset_of(later->event->thread), e, added;
    uint32_t size;

    if (dpor->hb.relation == MZ_RELATION_OBJECT)
        e = p & enabled;
    else
        e = leading_to(dpor, execution, i, later, enabled);
    if (e & pre->backtrack)
        return;
    if (!e)
        added = enabled;
    else
        added = e & p ? p : mz_tset_of(earliest(execution, i, e));
    size = mz_path_add(&dpor->path, i, added);
    if (size > dpor->algorithm.largest)
        dpor->algorithm.largest = size;
}

/* Line 4: the last i that races; recursion leads to the others. */
static void reverse_last(struct dpor *dpor,
                         const struct mz_execution *execution,
                         const struct mz_later *later)
{
    uint32_t races[MZ_MAX_RACES], last = 0;
    unsigned count = mz_race_find(&dpor->hb, execution, later, races);

    for (unsigned k = 0; k < count; k++)
        if (races[k] > last)
            last = races[k];
    if (count)
        reverse_race(dpor, execution, last, later);
}

/* What waits may be disabled by others than the last i, which the proof leaves
 * out: it is reversed with each. */
static void reverse_all(struct dpor *dpor, const struct mz_execution *execution,
                        const struct mz_later *later)
{
    struct mz_reversals all;

    mz_reversals_begin(&all, &dpor->hb, execution, later, later->position);
    while (mz_reversals_next(&all))
        reverse_race(dpor, execution, all.reversal.e, later);
}

static bool next(struct mz_algorithm *algorithm, struct mz_execution *execution)
{
    struct dpor *dpor = (struct dpor *)algorithm;
    uint32_t length = execution->length;

    if (!mz_path_next(&dpor->path, execution))
        return false;
    if (length)
        mz_happens_before_truncate(&dpor->hb, execution, execution->length);
    return true;
}

static void learn(struct mz_algorithm *algorithm,
                  struct mz_execution *execution, enum mz_outcome outcome)
{
    struct dpor *dpor = (struct dpor *)algorithm;
    uint32_t first_new = dpor->hb.length;

    (void)outcome;
    mz_path_catch_up(&dpor->path, execution);
    mz_happens_before_extend_to(&dpor->hb, execution,
                                mz_execution_racing(execution));
    for (uint32_t j = first_new; j < dpor->hb.length; j++) {
        struct mz_later later = mz_later_event(execution, j);

        if (mz_op_blocks(later.event->kind))
            reverse_all(dpor, execution, &later);
        else
            reverse_last(dpor, execution, &later);
    }
    for (mz_tset rest = execution->waiting; rest; rest &= rest - 1) {
        struct mz_later later =
            mz_later_pending(execution, mz_tset_first(rest));

        if (mz_op_blocks(later.event->kind))
            reverse_all(dpor, execution, &later);
    }
}

static double explored(const struct mz_algorithm *algorithm)
{
    return mz_path_explored(&((const struct dpor *)algorithm)->path);
}

struct mz_algorithm *mz_dpor_create(struct mz_arena *arena,
                                    const struct mz_execution *execution,
                                    const struct mz_algorithm_options *options)
{
    struct dpor *dpor;

    if (mz_bound_is_set(options)) /* persistent sets would not be sound */
        return mz_naive_create(arena, execution, options);
    dpor = mz_arena_take(arena, sizeof *dpor);
    dpor->algorithm = (struct mz_algorithm){
        .chooser = {choose, value},
        .next = next,
        .learn = learn,
        .explored = explored,
        .largest = 1,
    };
    mz_path_init(&dpor->path, arena, execution, options);
    mz_happens_before_init(&dpor->hb, arena, execution, options->relation);
    return &dpor->algorithm;
}
