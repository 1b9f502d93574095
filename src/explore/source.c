/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Source-DPOR: [AAJS17] Algorithm 1, with Algorithm 3 for locks and Algorithm 5
 * for other blocking. Backtrack sets become source sets.
 *
 * Lines 2-8 of Algorithm 3 ask at each state for the races of each thread that
 * is about to lock; it suffices to ask when it does lock (then the acquisition
 * before it is the last one) and, for those that never do, at the end of the
 * execution.
 */
#include "explore/backtrack.h"

/* Algorithm 1, lines 6-9. */
static void reverse_race(struct mz_backtrack *b, const struct mz_reversal *r)
{
    const struct mz_path_node *node = &b->path.nodes[r->e];
    mz_tid later = r->later.event->thread;
    /* Sequences that begin with a sleeping thread have been explored. */
    mz_tset enough = mz_tset_or(node->backtrack, node->sleep.threads);
    mz_tid first;
    mz_tset initials = mz_reversal_initials(r, enough, &first);

    if (!mz_tset_meets(initials, enough))
        mz_backtrack_add(
            b, r->e, mz_tset_of(mz_tset_has(initials, later) ? later : first));
}

static void reverse_races(struct mz_backtrack *b,
                          const struct mz_execution *execution,
                          const struct mz_later *later)
{
    struct mz_reversals all;

    mz_reversals_begin(&all, &b->hb, execution, later, later->position);
    while (mz_reversals_next(&all))
        reverse_race(b, &all.reversal);
}

struct mz_algorithm *mz_source_create(
    struct mz_arena *arena, const struct mz_execution *execution,
    const struct mz_algorithm_options *options)
{
    struct mz_algorithm_options with_sleep = *options;

    with_sleep.sleep_sets = true;
    return mz_backtrack_create(arena, execution, &with_sleep, reverse_races);
}
