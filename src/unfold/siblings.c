/* SPDX-License-Identifier: Apache-2.0 */
#include "unfold/siblings.h"

static mz_node *children(const struct mz_event_structure *s, uint32_t tree,
                         mz_node parent)
{
    return parent ? &mz_place_in(mz_unfolded(s, parent), tree)->first_child
                  : &s->trees[tree - MZ_FIRST_OBJECT_TREE].first_child;
}

mz_node mz_first_child(const struct mz_event_structure *s, uint32_t tree,
                       mz_node parent)
{
    return *children(s, tree, parent);
}

static void link_place(struct mz_event_structure *s, mz_node e,
                       struct mz_place *place)
{
    mz_node *first = children(s, place->tree, place->parent);

    place->elder = MZ_BOTTOM;
    place->sibling = *first;
    if (*first)
        mz_place_in(mz_unfolded(s, *first), place->tree)->elder = e;
    *first = e;
}

static void unlink_place(struct mz_event_structure *s,
                         const struct mz_place *place)
{
    uint32_t tree = place->tree;

    if (place->elder)
        mz_place_in(mz_unfolded(s, place->elder), tree)->sibling =
            place->sibling;
    else
        *children(s, tree, place->parent) = place->sibling;
    if (place->sibling)
        mz_place_in(mz_unfolded(s, place->sibling), tree)->elder = place->elder;
}

/* The list that the event itself is in, or NULL: if it is parked, that of its
 * position, and then its places are in none; if it is a choice, that of the
 * choices which follow the same event. */
static mz_node *list_of(const struct mz_event_structure *s,
                        const struct mz_unfolded *e)
{
    if (e->parked_at)
        return &s->parked[e->parked_at - 1];
    return e->kind == MZ_CHOOSE ? &mz_unfolded(s, e->previous)->first_choice
                                : NULL;
}

void mz_siblings_link(struct mz_event_structure *s, mz_node e)
{
    struct mz_unfolded *event = mz_unfolded(s, e);
    mz_node *first = list_of(s, event);

    for (uint32_t i = event->parked_at ? 0 : event->place_count; i--;)
        link_place(s, e, &mz_places(event)[i]);
    if (!first)
        return;
    event->elder = MZ_BOTTOM;
    event->sibling = *first;
    if (*first)
        mz_unfolded(s, *first)->elder = e;
    *first = e;
}

void mz_siblings_unlink(struct mz_event_structure *s, mz_node e)
{
    const struct mz_unfolded *event = mz_unfolded(s, e);
    mz_node *first = list_of(s, event);

    for (uint32_t i = event->parked_at ? 0 : event->place_count; i--;)
        unlink_place(s, &mz_places(event)[i]);
    if (!first)
        return;
    if (event->elder)
        mz_unfolded(s, event->elder)->sibling = event->sibling;
    else
        *first = event->sibling;
    if (event->sibling)
        mz_unfolded(s, event->sibling)->elder = event->elder;
}

void mz_event_structure_park(struct mz_event_structure *s, mz_node e,
                             uint32_t position)
{
    mz_siblings_unlink(s, e);
    mz_unfolded(s, e)->parked_at = position + 1;
    mz_siblings_link(s, e);
}

void mz_event_structure_unpark(struct mz_event_structure *s, uint32_t position)
{
    mz_node e;

    while ((e = s->parked[position])) {
        mz_siblings_unlink(s, e);
        mz_unfolded(s, e)->parked_at = 0;
        mz_siblings_link(s, e);
    }
}
