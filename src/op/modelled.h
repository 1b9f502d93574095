/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operations on locks and the like where memory is weak (op/order.h). The
 * models know memory only. Such an object is a location to them, and all that
 * is done to it an update, but for what fails, or is woken with all others,
 * which only reads. To take it acquires, to give it back releases; to signal a
 * condition variable, and to be woken, orders nothing: its mutex does. A futex
 * has a lock of its own (op/futex.h).
 *
 * What is not listed is refused by the algorithm and by the runtime.
 */
#ifndef MZ_OP_MODELLED_H
#define MZ_OP_MODELLED_H

#include "op/op.h"
#include "op/order.h"

/* kind, if it succeeds; its order; the order of its other outcome, if it has
 * one: who fails is relaxed. */
#define MZ_MODELLED(X)                  \
    X(LOCK, ACQUIRE, RELAXED)           \
    X(TRYLOCK, ACQUIRE, RELAXED)        \
    X(UNLOCK, RELEASE, RELAXED)         \
    X(UNLOCK_LOST, RELEASE, RELAXED)    \
    X(OWNER_END, RELEASE, RELAXED)      \
    X(SPIN_LOCK, ACQUIRE, RELAXED)      \
    X(SPIN_TRYLOCK, ACQUIRE, RELAXED)   \
    X(SPIN_UNLOCK, RELEASE, RELAXED)    \
    X(SEM_WAIT, ACQUIRE, RELAXED)       \
    X(SEM_TRYWAIT, ACQUIRE, RELAXED)    \
    X(SEM_POST, RELEASE, RELAXED)       \
    X(RD_LOCK, ACQUIRE, RELAXED)        \
    X(RD_TRYLOCK, ACQUIRE, RELAXED)     \
    X(RD_UNLOCK, RELEASE, RELAXED)      \
    X(WR_LOCK, ACQUIRE, RELAXED)        \
    X(WR_TRYLOCK, ACQUIRE, RELAXED)     \
    X(WR_UNLOCK, RELEASE, RELAXED)      \
    X(COND_WAIT, RELAXED, RELAXED)      \
    X(COND_WAKE, RELAXED, RELAXED)      \
    X(COND_TIMED, RELAXED, RELAXED)     \
    X(COND_SIGNAL, RELAXED, RELAXED)    \
    X(COND_BROADCAST, RELAXED, RELAXED) \
    X(FUTEX_ENTER, ACQUIRE, RELAXED)    \
    X(FUTEX_SLEEP, RELEASE, RELAXED)    \
    X(FUTEX_LEAVE, RELEASE, RELAXED)    \
    X(FUTEX_CALL, ACQ_REL, RELAXED)     \
    X(FUTEX_TAKE, RELAXED, RELAXED)     \
    X(FUTEX_TIMED, RELAXED, RELAXED)    \
    X(BARRIER_ARRIVE, RELEASE, RELAXED) \
    X(BARRIER_FIRST, ACQUIRE, ACQUIRE)

/* Whether the models have an operation on such an object, of the kind of its
 * success. */
static inline bool mz_op_is_modelled(enum mz_op kind)
{
    switch (kind) {
#define X(kind, ...) case MZ_##kind:
        MZ_MODELLED(X)
#undef X
        return true;
    default:
        return false;
    }
}

/* Its orders, if they do. */
static inline void mz_op_orders(enum mz_op kind, enum mz_order *order,
                                enum mz_order *failure)
{
    switch (kind) {
#define X(kind, is, fails)     \
    case MZ_##kind:            \
        *order = MZ_##is;      \
        *failure = MZ_##fails; \
        break;
        MZ_MODELLED(X)
#undef X
    default:
        *order = *failure = MZ_RELAXED;
    }
}

/* ---- in graphs of executions --------------------------------------------- */

/* All operations of such kinds on one object, of which each takes it or gives
 * it back, are in one order by happens-before, whatever the model: who takes it
 * reads from who has given it back, and is the one to give it back. */
static inline bool mz_op_is_in_turn(enum mz_op kind)
{
    return kind == MZ_LOCK || kind == MZ_UNLOCK;
}

/* An operation that commutes with its like, and whose place among these nobody
 * can tell: what its thread does next departs, and so waits for all of them. */
static inline bool mz_op_arrives(enum mz_op kind)
{
    return kind == MZ_BARRIER_ARRIVE;
}

/* What a thread that has arrived does next. */
static inline bool mz_op_departs(enum mz_op kind)
{
    return kind == MZ_BARRIER_FIRST || kind == MZ_BARRIER_PASS;
}

/* Does who acquires by the one learn of what came before the other, which
 * releases, and from which it reads? Readers do not learn from readers. */
static inline bool mz_op_learns_from(enum mz_op taken, enum mz_op given)
{
    return (taken != MZ_RD_LOCK && taken != MZ_RD_TRYLOCK) ||
           given == MZ_WR_UNLOCK;
}

/* On x86 it is an instruction with a lock prefix, or has an mfence: all stores
 * of its thread come before it. */
static inline bool mz_op_is_locked(enum mz_op kind)
{
    switch (kind) {
    case MZ_RMW:
    case MZ_CAS:
    case MZ_CAS_FAIL:
    case MZ_BARRIER_FIRST:
    case MZ_FUTEX_TAKE:
    case MZ_FUTEX_WOKEN:
    case MZ_FUTEX_TIMED:
    case MZ_FUTEX_TIMED_OUT:
        return true;
    default:
        return mz_op_acquires(kind);
    }
}

#endif
