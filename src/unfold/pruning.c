/* SPDX-License-Identifier: Apache-2.0 */
#include "unfold/pruning.h"

static mz_node parent_of(const struct mz_event_structure *s, uint32_t tree,
                         mz_node e)
{
    return mz_place_in(mz_unfolded(s, e), tree)->parent;
}

/* The tree in which an event may be what a spike has for another one. */
static uint32_t tree_of(const struct mz_unfolded *e)
{
    return e->tree == MZ_NO_TREE ? e->thread : e->tree;
}

/* The event of C that follows the same one as e does, or MZ_BOTTOM. */
static mz_node rival(const struct mz_configuration *c, mz_node e)
{
    const struct mz_event_structure *s = c->structure;
    uint32_t tree = tree_of(mz_unfolded(s, e));
    const struct mz_place *place = mz_place_in(mz_unfolded(s, e), tree);
    mz_node last = c->last[tree];

    if (mz_place_in(mz_unfolded(s, last), tree)->depth < place->depth)
        return MZ_BOTTOM;
    last = mz_ancestor(s, tree, last, place->depth);
    return parent_of(s, tree, last) == place->parent ? last : MZ_BOTTOM;
}

/* Where the first event of D was put aside that follows the same one. */
static uint32_t first_disabled(const struct mz_configuration *c,
                               const struct mz_disabled *disabled, mz_node e,
                               uint32_t none)
{
    const struct mz_event_structure *s = c->structure;
    uint32_t tree = tree_of(mz_unfolded(s, e));

    for (uint32_t i = 0; i < disabled->count; i++) {
        mz_node d = disabled->events[i];

        if (tree_of(mz_unfolded(s, d)) == tree &&
            parent_of(s, tree, d) == parent_of(s, tree, e))
            return disabled->positions[i];
    }
    return none;
}

/* For what position it is to be kept; `none`: for no one. */
static uint32_t reason(const struct mz_configuration *c,
                       const struct mz_disabled *disabled, mz_node e,
                       uint32_t none)
{
    uint32_t aside = first_disabled(c, disabled, e, none), conflict;
    mz_node other = rival(c, e);
    uint32_t position =
        other ? mz_unfolded(c->structure, other)->position : none;

    if (other == e)
        return position;
    if (mz_unfolded(c->structure, e)->is_disabled)
        return aside;
    if (aside == none && !other)
        return none;
    conflict = mz_configuration_conflict(c, e);
    if (aside <= conflict && aside < none)
        return aside;
    return conflict == position ? position : none;
}

/* Drops it if nothing that is kept follows it, and what it followed, if it was
 * there for that alone. */
static void drop(struct mz_event_structure *s, mz_node e)
{
    while (e && !mz_unfolded(s, e)->is_kept && !mz_unfolded(s, e)->dependents) {
        mz_node cause = mz_unfolded(s, e)->cause;
        mz_node previous = mz_unfolded(s, e)->previous;

        mz_event_structure_drop(s, e);
        mz_unfolded(s, previous)->dependents++; /* it is looked at next */
        drop(s, cause);
        mz_unfolded(s, previous)->dependents--;
        e = previous;
    }
}

void mz_prune(struct mz_configuration *c, const struct mz_disabled *disabled,
              uint32_t length)
{
    struct mz_event_structure *s = c->structure;
    enum mz_phase phase = mz_phase_enter(s->statistics, MZ_PHASE_PRUNING);
    mz_node e = c->kept[length], next;

    c->kept[length] = MZ_BOTTOM;
    for (; e; e = next) {
        uint32_t position = reason(c, disabled, e, length);

        next = mz_unfolded(s, e)->next_kept;
        mz_unfolded(s, e)->is_kept = false;
        if (position < length)
            mz_configuration_keep(c, e, position);
        else
            drop(s, e);
    }
    mz_phase_enter(s->statistics, phase);
}
