/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A thread that rushes executes the rounds of a loop that counts them (loop.h)
 * up to the end of the loop, with nobody in between. Each of its operations is
 * one of the last round's, which were all about the same bytes, or one lock,
 * and have found the same; it finds that, too: so it is no event. Whoever
 * changes these bytes does so before the last event of that round, or after the
 * rush. The thread rushes as long as there is no event, and it comes to these
 * operations and no other one.
 */
#ifndef MZ_RUNTIME_RUSH_H
#define MZ_RUNTIME_RUSH_H

#include "runtime/local_state.h"
#include "trace/event.h"

struct mz_visible;

/* All that the runtime is told of an operation. */
struct mz_local_state mz_rush_operation(const struct mz_visible *);

/* The running thread rushes from here on, by these operations, at most
 * MZ_MAX_RUSH of them, each of which has found that. */
enum { MZ_MAX_RUSH = 8 };

void mz_rush_begin(const struct mz_local_state *operations, unsigned count,
                   uint64_t found);

/* The running thread has come to this operation. True: it rushes, and the
 * operation, which is to follow, is no event. */
bool mz_rush_takes(const struct mz_visible *);

/* Has the running thread rushed for as long as it may, and come nowhere? */
bool mz_rush_is_endless(void);

/* Is the operation that is under way one of a rush? Then it finds that, which
 * memory need not hold where it is weak. */
bool mz_rush_finds(uint64_t *found);

/* A new execution begins. */
void mz_rush_reset(void);

/* Is the operation that is under way one of a rush, and so no event? The
 * operation is over after this call. */
bool mz_rush_ends_operation(void);

#endif
