/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where a replay is to stop: before a step of the account (replay --at). The
 * execution is run twice, for only what it tells says which operation the step
 * is: the first run seeks the turn in which the step is taken, and what each
 * thread does from there on; the second stops as that turn is given, with the
 * thread's stack in use and the operation still to be done. A step that is no
 * operation of its own (a creation, the end of a thread) is met as it is told.
 *
 * So that a thread that waits for its turn can be stopped as it gets it, it
 * waits in mz_halt_turn while this is on, and all else pays nothing for it.
 */
#ifndef MZ_RUNTIME_HALT_H
#define MZ_RUNTIME_HALT_H

#include "runtime/runtime.h"

MZ_HIDDEN extern bool mz_halt_is_on;

/* The next run seeks this step, from 1. */
void mz_halt_seek(uint64_t step);

/* It has: the next run stops before it. False: there is none, nor is there a
 * stop. */
bool mz_halt_found(void);

/* From now on it stops where the debugger wants it to. */
void mz_halt_follow(void);

/* A run begins. */
void mz_halt_begin(void);

/* While it is on: it is this thread's turn. Returns when it is the turn of the
 * running thread, which it returns; or at once if nobody can take that turn. */
mz_tid mz_halt_turn(mz_tid next) MZ_COLD;

/* While it is on: the running thread, which has waited elsewhere, goes on. */
void mz_halt_wake(void) MZ_COLD;

/* While it is on: this step is about to be told. */
void mz_halt_tell(const struct mz_step *, uint64_t number) MZ_COLD;

#endif
