/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Line 13 of [NRSCP18] Algorithm 1: of U only what alternatives may still need
 * is kept. That is C and D; what was found to be in immediate conflict with one
 * of their events e, when e was in C; and what all these follow. (The Q of
 * [NRSCP18] has all conflicts, that of the paper it builds on the immediate
 * ones.) See docs/algorithms/qpor.md, "Line 13".
 *
 * What is kept for the sake of e is kept for that of e's position, and is no
 * longer needed when the search leaves that position. So the work is in
 * proportion to what is added and dropped, not to U.
 */
#ifndef MZ_UNFOLD_PRUNING_H
#define MZ_UNFOLD_PRUNING_H

#include "unfold/configuration.h"

/* C has been cut to `length`, and what was put aside there or later is no
 * longer in D: drops what was kept for the sake of that position and of none
 * before. */
void mz_prune(struct mz_configuration *, uint32_t length);

#endif
