/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Additions whose results nobody uses, and that commute (op/memory.h). Where it
 * turns out that their order matters the search begins anew, with additions
 * that are read-modify-writes like others (MZ_STATUS_ADDITIONS).
 */
#ifndef MZ_RUNTIME_ADDITIONS_H
#define MZ_RUNTIME_ADDITIONS_H

#include "runtime/turn.h"

/* Is an addition of the running thread one that commutes? */
static inline bool mz_additions_commute_now(void)
{
    return mz_rt.adds && mz_turns.atomic == MZ_NO_THREAD;
}

/* Before the search. */
void mz_additions_prepare(void);

/* One is about to be an update like others, which is noted where it need not
 * be. */
static inline void mz_additions_note(void)
{
    if (mz_rt.could_add)
        mz_rt.region->has_additions = 1;
}

/* A data race was found. It may be none where an addition would have acquired
 * what another one has released, had their order mattered: then the search
 * begins anew. */
void mz_additions_meet_race(void);

/* A round of the running thread, which began at that position, has undone what
 * it did. If it has added to something, then others may have done so between
 * that in another order, where nothing is undone: the search begins anew. */
void mz_additions_meet_round(uint32_t position);

#endif
