/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operations on locks and the like where memory is weak (op/order.h). The
 * models know memory only. Such an object is a location to them, and all that
 * is done to it an update, but for what fails, or is woken with all others,
 * which only reads. To take it acquires, to give it back releases; to signal a
 * condition variable, and to be woken, orders nothing: its mutex does. Who
 * takes a read lock does not acquire from readers (graph/axioms.c).
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

#endif
