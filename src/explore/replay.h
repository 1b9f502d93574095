/* SPDX-License-Identifier: Apache-2.0 */
/* A chooser that follows a plan, then lets one thread go first. */
#ifndef MZ_EXPLORE_REPLAY_H
#define MZ_EXPLORE_REPLAY_H

#include "explore/program.h"

struct mz_replay {
    struct mz_chooser chooser;            /* first */
    const struct mz_plan_step *steps;     /* borrowed */
    uint32_t length;
    uint32_t at;                        /* the next step but choices */
    uint32_t served; /* memory is weak: `at`, when an access was served last */
    uint32_t choice_at[MZ_MAX_THREADS]; /* each thread's next choice */
    mz_tid then;                        /* goes on after it, if it can */
    bool failed;                        /* it could not be followed */
    bool takes_last; /* of choices that are not planned, not the first value */
};

void mz_replay_init(struct mz_replay *, const struct mz_plan_step *,
                    uint32_t length, mz_tid then);

/* All steps have been taken. */
bool mz_replay_is_over(struct mz_replay *);

#endif
