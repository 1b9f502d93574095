/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A comb: spikes of events, of which one each is to be found so that no two
 * are in conflict ([NRSCP18] Def. 6, and steps 2 to 5 below it).
 *
 * A spike holds what is in conflict with an event d of D. As d is an extension
 * of C, and C is compatible with what is looked for, this has in its history
 * an event that follows on the same object what d follows, and that is in
 * conflict with d itself; so these are enough. All d on one object share a
 * spike. The same goes for a choice, with its thread in place of an object.
 */
#ifndef MZ_UNFOLD_COMB_H
#define MZ_UNFOLD_COMB_H

#include "unfold/pruning.h"

struct mz_spike {
    uint32_t tree; /* of an object, or of the thread that chooses */
    mz_node event; /* the one of D */
    bool is_built;
    uint32_t begin, end; /* in mz_comb.events */
    uint32_t chosen;     /* in mz_comb.events */
};

struct mz_comb {
    struct mz_spike *spikes;
    uint32_t count, capacity;
    mz_node *events;
    uint32_t used, room;
    bool exhausted;
};

void mz_comb_init(struct mz_comb *, struct mz_arena *, uint32_t spikes,
                  uint32_t events);

void mz_comb_begin(struct mz_comb *);

/* A spike for an event of D, if it has none. */
void mz_comb_add(struct mz_comb *, const struct mz_configuration *, mz_node d);

/*
 * Finds a combination without conflict: one event of each spike, named by
 * `chosen`. Spikes are built when they are first needed.
 */
bool mz_comb_search(struct mz_comb *, const struct mz_configuration *,
                    const struct mz_disabled *);

#endif
