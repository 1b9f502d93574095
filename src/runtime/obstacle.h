/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Obstacles: why a loop is not known as one that waits. When an execution that
 * met the bound on visible operations is told, threads that come back to one
 * operation again and again are looked at: their registers, stacks and storage
 * are compared with what they were a round before, and what they wrote
 * meanwhile is noted. What is another each time is told by name. It is for the
 * report alone: the search knows nothing of it.
 */
#ifndef MZ_RUNTIME_OBSTACLE_H
#define MZ_RUNTIME_OBSTACLE_H

#include "runtime/runtime.h"

/* Is this a run in which they are looked for? Then mz_rt.watching has to be. */
bool mz_obstacle_is_sought(void);

/* In such a run: the running thread has come to an operation; it writes to
 * memory that others may use. */
void mz_obstacle_arrive(void);
void mz_obstacle_note_write(uint64_t address, uint64_t size);

/* Such a run ends: writes down what was found. */
void mz_obstacle_tell(void);

#endif
