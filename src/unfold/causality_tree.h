/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The trees that events are nodes of: depths, ancestors, and who is in conflict
 * with whom ([NRSCP18] section 5.1 and 5.2).
 *
 * A node whose depth a power of MZ_SKIP_STEP divides has a pointer that far up,
 * so that questions about two nodes take logarithmic time.
 */
#ifndef MZ_UNFOLD_CAUSALITY_TREE_H
#define MZ_UNFOLD_CAUSALITY_TREE_H

#include "unfold/event_structure.h"

/* The depth of a node, or of bottom, in a tree. */
static inline uint32_t mz_depth_in(const struct mz_event_structure *s,
                                   uint32_t tree, mz_node e)
{
    const struct mz_unfolded *event = mz_unfolded(s, e);

    return tree < MZ_FIRST_OBJECT_TREE ? event->depth
           : e                         ? mz_place_in(event, tree)->depth
                                       : 0;
}

/* The parent of a node in a tree, or that from which a leaf hangs. */
static inline mz_node mz_parent_in(const struct mz_event_structure *s,
                                   uint32_t tree, mz_node e)
{
    const struct mz_unfolded *event = mz_unfolded(s, e);

    return tree < MZ_FIRST_OBJECT_TREE ? event->parent
                                       : mz_place_in(event, tree)->parent;
}

/* The ancestor in the tree, or the node itself, of that depth: q(n, g). */
mz_node mz_ancestor(const struct mz_event_structure *, uint32_t tree, mz_node,
                    uint32_t depth);

/* Are two nodes of one tree, or bottom, in conflict? */
bool mz_nodes_conflict(const struct mz_event_structure *, uint32_t tree,
                       mz_node, mz_node);

/* Counts, for `statistics`, a question whether two nodes are in conflict. */
void mz_note_conflict(const struct mz_event_structure *, uint32_t tree, mz_node,
                      mz_node);

/* How many pointers to ancestors beyond its parent a node of this depth has. */
unsigned mz_count_skips(uint32_t depth);

/* Sets these pointers of a new node of the tree. */
void mz_settle(struct mz_event_structure *, mz_node, uint32_t tree);

#endif
