/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A futex: who sleeps at a word of the program's memory. Its queue is a
 * condition variable (op/cond.h): a wake is so many signals, so that which of
 * those that sleep it wakes up is a race.
 *
 * To wait is two operations. FUTEX_WAIT compares the word with a number and, if
 * it is equal, makes the thread one of those that sleep: one event, which also
 * reads the word (event.h: several accesses). Its accesses are the same where
 * the word differs, since that is not known before it is executed; what it did
 * is told by its number, 1 or 0. FUTEX_TAKE, or FUTEX_TIMED which does not
 * block, is to wake up.
 *
 * The number of a FUTEX_WAKE is how many threads it is for. If nobody sleeps it
 * changes nothing (FUTEX_NOBODY): two such commute.
 */
#ifndef MZ_OP_FUTEX_H
#define MZ_OP_FUTEX_H

#include "op/cond.h"

/* How many threads a wake of so many wakes up. */
static inline uint64_t mz_futex_woken(uint64_t state, uint64_t number)
{
    return mz_cond_waiting(state) < number ? mz_cond_waiting(state) : number;
}

/* Called, as those of condition variables are. */
bool mz_futex_enabled(enum mz_op, uint64_t state, const struct mz_op_operand *);
bool mz_futex_after(enum mz_op, uint64_t *state, const struct mz_op_operand *);

static inline mz_tid mz_futex_holder(uint64_t state)
{
    (void)state;
    return MZ_NO_THREAD;
}

#endif
