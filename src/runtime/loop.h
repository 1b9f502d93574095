/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loops that wait. A thread that comes back to the same operation with the same
 * local state (registers, the live part of its stack, thread-local storage),
 * and has only read since, will do so again, until something that it has read
 * changes. So it is stopped there for good: it *spins*. Executions in which it
 * reads something else are others, and are explored like any others: what it
 * has read races with what changes that. See docs/semantics.md, "Loops that
 * wait", for why nothing is lost.
 *
 * Whether a thread is stopped depends on what it has done and read, and on
 * nothing else; so it must be the same in all executions of a search. But to
 * look at the local state at each operation would be slow. It is looked at in
 * certain places of the code only, those where loops were seen to wait: they
 * are found when a thread has done nothing but read for some time, and then the
 * search begins anew (MZ_STATUS_LOOPS).
 *
 *     loop ── loop_place: where loops are known to wait
 *         ├── suspect: who may wait elsewhere, and how that is found
 *         ├── stretch: what a thread has done lately, and the rounds in it
 *         │      └── likeness: whether it is in the same local state
 *         ├── round, undone, lent: what a round may do that nobody notices
 *         └── spinning: who was stopped, and whether it could go on
 */
#ifndef MZ_RUNTIME_LOOP_H
#define MZ_RUNTIME_LOOP_H

#include "op/object.h"
#include "trace/event.h"

struct mz_visible;

struct mz_loops {
    uint32_t look_at; /* the position at which loops are looked for */
    bool goes_on;     /* who spins goes on as soon as it can: executions are
                         drawn, and there may be no other that reads that */
    bool by_graphs;   /* who stops is told by what its last event comes after by
                         program order and reads-from; */
    bool may_order;   /* but a search may begin anew, with all in an order by
                         that: mz_loop_places.orders_all */
};

MZ_HIDDEN extern struct mz_loops mz_loops;

/* While mz_rt.watching: the running thread has come to this operation, before
 * its turn. Does not return while the thread spins. */
void mz_loop_arrive(const struct mz_visible *);

/* The running thread is in a call that the program has made there. It has been
 * given this, which its first operation does not tell; the rest of what the
 * call does depends on nothing else. The address is what it waits for. */
void mz_loop_note_call(uint64_t pc, uint64_t address, const uint64_t *given,
                       unsigned count);

/* While mz_rt.watching: a plain access of the running thread's. Of one that is
 * still to come it is found out whether it changes anything. */
void mz_loop_note_write(uint64_t address, uint64_t size, bool is_to_come);
void mz_loop_note_read(uint64_t address, uint64_t size);

/* While mz_rt.watching: an update changes memory; by an event of its own,
 * unless that is a block's. */
void mz_loop_note_update(bool is_within);

/* Is one looked for? Then from the beginning of an execution on. */
bool mz_loop_is_sought(void);

/* Is a round known that takes locks and gives them back? */
bool mz_loop_may_take_locks(void);

#endif
