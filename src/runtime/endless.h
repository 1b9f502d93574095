/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether an execution that met the bound on visible operations would go on for
 * ever. That is shown by a chooser that follows a plan, then lets each
 * thread that can go on take a step in turn, until the same state comes again
 * (state.h, and what each thread stands at), when
 *  - one thread alone could go on in between, or
 *  - all that could did so, and none of them changed memory that is shared:
 *    then each would do the same whenever it goes on, or
 *  - calls were to be free of locks (progress.h): then it is enough that they
 *    can go on so, whoever runs, and in the order of the plan, too.
 * The execution then fails as an endless loop; else it is given up.
 */
#ifndef MZ_RUNTIME_ENDLESS_H
#define MZ_RUNTIME_ENDLESS_H

#include "explore/replay.h"
#include "runtime/state.h"

struct mz_endless {
    struct mz_chooser chooser; /* first */
    struct mz_replay replay;
    bool watches_plan; /* else only what comes after it */
    uint32_t steps;    /* that were watched */
    uint32_t look_at;  /* the step of the next state to be remembered */
    bool chose;        /* a choice was met: others may be made */
    /* The state remembered, and what happened since. */
    uint32_t position; /* events before it; MZ_NONE: there is none */
    uint64_t key, state;
    mz_tset could, did; /* threads: go on */
    uint64_t loop;      /* a hash of what they did and where, in any order */
    bool wrote;
    /* How each thread came to where it stands. */
    uint64_t arrival[MZ_MAX_THREADS];
    uint64_t place[MZ_MAX_THREADS]; /* a code address */
    struct mz_live_stacks live;
};

/* The plan is borrowed. To live in the region: the run may be a fork. */
void mz_endless_init(struct mz_endless *, const struct mz_plan_step *,
                     uint32_t length, mz_tid then);

#endif
