/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the running thread has before it, for a report (region/sight.h). Also
 * keeps the frames of each thread as it stood when it was last looked at, by
 * which other threads' uses of its local variables are told.
 */
#ifndef MZ_RUNTIME_SIGHT_H
#define MZ_RUNTIME_SIGHT_H

#include "base/arena.h"
#include "base/base.h"
#include "region/sight.h"

void mz_sight_clear(struct mz_sight *);

/* The stack may be about to overflow, which is for the program to do; or it is
 * one that the program has made. */
bool mz_sight_has_room(void);

/* As it does something to what is at this address; 0: to nothing. */
void mz_sight_take_in(struct mz_sight *, uint64_t address);

/* The innermost frame of the running thread, as it was looked at last. */
bool mz_sight_frame(struct mz_call_frame *);

/* And then, of what it reads or writes there: the frame that a pointer to a
 * local variable points into. */
void mz_sight_add_pointed(struct mz_sight *, uint64_t value);

#endif
