/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Atomic blocks: what is executed in one is one event, of all objects that it
 * accesses. A block of the program (`universal`) depends on every event
 * instead: which objects it accesses may depend on what it reads, and a
 * happens-before relation that followed that would not be valid ([AAJS17]
 * Definition 3.2, property 7).
 */
#ifndef MZ_RUNTIME_ATOMIC_BLOCK_H
#define MZ_RUNTIME_ATOMIC_BLOCK_H

#include "trace/event.h"

struct mz_visible;

void mz_atomic_block_begin(void);

/* The same, of a call that is known again (loop.h); it is of no object yet. */
void mz_atomic_block_begin_at(const struct mz_visible *);

/* One of the program, by a call there. */
void mz_atomic_block_begin_program(uint64_t pc);

void mz_atomic_block_end(void);

/* The running thread goes no further; in a block perhaps, which ends. */
void mz_atomic_block_leave(void);

/* In a block: one of its accesses. */
void mz_atomic_block_gather(enum mz_op kind, uint64_t object, uint8_t mask,
                            uint64_t value, uint64_t other);

/* The event depends on all blocks of the program. */
void mz_atomic_block_add_universe(struct mz_event *);

#endif
