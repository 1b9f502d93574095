/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Places in the code where loops were seen to wait (loop.h). They are known
 * from earlier searches: a search that finds another one begins anew.
 */
#ifndef MZ_RUNTIME_LOOP_PLACE_H
#define MZ_RUNTIME_LOOP_PLACE_H

#include "runtime/state.h"

/* Whether rounds may take locks and give them back:
 * mz_loop_places.take_locks. */
enum {
    MZ_LOCKS_NOT_SEEN,
    MZ_LOCKS_ALLOWED,
    MZ_LOCKS_NEVER,
};

/* What is known of loops: for this search, and for the next. */
static inline struct mz_loop_places *mz_loop_found(void)
{
    return &mz_rt.region->settings.loops;
}

bool mz_loop_place_is(uint64_t pc);
bool mz_loop_place_is_counted(uint64_t pc); /* of a loop that counts rounds */

/* Is there any, of this search? */
bool mz_loop_place_some(void);

/* For the next search. False: it is known, or there is no room. */
bool mz_loop_place_add(uint64_t pc, bool is_counted);

#endif
