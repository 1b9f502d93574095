/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Crossings: a thread of the program calls a library without instrumentation,
 * returns from it, or is called back by it. Such a library may have locks and
 * queues of its own (GLib has), which order what the program does before and
 * after: by what, nobody sees. So where crossings count, each one is taken to
 * order all that its thread has done before all that other threads do after a
 * later crossing of theirs: of two accesses between which such calls lie no
 * data race is told; what may be one is told as not seen (region/unseen.h).
 * Its code may also load what the program has stored, or store what it loads:
 * absl::call_once is half in a header. So a crossing comes after what others
 * have released by atomics, too, and before what they acquire.
 *
 * Crossings cost a fault of the processor each, since the code on the other
 * side cannot be executed until then. So they count from when a race was found
 * that they may order: the search begins anew (MZ_STATUS_CROSSINGS).
 */
#ifndef MZ_RUNTIME_CROSSING_H
#define MZ_RUNTIME_CROSSING_H

#include "race/detector.h"
#include "runtime/runtime.h"

/* Do they count in this search? */
MZ_HIDDEN extern bool mz_crossings_count;

/* Where they count: the running thread reads, or writes, by an atomic operation
 * or a fence of that order. */
void mz_crossing_reads(enum mz_order);
void mz_crossing_writes(enum mz_order);

/* A data race was found. Does not return if it may be none. */
void mz_crossing_meets_race(const struct mz_race *);

/* Is the fault of this instruction, at that address, one at a crossing? Then
 * the thread goes on. */
bool mz_crossing_fault(uint64_t pc, uint64_t address);

/* Where they count: this thread is switched to. */
void mz_crossing_switch(mz_tid);

/* The running thread is at where it waits for its turn, and another one is to
 * go on; has its turn again. Within a library it may be in the midst of what
 * orders it with others. Where it goes on by itself neither would be seen: no
 * other thread has come to a crossing. */
void mz_crossing_waits(mz_tid);
void mz_crossing_goes_on(mz_tid);

/* From now on nothing is noted, in a copy of the process. */
void mz_crossing_end(void);

#endif
