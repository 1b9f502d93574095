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

/* The running thread waits for something to change of what it has read by its
 * events from that position on: for good, since in another execution it reads
 * that. */
_Noreturn void mz_loop_wait(const struct mz_visible *, uint32_t since);

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

/* Who has come to mz_loops.look_at may be in a loop. */
void mz_loop_look(void);

/* A trylock has failed, or a trywait: it orders nothing. Or a thread has sent
 * something to another that orders nothing. */
void mz_loop_note_failure(void) MZ_COLD;

/* While mz_rt.watching: an operation of the running thread, or part of one. */
void mz_loop_note_use(uint64_t object, enum mz_op kind);

/* Has a loop been met that counts its rounds, and makes many? Then, if these
 * were all explored up to now, says in the region that the search is to begin
 * anew, and to explore but the first ones. */
bool mz_loop_counts(void);

/* The search is done: but it has to begin anew, as it leaves out too much? Says
 * so in the region. */
bool mz_loop_begins_anew(void);

/* Of those that spin: where something has changed by now of what the thread has
 * read, it goes on. (Where rounds can be left out only with others' there is no
 * such thing, and the execution ends with it.) */
void mz_loop_let_go_on(void);

/* Could a thread that spins go on by now, as something that it read was written
 * to since? */
bool mz_loop_could_go_on(void);

/* Nobody can go on. Might a thread see what another one that spins has in
 * memory in the midst of each round, and go on for that? Then whether all wait
 * for ever is not known, `is_open`; unless one of them would go on anyway. */
bool mz_loop_shows_midst(bool *is_open);

/* Might a thread that spins go on if it came to an operation of its round while
 * another one that spins is in the midst of one? */
bool mz_loop_may_meet(void);

/* [thread], of the threads that spin: the position at which the last round of
 * each begins; MZ_NONE: that round can be left out only with rounds of other
 * threads. */
const uint32_t *mz_loop_rounds(void);

/* The operations that a thread that spins has read by, in each round: their
 * positions, at most so many; how many there are. */
unsigned mz_loop_reads(mz_tid, uint32_t *positions, unsigned most);

#endif
