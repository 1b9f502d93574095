/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How what was found comes to be told: the execution is run again, in an order
 * with few switches if that shows the same, and its account is written. Whether
 * an execution that met the bound on events would have gone on for ever is seen
 * by running it again, too.
 */
#ifndef MZ_RUNTIME_TELLING_H
#define MZ_RUNTIME_TELLING_H

#include "explore/replay.h"
#include "runtime/endless.h"
#include "runtime/runtime.h"
#include "trace/happens_before.h"

struct mz_telling {
    struct mz_region *region;
    struct mz_program *program;
    struct mz_execution *execution; /* in which something was found */

    /* For accounts: a second execution, and the clocks of the first. */
    struct mz_execution retold;
    struct mz_endless again; /* follows the plan of the account */
    struct mz_happens_before clocks;
    uint32_t *order;

    /* Whether a loop is endless; and the plan that is followed for it. */
    struct mz_endless endless;
    struct mz_plan_step *plan;
};

void mz_telling_init(struct mz_telling *, struct mz_arena *, struct mz_region *,
                     struct mz_execution *, enum mz_relation);

/* Runs the second execution, from its first event on; objects that it meets are
 * those of the first, too. */
enum mz_outcome mz_telling_run(struct mz_telling *, struct mz_chooser *);

/* Keeps how the execution went that a finding is of, for a process that tells
 * it later (explain.h); `is_loop`: that which mz_telling_shows_loop has shown.
 * Where there is no room for it, nothing is kept. */
void mz_telling_keep(struct mz_telling *, struct mz_finding *, bool is_loop);

/* Runs the execution again, in a readable order, else in its own. */
void mz_telling_tell(struct mz_telling *, struct mz_finding *, enum mz_outcome);

/* Makes the plan of the account that of the execution: for a finding in an
 * order with few context switches, less what has nothing to do with it; for
 * NULL as it was. */
void mz_telling_write(struct mz_telling *, const struct mz_finding *);

/* Runs it by the plan that is in the account. */
void mz_telling_tell_plan(struct mz_telling *, struct mz_finding *,
                          enum mz_outcome);

/* An execution has met the bound on events: would it, without one, for ever?
 * Then that is the finding. */
bool mz_telling_shows_loop(struct mz_telling *, struct mz_finding *);

/* Tells such a loop, up to where its state comes again. */
void mz_telling_tell_loop(struct mz_telling *, struct mz_finding *);

/* Follows the plan of the account. An endless loop is shown again. */
struct mz_replay *mz_telling_follow(struct mz_telling *,
                                    const struct mz_finding *,
                                    struct mz_chooser **);

#endif
