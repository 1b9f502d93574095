/* SPDX-License-Identifier: Apache-2.0 */
#include "unfold/object_tree.h"

#include "trace/refusal.h"

static uint32_t new_tree(struct mz_event_structure *s, uint32_t object,
                         uint8_t mask)
{
    uint32_t i = s->tree_count;

    if (i == s->tree_capacity) {
        s->exhausted = true;
        return MZ_FIRST_OBJECT_TREE;
    }
    s->tree_count++;
    s->trees[i] = (struct mz_object_tree){
        .object = object,
        .next = s->tree_of[object],
        .mask = mask,
    };
    s->tree_of[object] = i + 1;
    return MZ_FIRST_OBJECT_TREE + i;
}

unsigned mz_object_trees(struct mz_event_structure *s, struct mz_access access,
                         uint32_t trees[8])
{
    uint8_t left = access.mask;
    unsigned count = 0;

    for (uint32_t i = s->tree_of[access.object]; i; i = s->trees[i - 1].next) {
        uint8_t common = s->trees[i - 1].mask & access.mask;

        if (!common)
            continue;
        if (common != s->trees[i - 1].mask) {
            s->divides = access;
            s->is_divided = !s->refuses_parts;
            if (s->refuses_parts)
                s->unsupported = MZ_REFUSAL_BOUND_WITH_PARTS;
        }
        trees[count++] = MZ_FIRST_OBJECT_TREE + i - 1;
        left &= ~common;
    }
    if (left)
        trees[count++] = new_tree(s, access.object, left);
    return count;
}

void mz_event_structure_divide(struct mz_event_structure *s)
{
    MZ_ASSERT(!s->count);
    s->is_divided = false;
    s->leaves_count = 1;
    for (uint32_t i = s->tree_of[s->divides.object]; i;
         i = s->trees[i - 1].next) {
        uint8_t common = s->trees[i - 1].mask & s->divides.mask;
        uint8_t rest = s->trees[i - 1].mask & ~common;

        if (common && rest) {
            s->trees[i - 1].mask = common;
            new_tree(s, s->divides.object, rest);
        }
    }
    for (uint32_t i = 0; i < s->tree_count; i++) {
        s->trees[i].leaves = 0;
        s->trees[i].is_mixed = false;
    }
}

static uint32_t new_leaves(struct mz_event_structure *s,
                           struct mz_leaves leaves)
{
    struct mz_object_tree *tree = &s->trees[leaves.tree - MZ_FIRST_OBJECT_TREE];

    if (s->leaves_count == s->leaves_capacity) {
        s->exhausted = true;
        return MZ_FIRST_LEAVES;
    }
    leaves.next = tree->leaves;
    for (uint32_t i = tree->leaves; i; i = mz_leaves(s, i)->next)
        if (mz_depends_on_leaves(s, leaves.kind, leaves.mask, mz_leaves(s, i)))
            tree->is_mixed = true;
    s->leaves[s->leaves_count] = leaves;
    return tree->leaves = MZ_FIRST_LEAVES + s->leaves_count++;
}

uint32_t mz_leaves_of(struct mz_event_structure *s, mz_tid thread,
                      const struct mz_label_place *place)
{
    struct mz_leaves leaves = {
        .tree = place->tree,
        .thread = thread,
        .kind = place->kind,
        .mask = place->mask,
    };

    if (mz_op_covers(s->relation, place->kind))
        return 0;
    for (uint32_t i = mz_tree(s, place->tree)->leaves; i;
         i = mz_leaves(s, i)->next) {
        const struct mz_leaves *known = mz_leaves(s, i);

        if (known->thread == thread && known->kind == place->kind &&
            known->mask == place->mask)
            return i;
    }
    return new_leaves(s, leaves);
}
