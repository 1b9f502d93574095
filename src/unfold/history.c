/* SPDX-License-Identifier: Apache-2.0 */
#include "unfold/history.h"

#include "unfold/causality_tree.h"
#include "unfold/object_tree.h"

mz_node mz_latest(const struct mz_event_structure *s, mz_node e, uint32_t tree)
{
    const struct mz_maximum *maxima = mz_maxima(s, e);
    uint32_t from = 0, to = mz_unfolded(s, e)->maximum_count;

    while (from < to) {
        uint32_t middle = (from + to) / 2;

        if (maxima[middle].tree < tree)
            from = middle + 1;
        else
            to = middle;
    }
    return from < mz_unfolded(s, e)->maximum_count && maxima[from].tree == tree
               ? maxima[from].event
               : MZ_BOTTOM;
}

/* The later one of two maxima of one history in one tree. */
static struct mz_maximum later(const struct mz_event_structure *s,
                               const struct mz_maximum *p,
                               const struct mz_maximum *q)
{
    uint32_t tree = p->tree >= MZ_FIRST_LEAVES
                        ? mz_leaves(s, p->tree)->thread /* their thread's */
                        : p->tree;

    return p->event == q->event || mz_depth_in(s, tree, p->event) >
                                       mz_depth_in(s, tree, q->event)
               ? *p
               : *q;
}

/* Merges the `count` maxima in p with those of [b] into s->merged. */
static uint32_t merge(struct mz_event_structure *s, const struct mz_maximum *p,
                      uint32_t count, mz_node b)
{
    const struct mz_maximum *q = mz_maxima(s, b), *p_end = p + count;
    const struct mz_maximum *q_end = q + mz_unfolded(s, b)->maximum_count;
    struct mz_maximum *to = s->merged;

    while (p < p_end && q < q_end)
        if (p->tree < q->tree)
            *to++ = *p++;
        else if (q->tree < p->tree)
            *to++ = *q++;
        else
            *to++ = later(s, p++, q++);
    while (p < p_end)
        *to++ = *p++;
    while (q < q_end)
        *to++ = *q++;
    return to - s->merged;
}

/* Drops from s->merged the leaves that a node there covers. */
static uint32_t drop_covered(struct mz_event_structure *s, uint32_t count)
{
    struct mz_maximum *m = s->merged, *to = s->merged + count;

    while (to > m && to[-1].tree >= MZ_FIRST_LEAVES)
        to--;
    for (const struct mz_maximum *leaf = to; leaf < m + count; leaf++) {
        uint32_t tree = mz_leaves(s, leaf->tree)->tree, from = 0;
        mz_node parent = mz_place_in(mz_unfolded(s, leaf->event), tree)->parent;

        while (m + from < to && m[from].tree < tree)
            from++;
        if ((m[from].tree == tree ? m[from].event : MZ_BOTTOM) == parent)
            *to++ = *leaf;
    }
    return to - m;
}

uint32_t mz_merge_maxima(struct mz_event_structure *s,
                         const struct mz_history *h)
{
    uint32_t count = merge(s, mz_maxima(s, h->previous),
                           mz_unfolded(s, h->previous)->maximum_count,
                           h->count ? h->causes[0] : MZ_BOTTOM);

    for (uint32_t i = 1; i < h->count; i++) {
        struct mz_maximum *before = s->merged;

        s->merged = s->merging;
        s->merging = before;
        count = merge(s, before, count, h->causes[i]);
    }
    return s->leaves_count > 1 ? drop_covered(s, count) : count;
}

uint32_t mz_put_maximum(struct mz_event_structure *s, uint32_t count,
                        uint32_t tree, mz_node e)
{
    uint32_t i = count;

    for (; i > 0 && s->merged[i - 1].tree >= tree; i--)
        if (s->merged[i - 1].tree == tree) {
            s->merged[i - 1].event = e;
            return count;
        }
    for (uint32_t k = count; k > i; k--)
        s->merged[k] = s->merged[k - 1];
    s->merged[i] = (struct mz_maximum){tree, e};
    return count + 1;
}

uint32_t mz_cover_leaves(struct mz_event_structure *s, uint32_t count,
                         uint32_t tree)
{
    struct mz_maximum *to = s->merged + count, *end = to;

    while (to > s->merged && to[-1].tree >= MZ_FIRST_LEAVES)
        to--;
    for (const struct mz_maximum *leaf = to; leaf < end; leaf++)
        if (mz_leaves(s, leaf->tree)->tree != tree)
            *to++ = *leaf;
    return to - s->merged;
}

bool mz_causes(const struct mz_event_structure *s, mz_node a, mz_node b)
{
    const struct mz_unfolded *event = mz_unfolded(s, a);
    mz_tid t = event->thread;

    return mz_ancestor(s, t, mz_latest(s, b, t), event->depth) == a;
}

/* ---- conflict ------------------------------------------------------------ */

static bool trees_conflict(const struct mz_event_structure *s, mz_node a,
                           mz_node b)
{
    const struct mz_maximum *p = mz_maxima(s, a), *q = mz_maxima(s, b);
    const struct mz_maximum *p_end = p + mz_unfolded(s, a)->maximum_count;
    const struct mz_maximum *q_end = q + mz_unfolded(s, b)->maximum_count;

    while (p < p_end && q < q_end) {
        if (p->tree < q->tree)
            p++;
        else if (q->tree < p->tree)
            q++;
        else if (p->tree < MZ_FIRST_LEAVES &&
                 mz_nodes_conflict(s, p->tree, p->event, q->event))
            return true;
        else
            p++, q++;
    }
    return false;
}

/* Has [b] a leaf that is not in [a], and that depends on one of `leaves`? */
static bool leaf_meets_others(const struct mz_event_structure *s, mz_node a,
                              const struct mz_leaves *leaves, mz_node b)
{
    const struct mz_maximum *begin = mz_maxima(s, b);
    const struct mz_maximum *m = begin + mz_unfolded(s, b)->maximum_count;

    while (m-- > begin && m->tree >= MZ_FIRST_LEAVES) {
        const struct mz_leaves *other = mz_leaves(s, m->tree);

        if (other->tree == leaves->tree &&
            mz_depends_on_leaves(s, leaves->kind, leaves->mask, other) &&
            mz_lacks(s, a, other->thread, mz_unfolded(s, m->event)->depth))
            return true;
    }
    return false;
}

/* Has [a] a leaf that is not in [b], and [b] an event that depends on it? Their
 * trees must not be in conflict. */
static bool leaves_conflict(const struct mz_event_structure *s, mz_node a,
                            mz_node b)
{
    const struct mz_maximum *begin = mz_maxima(s, a);
    const struct mz_maximum *m = begin + mz_unfolded(s, a)->maximum_count;

    while (m-- > begin && m->tree >= MZ_FIRST_LEAVES) {
        const struct mz_leaves *leaves = mz_leaves(s, m->tree);
        const struct mz_unfolded *leaf = mz_unfolded(s, m->event);
        uint32_t tree = leaves->tree;

        if (mz_lacks(s, b, leaves->thread, leaf->depth) &&
            (mz_depth_in(s, tree, mz_latest(s, b, tree)) >
                 mz_depth_in(s, tree, mz_place_in(leaf, tree)->parent) ||
             (mz_tree(s, tree)->is_mixed &&
              leaf_meets_others(s, a, leaves, b))))
            return true;
    }
    return false;
}

bool mz_conflict(const struct mz_event_structure *s, mz_node a, mz_node b)
{
    return trees_conflict(s, a, b) || leaves_conflict(s, a, b) ||
           leaves_conflict(s, b, a);
}
