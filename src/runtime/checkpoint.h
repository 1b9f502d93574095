/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The checkpoint: the state of an execution as main is about to create its
 * first thread. Until then nobody could choose anything, so that all executions
 * are the same up to there; those that have that much to replay go on from it
 * instead of from the beginning of main.
 *
 * It is taken in an execution from the beginning, and is in force until one is
 * needed again. What of its state a part wants to have back it says at its
 * moment `checkpoint` (parts.h); what it cannot have back it needs to be as at
 * the beginning, else no checkpoint is taken. All other state is begun anew
 * there as at the beginning.
 *
 * Whether one pays is measured. That the program comes there in the same state
 * each time is shown by the first executions, and by a few ever after, which
 * are replayed from the beginning; so is each that ends with an error.
 */
#ifndef MZ_RUNTIME_CHECKPOINT_H
#define MZ_RUNTIME_CHECKPOINT_H

#include "runtime/runtime.h"
#include "trace/event.h"

/* ---- from execution to execution ----------------------------------------- */

/* An execution is about to begin, perhaps from the checkpoint: then memory is
 * to be restored as it was there. `audited`, or for a report: from the
 * beginning. */
void mz_checkpoint_begin(const struct mz_execution *, bool audited);

/* The parts have been reset. True: the execution goes on from the checkpoint,
 * and what is kept of the parts is as it was there. */
bool mz_checkpoint_resume(void);

/* The execution has come from there, and is to be run from the beginning. */
bool mz_checkpoint_was_used(void);

/* Memory is restored as it was there, whatever the execution came from. */
bool mz_checkpoint_is_in_force(void);

/* It was, and has ended otherwise: the search begins anew, with none. */
enum mz_outcome mz_checkpoint_distrust(void);

/* From now on memory is as at the snapshot whenever it is restored. */
void mz_checkpoint_drop(void);

/* Are there to be any? Has it been shown that the program comes there in the
 * same state each time? Is what is restored to be compared with what is
 * replayed? */
bool mz_checkpoint_is_possible(void);
bool mz_checkpoint_is_proven(void);
bool mz_checkpoint_is_always(void);

/* ---- in an execution ----------------------------------------------------- */

MZ_HIDDEN extern bool mz_checkpoint_is_due;

/* Main creates its first thread: stops there, for mz_checkpoint_take. */
void mz_checkpoint_stop(void) __attribute__((cold));

static inline void mz_checkpoint_come(void)
{
    if (MZ_UNLIKELY(mz_checkpoint_is_due))
        mz_checkpoint_stop();
}

/* The fibers have stopped: for that? Then it is taken, if it can be, and they
 * are to go on. */
bool mz_checkpoint_take(void);

/* ---- for parts, at their moment `checkpoint` ----------------------------- */

/* All parts say what they keep. False: some cannot go back to where they are
 * now. */
struct mz_pieces;
bool mz_checkpoint_collect(struct mz_pieces *, bool is_waypoint);

/* Is it a waypoint (waypoint.h), with several threads? Their numbers are less
 * than this. */
bool mz_checkpoint_is_waypoint(void);
unsigned mz_checkpoint_threads(void);

/* These bytes are to be as they are now, in each execution from there. */
void mz_checkpoint_keep(const void *, size_t size);

/* The same, where each execution begins with zeros: nothing need be kept as
 * long as there are. */
void mz_checkpoint_keep_unless_zero(const void *, size_t size);

/* The same of the memory of blocks: large ranges are not copied each time. */
void mz_checkpoint_track(uint64_t start, uint64_t end);

/* The same of a stack in use, whose dead bytes may differ. */
void mz_checkpoint_keep_stack(const void *, size_t size);

/* Else there is no checkpoint. */
void mz_checkpoint_need(bool);

#endif
