/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Executions that were run, as a tree of their events: so that a search that
 * comes to one another time need not have it run again. To recall an execution
 * is, to the search, what it is to have it run: the chooser is asked what it
 * was asked, and where it decides otherwise there is an end of what is known.
 *
 * The tree has so much room; what is beyond that is not kept, and so run again.
 */
#ifndef MZ_EXPLORE_RECALL_H
#define MZ_EXPLORE_RECALL_H

#include "base/arena.h"
#include "explore/program.h"

struct mz_recall;

/* Of executions of this capacity; `room` in bytes. */
struct mz_recall *mz_recall_create(struct mz_arena *,
                                   const struct mz_execution *, size_t room);

/* While an execution is run, or recalled: the chooser has been asked after this
 * prefix, and has chosen that thread, or MZ_NO_THREAD; or that value. */
void mz_recall_chosen(struct mz_recall *, const struct mz_execution *,
                      const struct mz_enabled *, mz_tid);
void mz_recall_chosen_value(struct mz_recall *, const struct mz_execution *,
                            uint32_t value);

/* The execution has been run, and its first `kept` events are those that the
 * one before it, run or recalled, began with. */
void mz_recall_keep(struct mz_recall *, const struct mz_execution *,
                    uint32_t kept, enum mz_outcome);

/*
 * Goes on from the execution, with which the one before began, as a run would.
 * False: only so far was any run, and the execution ends there; the chooser is
 * to be asked again by who runs it.
 */
bool mz_recall_run(struct mz_recall *, struct mz_chooser *,
                   struct mz_execution *, enum mz_outcome *);

#endif
