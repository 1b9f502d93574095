/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A comb: spikes of events, of which one each is to be found so that no two
 * are in conflict ([NRSCP18] Def. 6, and steps 2 to 5 below it).
 *
 * A spike holds what is in conflict with an event d of D. As d is an extension
 * of C, and C is compatible with what is looked for, this has in its history
 * an event that follows in one of d's trees what d follows, and that is in
 * conflict with d itself; so these are enough. All d alike share a spike. The
 * same goes for a choice, with its thread in place of an object.
 */
#ifndef MZ_UNFOLD_COMB_H
#define MZ_UNFOLD_COMB_H

#include "unfold/configuration.h"

/* D, a stack; or those of its events that are not in conflict with C. */
struct mz_disabled {
    mz_node *events;
    uint32_t *positions; /* of D: where each was put aside */
    uint32_t count;
    mz_tset threads; /* not of D: of these events */
};

struct mz_spike {
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
