/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A reader-writer lock. The state, from the lowest bit: how many read locks are
 * held; how many writers wait; who holds the write lock, the thread's number
 * plus one. 0: it is free, and nobody waits.
 *
 * Of a lock that prefers readers nobody knows who waits, so that none are
 * counted. Of one that prefers writers a write lock is two operations if it is
 * not to be had at once: the thread is one of those that wait (WR_BEGIN, whose
 * outcome is WR_WAIT then), and readers stay behind it (RD_BEHIND) until it has
 * taken the lock (WR_TAKE) and given it back, or has given up (WR_TIMED). As
 * glibc hands such a lock to a writer that waits, whoever only tries finds it
 * taken then.
 */
#ifndef MZ_OP_RWLOCK_H
#define MZ_OP_RWLOCK_H

#include "op/automaton.h"

/* Where the parts of the state begin. */
enum { MZ_RWLOCK_WAITING = 10, MZ_RWLOCK_WRITER = 20 };

#define MZ_RWLOCK_READERS ((1ull << MZ_RWLOCK_WAITING) - 1)
#define MZ_RWLOCK_ALL_WAITING \
    ((1ull << MZ_RWLOCK_WRITER) - 1 - MZ_RWLOCK_READERS)

_Static_assert(MZ_MAX_THREADS <= MZ_RWLOCK_READERS, "each part has room");

static inline bool mz_rwlock_enabled(enum mz_op kind, uint64_t state,
                                     const struct mz_op_operand *operand)
{
    (void)operand;
    switch (kind) {
    case MZ_RD_LOCK:
    case MZ_RD_TRYLOCK:
    case MZ_RD_BEHIND:
    case MZ_RD_TRY_BEHIND:
        return !(state & ~MZ_RWLOCK_READERS);
    case MZ_WR_LOCK:
    case MZ_WR_TRYLOCK:
    case MZ_WR_BEGIN:
        return !state;
    case MZ_WR_TAKE:
    case MZ_WR_TIMED:
        return !(state & ~MZ_RWLOCK_ALL_WAITING);
    default:
        return true;
    }
}

/* Where the detector of data races does not look, a lock is initialised and
 * destroyed by a write, which leaves it free. */
static inline bool mz_rwlock_after(enum mz_op kind, uint64_t *state,
                                   const struct mz_op_operand *operand)
{
    uint64_t one_waits = 1ull << MZ_RWLOCK_WAITING;
    uint64_t written = (operand->thread + 1ull) << MZ_RWLOCK_WRITER;

    switch (kind) {
    case MZ_RD_LOCK:
    case MZ_RD_TRYLOCK:
    case MZ_RD_BEHIND:
    case MZ_RD_TRY_BEHIND:
        *state += 1;
        break;
    case MZ_RD_UNLOCK:
        *state -= 1;
        break;
    case MZ_WR_LOCK:
    case MZ_WR_TRYLOCK:
    case MZ_WR_BEGIN:
        *state = written;
        break;
    case MZ_WR_WAIT:
        *state += one_waits;
        break;
    case MZ_WR_TAKE:
    case MZ_WR_TIMED:
        *state += written - one_waits;
        break;
    case MZ_WR_GIVE_UP:
        *state -= one_waits;
        break;
    case MZ_WR_UNLOCK:
        *state &= MZ_RWLOCK_ALL_WAITING;
        break;
    default:
        if (mz_op_writes(kind))
            *state = 0;
    }
    return true;
}

static inline mz_tid mz_rwlock_holder(uint64_t state)
{
    return state >> MZ_RWLOCK_WRITER ? (state >> MZ_RWLOCK_WRITER) - 1
                                     : MZ_NO_THREAD;
}

#endif
