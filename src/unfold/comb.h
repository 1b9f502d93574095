/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A comb: spikes of events. One event of each spike is looked for, so that no
 * two of them are in conflict ([NRSCP18] Def. 6, and steps 2 to 5 below it).
 *
 * A spike has the events in conflict with an event d of D that can be added to
 * C; not all, but those that follow in one of d's trees what d follows there.
 * They are enough: whatever goes with C and is in conflict with d has one of
 * them in its history (docs/algorithms/qpor.md, "Spikes"). Events of D that are
 * alike in this share a spike. For a choice d its thread takes the place of the
 * object.
 */
#ifndef MZ_UNFOLD_COMB_H
#define MZ_UNFOLD_COMB_H

#include "unfold/configuration.h"

/* D, a stack; or its active events: those that are not in conflict with C. */
struct mz_disabled {
    mz_node *events;
    uint32_t *positions; /* of D only: where each was put aside */
    uint32_t count;
    mz_tset threads; /* of the active events only: theirs */
};

struct mz_spike {
    mz_node event; /* d */
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
 * Finds a combination without conflict: `chosen` of each spike. Spikes are
 * built when they are first needed. False: there is none.
 */
bool mz_comb_search(struct mz_comb *, const struct mz_configuration *,
                    const struct mz_disabled *);

#endif
