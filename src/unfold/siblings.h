/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lists of events that follow the same event: a list for each parent in the
 * tree of an object; and for choices, one for what they follow in their thread.
 * The lists are in no order, and without the events that are parked.
 */
#ifndef MZ_UNFOLD_SIBLINGS_H
#define MZ_UNFOLD_SIBLINGS_H

#include "unfold/event_structure.h"

/* Puts a new event in its lists. */
void mz_siblings_link(struct mz_event_structure *, mz_node);

/* Takes an event out of its lists. */
void mz_siblings_unlink(struct mz_event_structure *, mz_node);

/*
 * Parks an event: takes it out of the lists of its siblings for as long as the
 * search has no use for it, until what is at that position of C, or was put
 * aside there, is gone.
 */
void mz_event_structure_park(struct mz_event_structure *, mz_node,
                             uint32_t position);

/* Puts what was parked at that position back among its siblings. */
void mz_event_structure_unpark(struct mz_event_structure *, uint32_t position);

/* The first of the events that follow `parent` in the tree of an object, in no
 * order, without those parked; the `sibling` of their place is the next. */
mz_node mz_first_child(const struct mz_event_structure *, uint32_t tree,
                       mz_node parent);

/* The first of the choices that follow `previous`, in any thread; `sibling` of
 * the event is the next. */
static inline mz_node mz_first_choice(const struct mz_event_structure *s,
                                      mz_node previous)
{
    return mz_unfolded(s, previous)->first_choice;
}

#endif
