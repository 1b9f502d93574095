/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Who may be in a loop that waits in a place that is not known yet (loop.h). A
 * thread that has done nothing but read for some time is suspected: all its
 * operations are looked at for a while. If it comes back to one, and has
 * changed nothing, the places of the round are known, and the search begins
 * anew. The same if it makes many rounds that are alike but for what it has to
 * itself, and the search is long: such a loop counts its rounds.
 */
#ifndef MZ_RUNTIME_SUSPECT_H
#define MZ_RUNTIME_SUSPECT_H

#include "op/object.h"
#include "runtime/likeness.h"
#include "trace/event.h"
#include "trace/tally.h"

/* Is anybody suspected, and is it this thread? */
bool mz_suspect_is_one(void);
bool mz_suspect_is(mz_tid);

/* The suspect has come to an operation, in this state. */
void mz_suspect_arrive(const struct mz_local_states *, uint64_t pc);

/* Is it the running thread, and may it be in a round? One that undoes what it
 * writes? */
bool mz_suspect_may_be_in_round(void);
bool mz_suspect_may_undo(void);

/* Who has come to mz_loops.look_at may be in a loop. */
void mz_suspect_look(void);

/* A place is come to that is known: the search begins anew, if by now too much
 * would be left out there. */
void mz_suspect_know_place(void);

/* What was not known to be is read of another's stack. */
void mz_suspect_note_lent(void);

/* Of this kind: a trylock has failed, or a trywait, which orders nothing. */
void mz_suspect_note_failed(enum mz_op) MZ_COLD;

/* A thread has sent something to another that orders nothing. */
void mz_suspect_note_sent(void) MZ_COLD;

/* While mz_rt.watching: an operation of the running thread, or part of one. */
void mz_suspect_note_use(uint64_t object, enum mz_op kind);

/* Has a loop been met that counts its rounds, and makes many? Then, if these
 * were all explored up to now, says in the region that the search is to begin
 * anew, and to explore but the first ones. */
bool mz_suspect_counts(void);

/* The search is done: but it has to begin anew, as it leaves out too much? Says
 * so in the region. */
bool mz_suspect_begins_anew(void);

/* What happens before its last event tells that the thread is stopped. Where
 * graphs do not tell that the search begins anew with all in an order, by which
 * they do: mz_loop_places.orders_all. */
void mz_suspect_must_tell_what_is_before(void);

/* The same, as none of its executions has come to its end, but threads were
 * stopped that count the rounds of their loops: others may wait for that. */
bool mz_suspect_counts_further(const struct mz_tally *);

#endif
