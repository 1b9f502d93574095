/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Histories: [e] by its maxima, tree by tree, and what is in conflict with what
 * ([NRSCP18] Theorem 6, for leaves as well: docs/algorithms/qpor.md).
 */
#ifndef MZ_UNFOLD_HISTORY_H
#define MZ_UNFOLD_HISTORY_H

#include "unfold/event_structure.h"

static inline const struct mz_maximum *mz_maxima(
    const struct mz_event_structure *s, mz_node e)
{
    return mz_maxima_of(mz_unfolded(s, e));
}

/* The maximal event in [e] of a tree: tmax, lmax. MZ_BOTTOM: none. */
mz_node mz_latest(const struct mz_event_structure *, mz_node, uint32_t tree);

/* Does [e] lack the event of thread t at that depth? The events of t in [e]
 * must not be in conflict with that event. */
static inline bool mz_lacks(const struct mz_event_structure *s, mz_node e,
                            mz_tid t, uint32_t depth)
{
    return mz_unfolded(s, mz_latest(s, e, t))->depth < depth;
}

/* Theorem 6 (5.1 of the short version): a <= b, a # b. */
bool mz_causes(const struct mz_event_structure *, mz_node a, mz_node b);
bool mz_conflict(const struct mz_event_structure *, mz_node a, mz_node b);

/* Adds an event to those that `h` follows on objects. */
static inline void mz_history_follow(struct mz_event_structure *s,
                                     struct mz_history *h, mz_node cause)
{
    if (h->count == MZ_COUNT(h->causes))
        s->exhausted = true;
    else
        h->causes[h->count++] = cause;
}

/* Puts the maxima of a history into s->merged. Returns their number. */
uint32_t mz_merge_maxima(struct mz_event_structure *,
                         const struct mz_history *);

/* Makes `e` the maximum of the tree among those in s->merged. Returns their
 * number. */
uint32_t mz_put_maximum(struct mz_event_structure *, uint32_t count,
                        uint32_t tree, mz_node e);

/* Drops the leaves of the tree from s->merged: something covers them. Returns
 * the number of what stays. */
uint32_t mz_cover_leaves(struct mz_event_structure *, uint32_t count,
                         uint32_t tree);

#endif
