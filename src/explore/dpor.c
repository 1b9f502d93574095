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
#include "explore/backtrack.h"

/* Fig. 3, line 5, E: q = p, or j -> p for an event j > i of q. */
static mz_tset leading_to(const struct mz_backtrack *b,
                          const struct mz_execution *execution, uint32_t i,
                          const struct mz_later *later, mz_tset enabled)
{
    uint32_t previous = mz_later_previous(&b->hb, execution, later);
    mz_tset leading = mz_tset_and(mz_tset_of(later->event->thread), enabled);

    if (previous == MZ_NONE)
        return leading;
    MZ_EACH(rest, enabled) {
        mz_tid q = mz_tset_first(rest);

        if (mz_happens_before(&b->hb, i + 1, q, previous))
            mz_tset_add(&leading, q);
    }
    return leading;
}

/* The thread of the set that goes on first after i. All of them do go on after
 * it. */
static mz_tid earliest(const struct mz_execution *execution, uint32_t i,
                       mz_tset threads)
{
    do
        i++;
    while (!mz_tset_has(threads, execution->events[i].thread));
    return execution->events[i].thread;
}

/* Lines 5-7, of Fig. 3 or 5. */
static void reverse_race(struct mz_backtrack *b,
                         const struct mz_execution *execution, uint32_t i,
                         const struct mz_later *later)
{
    const struct mz_path_node *pre = &b->path.nodes[i];
    mz_tset enabled = mz_tset_minus(pre->enabled, pre->sleep.threads);
    mz_tid p = later->event->thread;
    mz_tset e, added;

    if (b->hb.relation == MZ_RELATION_OBJECT)
        e = mz_tset_and(mz_tset_of(p), enabled);
    else
        e = leading_to(b, execution, i, later, enabled);
    if (mz_tset_meets(e, pre->backtrack))
        return;
    if (!mz_tset_some(e))
        added = enabled;
    else
        added = mz_tset_of(mz_tset_has(e, p) ? p : earliest(execution, i, e));
    mz_backtrack_add(b, i, added);
}

/* Line 4: the last i that races; recursion leads to the others. */
static void reverse_last(struct mz_backtrack *b,
                         const struct mz_execution *execution,
                         const struct mz_later *later)
{
    uint32_t races[MZ_MAX_RACES], last = 0;
    unsigned count = mz_race_find(&b->hb, execution, later, races);

    for (unsigned k = 0; k < count; k++)
        if (races[k] > last)
            last = races[k];
    if (count)
        reverse_race(b, execution, last, later);
}

/* An operation that may wait can be disabled by others than the last i, which
 * the proof leaves out: it is reversed with each of them. */
static void reverse_all(struct mz_backtrack *b,
                        const struct mz_execution *execution,
                        const struct mz_later *later)
{
    struct mz_reversals all;

    mz_reversals_begin(&all, &b->hb, execution, later, later->position);
    while (mz_reversals_next(&all))
        reverse_race(b, execution, all.reversal.e, later);
}

static void reverse_races(struct mz_backtrack *b,
                          const struct mz_execution *execution,
                          const struct mz_later *later)
{
    if (mz_op_blocks(later->event->kind))
        reverse_all(b, execution, later);
    else
        reverse_last(b, execution, later);
}

struct mz_algorithm *mz_dpor_create(struct mz_arena *arena,
                                    const struct mz_execution *execution,
                                    const struct mz_algorithm_options *options)
{
    return mz_backtrack_create(arena, execution, options, reverse_races);
}
