/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mz_linearizable with .progress: does a call go on while other threads stand
 * still, wherever they are?
 *
 * One of a scenario's threads is chosen, the survivor. Each other thread may be
 * stopped, for good, before any operation that others may see: these are
 * choices, and explored like any others. So each state that the threads can
 * come to is one in which all but the survivor have stopped, and what the
 * survivor does alone from there is the rest of an execution. If it waits
 * there, in a call in which the model would not, or has made too many
 * operations alone, that is the error.
 *
 * What is stopped has its place before an operation, not in its midst; and a
 * thread that has changed nothing since it was last asked is not asked again,
 * as the others would find what they would have found.
 */
#ifndef MZ_RUNTIME_PROGRESS_H
#define MZ_RUNTIME_PROGRESS_H

#include "mazurka.h"
#include "runtime/runtime.h"

struct mz_visible;

/* While mz_rt.stopping: the running thread has come to this operation. Does not
 * return if it is stopped there. */
void mz_progress_comes_to(const struct mz_visible *);

/* Are calls being made, and is that asked of them? */
bool mz_progress_asks_for(enum mz_freedom);

/* The running thread's next event is an update: does that change memory? */
void mz_progress_updates(bool changes);

/* Threads are stopped, and no other can go on. Fails if the survivor's call
 * should have, or if what was returned is not explained. */
void mz_progress_look(void);

#endif
