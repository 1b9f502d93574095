/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A reader-writer lock: the state is how many read locks are held or, above
 * them, who holds the write lock, the thread's number plus one; 0: it is free.
 */
#ifndef MZ_OP_RWLOCK_H
#define MZ_OP_RWLOCK_H

#include "op/automaton.h"

enum { MZ_RWLOCK_WRITER = 16 }; /* the bit that the writer's number begins at */

static inline bool mz_rwlock_enabled(enum mz_op kind, uint64_t state,
                                     const struct mz_op_operand *operand)
{
    (void)operand;
    switch (kind) {
    case MZ_RD_LOCK:
    case MZ_RD_TRYLOCK:
        return !(state >> MZ_RWLOCK_WRITER);
    case MZ_WR_LOCK:
    case MZ_WR_TRYLOCK:
        return !state;
    default:
        return true;
    }
}

/* Where the detector of data races does not look, a lock is initialised and
 * destroyed by a write, which leaves it free. */
static inline bool mz_rwlock_after(enum mz_op kind, uint64_t *state,
                                   const struct mz_op_operand *operand)
{
    switch (kind) {
    case MZ_RD_LOCK:
    case MZ_RD_TRYLOCK:
        *state += 1;
        break;
    case MZ_RD_UNLOCK:
        *state -= 1;
        break;
    case MZ_WR_LOCK:
    case MZ_WR_TRYLOCK:
        *state = (operand->thread + 1ull) << MZ_RWLOCK_WRITER;
        break;
    default:
        if (kind == MZ_WR_UNLOCK || mz_op_writes(kind))
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
