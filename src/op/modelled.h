/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operations on locks and the like where memory is weak (op/order.h). The
 * models know memory only. Such an object is a location to them, and all that
 * is done to it an update, but for what fails, or is woken with all others,
 * which only reads. To take it acquires, to give it back releases; to signal a
 * condition variable, and to be woken, orders nothing: its mutex does.
 *
 * What is not listed is refused by the algorithm and by the runtime.
 */
#ifndef MZ_OP_MODELLED_H
#define MZ_OP_MODELLED_H

#include "op/op.h"
#include "op/order.h"

/* kind, if it succeeds; its order. If it fails it is relaxed. */
#define MZ_MODELLED(X)        \
    X(LOCK, ACQUIRE)          \
    X(TRYLOCK, ACQUIRE)       \
    X(UNLOCK, RELEASE)        \
    X(SPIN_LOCK, ACQUIRE)     \
    X(SPIN_TRYLOCK, ACQUIRE)  \
    X(SPIN_UNLOCK, RELEASE)   \
    X(SEM_WAIT, ACQUIRE)      \
    X(SEM_TRYWAIT, ACQUIRE)   \
    X(SEM_POST, RELEASE)      \
    X(COND_WAIT, RELAXED)     \
    X(COND_WAKE, RELAXED)     \
    X(COND_TIMED, RELAXED)    \
    X(COND_SIGNAL, RELAXED)   \
    X(COND_BROADCAST, RELAXED)

/* The order of an operation on such an object, of the kind of its success.
 * False: no model has it. */
static inline bool mz_op_is_modelled(enum mz_op kind, enum mz_order *order)
{
    switch (kind) {
#define X(kind, is)       \
    case MZ_##kind:       \
        *order = MZ_##is; \
        return true;
        MZ_MODELLED(X)
#undef X
    default:
        return false;
    }
}

#endif
