/* SPDX-License-Identifier: Apache-2.0 */
/*
 * When each block of the heap was allocated, for the race detector, to which
 * that is a write of the whole block by the thread that allocates. It is not
 * written into the shadow, which would cost as much as the block is large: what
 * is accessed for the first time is looked up here.
 *
 * The heap gives out the addresses of one area in the order of time, and none
 * of them twice in an execution. So what a thread allocates in one epoch is a
 * range, and an area is a sorted list of these.
 */
#ifndef MZ_RACE_ALLOCATION_H
#define MZ_RACE_ALLOCATION_H

#include "race/shadow.h"

/* Which addresses these are, and that an area begins at each multiple of
 * 1 << shift from `start` on. Before that there are none. */
void mz_allocation_init(uint64_t start, uint64_t end, unsigned shift);

/* Beyond all others of its area. */
void mz_allocation_note(uint64_t address, uint64_t size, mz_epoch);

/* Of the block at this address, which is in one; 0: before the execution. */
mz_epoch mz_allocation_of(uint64_t address);

void mz_allocation_begin(void); /* a new execution */

#endif
