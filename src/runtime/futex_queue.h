/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Who sleeps at the words of futexes: queues as op/futex.h has them, which are
 * empty as an execution begins. The kernel keeps one for each word; here there
 * is one for each word and mask, since a wake is for those masks that have a
 * bit in common with its own.
 *
 * A wake is one event that accesses all of these queues, used or not: what an
 * event accesses must not depend on what others have done. So the masks of a
 * program have to be known beforehand. The search begins anew when a thread
 * sleeps with one that is not (MZ_STATUS_MASKS). A *class* is a mask by its
 * number; class 0 is the mask of all bits, with which FUTEX_WAIT sleeps.
 */
#ifndef MZ_RUNTIME_FUTEX_QUEUE_H
#define MZ_RUNTIME_FUTEX_QUEUE_H

#include "runtime/visible.h"

struct mz_futex_queue {
    uint64_t word;  /* where it lies; 0: free */
    uint64_t state; /* as op/futex.h has it */
    uint64_t key;   /* the object */
};

/* The class of a mask; it begins the search anew, or ends it, if there is none.
 */
unsigned mz_futex_class(uint32_t mask);

/* How many classes there are, and their masks. */
unsigned mz_futex_class_count(void);
uint32_t mz_futex_mask(unsigned class);

struct mz_futex_queue *mz_futex_queue_of(uint64_t word, unsigned class);

/* What the `number`-th requeue of the thread has left of a queue. */
struct mz_futex_queue *mz_futex_queue_left(mz_tid, uint32_t number,
                                           unsigned class);

/* An operation on a queue. */
struct mz_visible mz_futex_operation(struct mz_futex_queue *, enum mz_op,
                                     enum mz_action, uint64_t pc);

/* A requeue has let all go on who slept there, so that those who are not woken
 * up sleep elsewhere. */
struct mz_futex_move {
    struct mz_futex_queue *from;
    uint64_t ticket;              /* theirs in it, of that release */
    struct mz_futex_queue *wakes; /* for some of them; NULL: for none */
    struct mz_futex_queue *to;
    uint64_t new_ticket;
};

struct mz_futex_move *mz_futex_move_new(void);

/* The one by which the thread of this ticket was let go on; NULL: there is
 * none, it was woken up. */
const struct mz_futex_move *mz_futex_move_of(const struct mz_futex_queue *,
                                             uint64_t ticket);

/* How many requeues the running thread has made; this one counts. */
uint32_t mz_futex_count_requeue(void);

#endif
