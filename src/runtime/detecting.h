/* SPDX-License-Identifier: Apache-2.0 */
/*
 * When the race detector is told of what the program does (mz_rt.detecting), in
 * an execution that is checked for races (mz_rt.checks_races). Not
 *
 * - while one thread is alone: the others that there have been have ended, as
 *   it knows, so that what it does comes after all of theirs, and before all
 *   that those to be born will do. The detector begins with the first creation;
 *
 * - while events are replayed that were the same in the execution before: the
 *   detector, which has a mark for each event of that one, goes back to where
 *   this one leaves it, and waits there.
 *
 * Ordinals of accesses count those that it was told of or has in its state; so
 * they are the same in a run that is told, of which it is told all.
 */
#ifndef MZ_RUNTIME_DETECTING_H
#define MZ_RUNTIME_DETECTING_H

#include "runtime/turn.h"

MZ_HIDDEN extern bool mz_detecting_has_begun; /* in this execution */

/* An execution is about to begin: will the detector, if it is told at all, go
 * back to no earlier position of it than this? */
bool mz_detecting_goes_on_from(uint32_t position);

/* It is asked what threads have seen. In executions to come it is to know that
 * of replayed events, too. */
void mz_detecting_is_asked(void);

/* The next execution is to show all to the detector, from the beginning. */
void mz_detecting_forget(void);

/* A thread is to be chosen; this one has been, and goes on. */
void mz_detecting_come(void);
void mz_detecting_go_on(mz_tid);

void mz_detecting_born(mz_tid parent, mz_tid child);
void mz_detecting_joined(mz_tid parent, mz_tid child); /* if mz_rt.detecting */

#endif
