/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A barrier. To wait at it is two operations: the thread arrives, and it leaves
 * when as many have arrived as the barrier waits for. Who leaves first is the
 * serial thread. That is POSIX's choice of any one of them; and two arrivals
 * commute, as do those who leave after the first.
 *
 * Rounds have objects in turn, the even ones and the odd ones: a thread that
 * has left arrives for the next round at another object than the one that
 * others leave, so that the order of these two is nobody's concern. When it
 * comes to the first object again all have left that.
 *
 * The state is how many have arrived, in all rounds of the object, and from bit
 * MZ_BARRIER_ROUNDS on how many rounds somebody has been the first to leave.
 * Who leaves says how many must have arrived, and which round that is.
 */
#ifndef MZ_OP_BARRIER_H
#define MZ_OP_BARRIER_H

#include "op/automaton.h"

enum { MZ_BARRIER_ROUNDS = 32 };

/* The operand of who leaves the round of that number, from 0, of the object. */
static inline uint64_t mz_barrier_round(uint64_t round, uint32_t threads)
{
    return round << MZ_BARRIER_ROUNDS | (round + 1) * threads;
}

static inline bool mz_barrier_enabled(enum mz_op kind, uint64_t state,
                                      const struct mz_op_operand *operand)
{
    uint64_t firsts = state >> MZ_BARRIER_ROUNDS;
    uint64_t round = operand->number >> MZ_BARRIER_ROUNDS;
    bool complete = (uint32_t)state >= (uint32_t)operand->number;

    switch (kind) {
    case MZ_BARRIER_FIRST:
        return complete; /* whoever it may be */
    case MZ_BARRIER_PASS:
        return complete && firsts > round;
    default:
        return true;
    }
}

/* One that is written as memory is initialised, or destroyed. */
static inline bool mz_barrier_after(enum mz_op kind, uint64_t *state,
                                    const struct mz_op_operand *operand)
{
    (void)operand;
    if (mz_op_writes(kind))
        *state = 0;
    *state += (kind == MZ_BARRIER_ARRIVE) +
              ((uint64_t)(kind == MZ_BARRIER_FIRST) << MZ_BARRIER_ROUNDS);
    return true;
}

static inline mz_tid mz_barrier_holder(uint64_t state)
{
    (void)state;
    return MZ_NO_THREAD;
}

#endif
