/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The order in which threads go on where no schedule is under way and nothing
 * sleeps. [AADJS24] Algorithm 1, line 13, allows any: the executions are as
 * many, but the later they part, the fewer of their events are new.
 *
 * It is learnt from one execution: what each thread accessed, one event after
 * the other. A thread goes first whose next event conflicts with nothing that
 * others do. Of all other threads that can go on it is the one whose next event
 * has the least distance: the number of steps by which each other thread comes
 * to an event that conflicts with it, of these the largest. So what conflicts
 * is executed late, and soon after what it conflicts with.
 *
 * Which thread it is depends on the execution so far alone, and on what was
 * learnt.
 */
#ifndef MZ_POP_ORDER_H
#define MZ_POP_ORDER_H

#include "op/dependence.h"
#include "trace/event.h"

/* Nothing is learnt from longer executions. */
enum { MZ_POP_ORDER_EVENTS = 512 };

/* An event that was executed, or stood at in the end, none of them local: its
 * first access, if it has several. Eight bytes, as it goes from worker to
 * worker and into files. */
struct mz_pop_turn {
    uint32_t object;
    uint8_t mask, kind; /* as in struct mz_access */
    uint16_t thread;
};

/* The same, among those of its thread. */
struct mz_pop_known {
    uint16_t kind;  /* of access, see below */
    uint16_t alone; /* so many events of its thread, it included, conflict with
                       none of others */
    bool waits;     /* it may have to, until others do something */
};

struct mz_pop_order {
    enum mz_relation relation;
    uint32_t length; /* 0: nothing was learnt */
    struct mz_pop_turn *turns;

    mz_tset threads;            /* that it knows */
    struct mz_pop_known *known; /* of the first thread, then the second, ...; of
                                   each one more, for what is not known */
    uint32_t first[MZ_MAX_THREADS + 1]; /* [thread]: where they begin */

    /* Accesses to the same bytes by the same operation are of one kind. */
    uint32_t kinds;
    struct mz_access *accesses; /* [kind] */
    mz_tset *threads_of;        /* [kind]: whose events conflict with it */
    uint16_t *conflicts; /* [kind][known]: the first one of that thread, from
                            there on, that conflicts with the kind */

    /* Of the execution at hand. */
    uint32_t counted; /* so many of its events */
    mz_tid *moved;    /* [event]: whose `next` it changed; or MZ_NO_THREAD */
    uint32_t next[MZ_MAX_THREADS]; /* what each thread does, of `known` */
    mz_tset alone; /* the threads of which that conflicts with none of others */
};

void mz_pop_order_init(struct mz_pop_order *, struct mz_arena *,
                       uint32_t capacity, enum mz_relation);

/* Learns from an execution that was run. False: it is too long. */
bool mz_pop_order_learn(struct mz_pop_order *, const struct mz_execution *);

void mz_pop_order_forget(struct mz_pop_order *);

/* Knows what another one has learnt, of which these are `turns`; of the
 * execution at hand nothing is left. */
void mz_pop_order_take(struct mz_pop_order *, const struct mz_pop_turn *,
                       uint32_t length);

/* The execution at hand has been cut, or is about to be cut, to that length. */
void mz_pop_order_cut(struct mz_pop_order *, uint32_t length);

/*
 * One of the threads, which are not none; `best`, which is one of them, if no
 * other is better. It would be chosen again the next `goes_on` times, if it can
 * go on then. Something must have been learnt.
 */
mz_tid mz_pop_order_choose(struct mz_pop_order *, const struct mz_execution *,
                           mz_tset threads, mz_tid best, uint32_t *goes_on);

#endif
