/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How strong the orders of atomic accesses and fences are, by where they stand
 * in the code (--suggest-orders, --relax): each place that the search has met,
 * with the order that the program has there and the one that counts in its
 * place. A compare-exchange has two: one of its success, one of its failure.
 */
#ifndef MZ_REGION_STRENGTH_H
#define MZ_REGION_STRENGTH_H

#include "op/order.h"

enum { MZ_MAX_STRENGTHS = 256 };

enum mz_strength_role {
    MZ_STRENGTH_LOAD,
    MZ_STRENGTH_STORE,
    MZ_STRENGTH_UPDATE,
    MZ_STRENGTH_COMPARE, /* a compare-exchange, if it succeeds */
    MZ_STRENGTH_FAILURE, /* and if it fails */
    MZ_STRENGTH_FENCE,
    MZ_STRENGTH_ROLES
};

struct mz_strength {
    uint32_t module;  /* its number among mz_region.modules */
    uint32_t partner; /* of a compare-exchange: the number of its other one */
    uint64_t offset;  /* of the return address, from where that is loaded */
    uint64_t address; /* of what was accessed first; 0: nothing */
    uint8_t size;
    uint8_t role;    /* enum mz_strength_role */
    uint8_t written; /* enum mz_order: as the program has it */
    uint8_t counts;  /* the same: in its place */
    uint8_t is_told; /* the execution that is told has such an access */
    uint8_t is_of_several; /* it does not always access the same */
    uint8_t unused[2];
};

struct mz_strengths {
    uint32_t is_wanted; /* else nothing is noted, and what is written counts */
    uint32_t count;
    uint32_t left_out; /* places for which there was no room */
    uint32_t unused;
    struct mz_strength at[MZ_MAX_STRENGTHS];
};

/* An order as a set: what is stronger has all that the weaker has. */
enum {
    MZ_STRENGTH_ACQUIRES = 1,
    MZ_STRENGTH_RELEASES = 2,
    MZ_STRENGTH_IS_TOTAL = 4, /* seq_cst */
};

/* All that an access of the role can have. */
static inline uint8_t mz_strength_most(enum mz_strength_role role)
{
    switch (role) {
    case MZ_STRENGTH_LOAD:
    case MZ_STRENGTH_FAILURE:
        return MZ_STRENGTH_IS_TOTAL | MZ_STRENGTH_ACQUIRES;
    case MZ_STRENGTH_STORE:
        return MZ_STRENGTH_IS_TOTAL | MZ_STRENGTH_RELEASES;
    default:
        return MZ_STRENGTH_IS_TOTAL | MZ_STRENGTH_ACQUIRES |
               MZ_STRENGTH_RELEASES;
    }
}

static inline uint8_t mz_strength_set(enum mz_strength_role role,
                                      enum mz_order order)
{
    uint8_t set = 0;

    if (mz_order_acquires(order))
        set |= MZ_STRENGTH_ACQUIRES;
    if (mz_order_releases(order))
        set |= MZ_STRENGTH_RELEASES;
    if (order == MZ_SEQ_CST)
        set |= MZ_STRENGTH_IS_TOTAL;
    return set & mz_strength_most(role);
}

/* The order that has all of the set. */
static inline enum mz_order mz_strength_order(uint8_t set)
{
    if (set & MZ_STRENGTH_IS_TOTAL)
        return MZ_SEQ_CST;
    if ((set & MZ_STRENGTH_ACQUIRES) && (set & MZ_STRENGTH_RELEASES))
        return MZ_ACQ_REL;
    if (set & MZ_STRENGTH_ACQUIRES)
        return MZ_ACQUIRE;
    return set & MZ_STRENGTH_RELEASES ? MZ_RELEASE : MZ_RELAXED;
}

#endif
