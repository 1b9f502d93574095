/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Line 13 of [NRSCP18] Algorithm 1: of U only what alternatives may still need
 * is kept. That is C and D, and what is in immediate conflict with one of
 * their events e (the Q of [NRSCP18] has all conflicts, that of the paper it
 * refers to the immediate ones), on the same object, so that it may be in a
 * spike for e: if it goes with the C that was there before e. And what all
 * these follow.
 *
 * As C and D shrink, an event is looked at once they no longer have what it
 * was kept for: it is in the list of the position of that, in C or where it
 * was put aside. So the work is in proportion to what is added and dropped,
 * not to U.
 */
#ifndef MZ_UNFOLD_PRUNING_H
#define MZ_UNFOLD_PRUNING_H

#include "unfold/configuration.h"

/* D, a stack; or those of its events that are not in conflict with C. */
struct mz_disabled {
    mz_node *events;
    uint32_t *positions; /* of D: where each was put aside */
    uint32_t count;
    mz_tset threads; /* not of D: of these events */
};

/* C has been cut to `length`, and of D what was put aside there, or later, is
 * gone: drops what was kept for that, if for nothing else. */
void mz_prune(struct mz_configuration *, const struct mz_disabled *,
              uint32_t length);

#endif
