/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Alternatives: [NRSCP18] Def. 4 and 5. A configuration J that goes with C, and
 * is in conflict with each event of D, or with k of them.
 */
#ifndef MZ_UNFOLD_ALTERNATIVE_H
#define MZ_UNFOLD_ALTERNATIVE_H

#include "unfold/comb.h"

enum { MZ_OPTIMAL = 0 }; /* for k: all of D */

struct mz_alternative {
    mz_node latest[MZ_MAX_THREADS]; /* tmax of J, where J goes beyond C */
    uint32_t left;                  /* events of J without C */
};

/*
 * Alt(C, D): finds a k-partial alternative, in conflict with the k events of D
 * that were added last. `disabled` has those of D that are not in conflict with
 * C already. Those that share a spike, as all accesses to an object may, count
 * as one: what is in the spike is in conflict with all of them.
 */
bool mz_alternative_find(struct mz_alternative *, struct mz_comb *,
                         const struct mz_configuration *,
                         const struct mz_disabled *, uint32_t k);

/* The event of J that comes next in a thread after C, or MZ_BOTTOM. */
mz_node mz_alternative_next(const struct mz_alternative *,
                            const struct mz_configuration *, mz_tid);

#endif
