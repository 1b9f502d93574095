/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rounds of loops that wait. A round is what a thread does between two comings
 * to the same operation in the same local state, if that leaves everything as
 * it was: it reads, and gives back each lock that it takes. Where nobody has
 * noticed that a lock was held meanwhile, by failing to take it, the round can
 * be left out. Where others have, but in rounds of their own, these rounds
 * can all be left out together. See docs/semantics.md, "Loops that wait".
 */
#ifndef MZ_RUNTIME_ROUND_H
#define MZ_RUNTIME_ROUND_H

#include "runtime/local_state.h"
#include "trace/event.h"

/* Are races looked for that a read in a loop may have, and the same read by the
 * same thread elsewhere has not? */
bool mz_round_is_strict(void);

/* An event that leaves everything as it is; updates, and atomic blocks of the
 * program, are left to effects. */
bool mz_round_only_reads(const struct mz_event *);

/* Nor does the thread tell others by it what it has done before: it is no
 * update, which may have stored what was there, and no fence that releases. */
bool mz_round_releases_nothing(const struct mz_event *);

/* The same, or it takes a lock, or gives one back. */
bool mz_round_may_have(const struct mz_event *);

/* All that a thread has taken and given back between these positions are
 * mutexes and spin locks, and it has waited for each; and its waits at
 * condition variables have timed out, and nobody has signalled meanwhile. As
 * long as nobody tries to take a lock, and fails, nobody notices. That is told
 * by what the thread's last event comes after by program order and reads-from.
 */
bool mz_round_cannot_be_noticed(mz_tid, uint32_t from, uint32_t to);

/* It reads what others may change, and leaves it as it is, or fails to take a
 * lock, or begins to wait up to a limit of time. */
bool mz_round_looks(const struct mz_event *);

/* It writes to some bytes of one granule of memory, and does nothing else. Of
 * an update it is not asked whether it changes them. */
bool mz_round_only_writes(const struct mz_event *);

/* From one position to another: does the thread hold the same locks as before,
 * and has it done nothing else but read? */
bool mz_round_is_balanced(mz_tid, uint32_t from, uint32_t to);

/* The same, if writes to memory are none of what it may not do. */
bool mz_round_undoes_locks(mz_tid, uint32_t from, uint32_t to);

/* Has it done the same between these positions as between the second one and
 * now, and found the same in memory? */
bool mz_round_is_again(mz_tid, uint32_t first, uint32_t second);

/* Of what happens before the last event of the thread: has all that did not
 * happen before its last one before that position been done by itself? */
bool mz_round_is_alone(mz_tid, uint32_t from);

/* Does an event of the thread, from that position on, depend on this one? */
bool mz_round_meets(mz_tid, uint32_t from, const struct mz_event *);

/* By the first event a thread begins to wait for a condition variable, or at a
 * futex, or does not any more, as its time is over; there is no signal that
 * anybody is still to be woken up by. Does the thread of the other event, of
 * the same object, do the same there whether the first one waits? */
bool mz_round_is_beside(const struct mz_event *, const struct mz_event *);

/* Has another thread noticed what became of these locks meanwhile? */
bool mz_round_is_noticed(mz_tid, uint32_t from, uint32_t to);

/* Does the first thread, from that position to now, try a lock that the other
 * one takes, or gives back, from its position on? */
bool mz_round_may_notice(mz_tid, uint32_t from, mz_tid other,
                         uint32_t other_from);

/* Does it hold one of them, before and after? */
bool mz_round_holds(mz_tid, uint32_t from, uint32_t to);

/* For all of this execution: the thread has come to an operation in that local
 * state. `stretch` is the same as long as it has done nothing that a round may
 * not do. */
void mz_round_note(mz_tid, const struct mz_local_state *local,
                   uint32_t stretch);

/* The thread has come to what it came to before, and what happened before that
 * and has happened since is nothing but rounds, its own and others', which have
 * noticed one another? Then all could be left out together. */
bool mz_round_is_idle(mz_tid);

/* A new execution begins. */
void mz_round_reset(void);

#endif
