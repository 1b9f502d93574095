/* SPDX-License-Identifier: Apache-2.0 */
#include "unfold/label.h"

#include "trace/refusal.h"
#include "unfold/object_tree.h"

/* Adds a place, in order of trees. Several accesses of an event to one tree are
 * one place: it covers if one of them does; else it reads the bytes that they
 * have in common. */
static void add_place(struct mz_event_structure *s, struct mz_label *label,
                      struct mz_label_place place)
{
    uint32_t i = label->place_count;

    while (i > 0 && label->places[i - 1].tree > place.tree)
        i--;
    if (i > 0 && label->places[i - 1].tree == place.tree) {
        if (mz_op_covers(s->relation, place.kind))
            label->places[i - 1].kind = place.kind;
        label->places[i - 1].mask &= place.mask;
        return;
    }
    if (label->place_count == MZ_MOST_PLACES) {
        s->unsupported = MZ_REFUSAL_MANY_ACCESSES;
        return;
    }
    mz_move(label->places + i + 1, label->places + i,
            (label->place_count - i) * sizeof place);
    label->places[i] = place;
    label->place_count++;
}

/* `before` is what the bytes of the access held, the lowest byte first. */
static void add_access(struct mz_event_structure *s, struct mz_label *label,
                       struct mz_access access, uint64_t before)
{
    uint32_t trees[8];
    unsigned count = mz_object_trees(s, access, trees);

    before <<= mz_mask_shift(access.mask);
    for (unsigned i = 0; i < count; i++)
        add_place(
            s, label,
            (struct mz_label_place){
                .tree = trees[i],
                .kind = access.kind,
                .mask = access.mask,
                .before = before & mz_mask_bits(mz_tree(s, trees[i])->mask),
            });
}

/* The place of the event's first access, which decides whether the event is
 * enabled and whether it succeeds. */
static uint32_t first_place(const struct mz_event_structure *s,
                            const struct mz_label *label,
                            struct mz_access access)
{
    uint32_t i = 0;

    for (;; i++) {
        const struct mz_object_tree *tree = mz_tree(s, label->places[i].tree);

        if (tree->object == access.object && tree->mask & access.mask)
            return i;
    }
}

void mz_label_set(struct mz_label *label, struct mz_event_structure *s,
                  const struct mz_execution *x, const struct mz_event *e)
{
    label->thread = e->thread;
    label->kind = e->kind;
    label->condition = e->condition;
    label->choice = e->kind == MZ_CHOOSE ? e->value : 0;
    label->bound = e->kind == MZ_CHOOSE ? e->bound : 0;
    label->number = e->other;
    label->is_several = mz_event_is_several(x, e);
    label->place_count = 0;
    if (mz_op_is_local(e->kind) || e->object == MZ_NONE)
        return;
    if (mz_event_more(e) && s->refuses_parts) {
        s->unsupported = MZ_REFUSAL_BOUND_WITH_SEVERAL;
        return;
    }
    add_access(s, label, mz_event_access(e), mz_event_before(x, e));
    for (uint32_t i = 0; i < mz_event_more(e); i++)
        add_access(s, label, x->accesses[e->more + i], x->before[e->more + i]);
    label->first = first_place(s, label, mz_event_access(e));
    /* Awaits beside atomic blocks are refused where they are met. */
    MZ_ASSERT(!mz_op_awaits_memory(e->kind) || !mz_event_more(e));
}
