/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory orders of C11, models of memory, and what an update writes.
 */
#ifndef MZ_OP_ORDER_H
#define MZ_OP_ORDER_H

#include "base/base.h"

/* As the __tsan_atomic interface numbers them. */
enum mz_order {
    MZ_RELAXED,
    MZ_CONSUME,
    MZ_ACQUIRE,
    MZ_RELEASE,
    MZ_ACQ_REL,
    MZ_SEQ_CST
};

static inline bool mz_order_acquires(enum mz_order order)
{
    return order != MZ_RELAXED && order != MZ_RELEASE;
}

static inline bool mz_order_releases(enum mz_order order)
{
    return order >= MZ_RELEASE;
}

/*
 * What executions there are: interleavings (sc); what x86 does (tso); all that
 * is left if each access acquires or releases (ra); C11 (rc11): [LVKHD17]
 * O. Lahav, V. Vafeiadis, J. Kang, C.-K. Hur, D. Dreyer, Repairing sequential
 * consistency in C/C++11, PLDI 2017. See docs/memory-models.md.
 */
#define MZ_MEMORY_MODELS(X) \
    X(SC, "sc")             \
    X(TSO, "tso")           \
    X(RA, "ra")             \
    X(RC11, "rc11")

enum mz_memory_model {
#define X(id, name) MZ_MODEL_##id,
    MZ_MEMORY_MODELS(X)
#undef X
        MZ_MODEL_COUNT
};

/* What an update makes of what it reads, and of its operand. */
enum mz_update {
    MZ_UPDATE_NONE, /* it is none; or a compare-exchange: the operand */
    MZ_UPDATE_EXCHANGE,
    MZ_UPDATE_FETCH_ADD,
    MZ_UPDATE_FETCH_SUB,
    MZ_UPDATE_FETCH_AND,
    MZ_UPDATE_FETCH_OR,
    MZ_UPDATE_FETCH_XOR,
    MZ_UPDATE_FETCH_NAND,
};

static inline uint64_t mz_update_of(enum mz_update update, uint64_t value,
                                    uint64_t operand)
{
    switch (update) {
    case MZ_UPDATE_FETCH_ADD:
        return value + operand;
    case MZ_UPDATE_FETCH_SUB:
        return value - operand;
    case MZ_UPDATE_FETCH_AND:
        return value & operand;
    case MZ_UPDATE_FETCH_OR:
        return value | operand;
    case MZ_UPDATE_FETCH_XOR:
        return value ^ operand;
    case MZ_UPDATE_FETCH_NAND:
        return ~(value & operand);
    default:
        return operand;
    }
}

#endif
