/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The trees of objects: classes of their bytes, and the kinds of leaves that
 * these have.
 *
 * Bytes that have always been accessed together are one tree. When an access
 * touches only a part of them, all events are dropped and the tree is divided.
 */
#ifndef MZ_UNFOLD_OBJECT_TREE_H
#define MZ_UNFOLD_OBJECT_TREE_H

#include "unfold/event_structure.h"

/* Finds the trees of the bytes of an access, and returns their number. Sets
 * `is_divided` if it touches only a part of the bytes of one. */
unsigned mz_object_trees(struct mz_event_structure *, struct mz_access,
                         uint32_t trees[8]);

/* Divides the trees by that access. There must be no events. */
void mz_event_structure_divide(struct mz_event_structure *);

/* The number of the leaves that an access of a thread belongs to; 0: it is a
 * node. */
uint32_t mz_leaves_of(struct mz_event_structure *, mz_tid,
                      const struct mz_label_place *);

/* Does an access of this kind depend on these leaves? */
static inline bool mz_depends_on_leaves(const struct mz_event_structure *s,
                                        uint8_t kind, uint8_t mask,
                                        const struct mz_leaves *leaves)
{
    return mz_op_depends(s->relation, kind, mask, leaves->kind, leaves->mask);
}

#endif
