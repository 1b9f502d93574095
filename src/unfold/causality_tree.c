/* SPDX-License-Identifier: Apache-2.0 */
#include "unfold/causality_tree.h"

unsigned mz_count_skips(uint32_t depth)
{
    unsigned count = 0;

    for (; depth && depth % MZ_SKIP_STEP == 0; depth /= MZ_SKIP_STEP)
        count++;
    return count;
}

/* How a node stands in a tree. */
struct stand {
    uint32_t depth;
    mz_node *skips;
    mz_node parent;
};

static inline struct stand stand_in(const struct mz_event_structure *s,
                                    uint32_t tree, mz_node e)
{
    const struct mz_unfolded *event = mz_unfolded(s, e);
    const struct mz_place *place;

    if (!e)
        return (struct stand){0};
    if (tree < MZ_FIRST_OBJECT_TREE)
        return (struct stand){event->depth,
                              mz_causes_of(event) + event->cause_count,
                              event->parent};
    place = mz_place_in(event, tree);
    return (struct stand){place->depth, (mz_node *)event + place->skips_at,
                          place->parent};
}

static mz_node ancestor(const struct mz_event_structure *s, uint32_t tree,
                        mz_node e, uint32_t depth)
{
    struct stand at;

    while ((at = stand_in(s, tree, e)).depth > depth) {
        const mz_node *up = at.skips;
        uint32_t far = MZ_SKIP_STEP, rest = at.depth;
        mz_node to = at.parent;

        for (; rest % MZ_SKIP_STEP == 0 && far <= at.depth - depth;
             rest /= MZ_SKIP_STEP, far *= MZ_SKIP_STEP)
            to = *up++;
        e = to;
    }
    return e;
}

static MZ_COLD void note_causality(const struct mz_event_structure *s,
                                   uint32_t tree, mz_node e, uint32_t depth)
{
    uint32_t d = mz_depth_in(s, tree, e);

    mz_distances_note(&s->statistics->causality,
                      d > depth ? d - depth : depth - d);
}

mz_node mz_ancestor(const struct mz_event_structure *s, uint32_t tree,
                    mz_node e, uint32_t depth)
{
    if (MZ_UNLIKELY(s->statistics))
        note_causality(s, tree, e, depth);
    return ancestor(s, tree, e, depth);
}

MZ_COLD void mz_note_conflict(const struct mz_event_structure *s, uint32_t tree,
                              mz_node a, mz_node b)
{
    uint32_t i = mz_depth_in(s, tree, a), k = mz_depth_in(s, tree, b);

    mz_distances_note(&s->statistics->conflict, i > k ? i - k : k - i);
}

bool mz_nodes_conflict(const struct mz_event_structure *s, uint32_t tree,
                       mz_node a, mz_node b)
{
    uint32_t i, k;

    if (MZ_UNLIKELY(s->statistics))
        mz_note_conflict(s, tree, a, b);
    if (a == b)
        return false;
    i = mz_depth_in(s, tree, a);
    k = mz_depth_in(s, tree, b);
    return i < k ? ancestor(s, tree, b, i) != a : ancestor(s, tree, a, k) != b;
}

void mz_settle(struct mz_event_structure *s, mz_node e, uint32_t tree)
{
    struct stand at = stand_in(s, tree, e);
    mz_node *up = at.skips;
    uint32_t far = MZ_SKIP_STEP;

    for (unsigned i = mz_count_skips(at.depth); i--; far *= MZ_SKIP_STEP)
        *up++ = ancestor(s, tree, at.parent, at.depth - far);
}
