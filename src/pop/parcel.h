/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a search of `pop` gives away, flat, 8-byte aligned: a head, which says
 * how far it has come in learning an order of threads (explore/pop.c); what it
 * has learnt (pop/order.h); and tasks (pop/path.h), that which is to be
 * explored last first. Most have one task. Of a search that may begin anew all
 * goes in one; of one that is about to begin none.
 */
#ifndef MZ_POP_PARCEL_H
#define MZ_POP_PARCEL_H

#include "pop/order.h"

struct mz_pop_parcel {
    double share;  /* of all that is to be explored, by estimate */
    uint32_t turns; /* of the order */
    uint32_t tasks;
    uint32_t stage;      /* of explore/pop.c, as are the rest */
    uint32_t begins;     /* it is to begin anew, or has not begun */
    uint64_t ran;        /* executions in that stage */
    uint64_t news;       /* new events in them */
    uint64_t by_default; /* the same of the stage before */
};

/* Writes the head, and what was learnt. Returns how many bytes these take; 0:
 * there is no room. */
size_t mz_pop_parcel_begin(struct mz_pop_parcel *to, size_t room,
                           const struct mz_pop_parcel *head,
                           const struct mz_pop_order *);

static inline size_t mz_pop_parcel_head(const struct mz_pop_parcel *p)
{
    return sizeof *p + p->turns * sizeof(struct mz_pop_turn);
}

static inline const struct mz_pop_turn *
mz_pop_parcel_turns(const struct mz_pop_parcel *p)
{
    return (const struct mz_pop_turn *)(p + 1);
}

#endif
