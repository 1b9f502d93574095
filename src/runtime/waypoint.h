/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Waypoints: checkpoints in the midst of an execution, along the path of the
 * search. An execution that begins as the last one did, up to a waypoint or
 * beyond it, goes on from there. They are a stack: the search leaves those
 * behind that lie beyond where it goes back to.
 *
 * A waypoint is taken where the execution is replayed, on the way to where the
 * search will come back to (mz_execution.returns); if that is far, half of that
 * way first, and half of the rest. One is taken only where to replay takes
 * longer than it costs, as measured.
 */
#ifndef MZ_RUNTIME_WAYPOINT_H
#define MZ_RUNTIME_WAYPOINT_H

#include "runtime/runtime.h"
#include "trace/event.h"
#include "trace/statistics.h"

/* An execution is about to begin: from a waypoint? Then memory is to be
 * restored, and mz_execution_run goes on from there. `audited`, or for a
 * report: no. */
bool mz_waypoint_begin(struct mz_execution *, bool audited);

/* The parts have been reset: now they are as they were there. Who ran. */
bool mz_waypoint_resume(mz_tid *self);

/* The execution at hand has come from one. */
bool mz_waypoint_was_used(void);

/* Memory is restored otherwise from now on: there are none to go back to. */
void mz_waypoint_leave_all(void);

/* Whatever executions do before the first waypoint, they do it otherwise. */
void mz_waypoint_drop_all(void);

/* For --stats; false: none are taken in this search, or not yet. */
bool mz_waypoint_counts(struct mz_back_counts *);

/* ---- in an execution ----------------------------------------------------- */

/* The position at which it is to stop for one; MZ_NONE: nowhere. */
MZ_HIDDEN extern uint32_t mz_waypoint_at;

/* It is about to replay events from here on: up to that position. */
void mz_waypoint_plan(void);

/* All fibers stand, at that position: stops there, for mz_waypoint_take. */
void mz_waypoint_stop(void) MZ_COLD;

/* The fibers have stopped: for that? Then it is taken, if it can be, and they
 * are to go on. */
bool mz_waypoint_take(void);

/* ---- for tests: restored = replayed -------------------------------------- */

/* Of the program's state, as an execution has ended. */
uint64_t mz_waypoint_fingerprint(void);

/* The same execution is to be run again, and not from a waypoint. */
void mz_waypoint_begin_again(void);

#endif
