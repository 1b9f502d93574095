/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A futex: who sleeps at a word of the program's memory. Its queue is a
 * condition variable (op/cond.h): a wake is so many signals, so that which of
 * those that sleep it wakes up is a race.
 *
 * To wait is two operations. FUTEX_WAIT compares the word with a number and, if
 * it is equal, makes the thread one of those that sleep: one event, which also
 * reads the word (event.h: several accesses). Its accesses are the same where
 * the word differs, since that is not known before it is executed; what it did
 * is told by its number, 1 or 0. FUTEX_TAKE, or FUTEX_TIMED which does not
 * block, is to wake up.
 *
 * The number of a FUTEX_WAKE is how many threads it is for. If nobody sleeps it
 * changes nothing (FUTEX_NOBODY): two such commute.
 *
 * Threads that sleep at one word with different masks are in different queues.
 * What is done to several queues is one event, whose accesses to each of them
 * are a FUTEX_CHANGE and, after it, a FUTEX_LEFT, which reads what the event
 * has left there: no automaton could tell it.
 *
 * A requeue wakes up some and moves all others to another word. Those who sleep
 * are let go on from their queue then, and each finds out which it is: what is
 * left of the queue, with its wakes for those who have not gone on yet, is an
 * object of its own, of which a thread takes a wake (FUTEX_CHOSEN) if there is
 * one for it, and has else been moved (FUTEX_MOVED).
 *
 * Where memory is weak an event has but one access, and the word is read as
 * the program's loads are, which may be of the past. What keeps a wake from
 * coming in between is a lock, as the kernel has one: a wait takes it
 * (FUTEX_ENTER), reads the word, and gives it back, asleep (FUTEX_SLEEP) or not
 * (FUTEX_LEAVE). A wake, which takes it and gives it back, is one event
 * (FUTEX_CALL). Whoever wakes up, or goes on without a wake, does not need it.
 */
#ifndef MZ_OP_FUTEX_H
#define MZ_OP_FUTEX_H

#include "op/cond.h"

/* The lock: a bit of the state that is not the queue's. */
#define MZ_FUTEX_LOCKED (1ull << 63)

/* Is there no room in the state for one operation more? */
static inline bool mz_futex_is_full(uint64_t state)
{
    return mz_cond_is_full(state & ~MZ_FUTEX_LOCKED) ||
           (state & ~MZ_FUTEX_LOCKED) >> MZ_COND_RELEASES ==
               (MZ_FUTEX_LOCKED - 1) >> MZ_COND_RELEASES;
}

/* Of an event that is a wait, and of its value: does the thread sleep now? */
static inline bool mz_futex_is_entered(enum mz_op kind, uint64_t value)
{
    return kind == MZ_FUTEX_WAIT && value & 1;
}

/* Has the word held something else, so that it has only looked? */
static inline bool mz_futex_has_looked(enum mz_op kind, uint64_t value)
{
    return kind == MZ_FUTEX_WAIT && !(value & 1);
}

/* The thread sleeps no more, though nobody has woken it up. */
static inline bool mz_futex_is_left(enum mz_op kind)
{
    return kind == MZ_FUTEX_TIMED_OUT;
}

/* How many threads a wake of so many wakes up. */
static inline uint64_t mz_futex_woken(uint64_t state, uint64_t number)
{
    return mz_cond_waiting(state) < number ? mz_cond_waiting(state) : number;
}

/* An access of an event that changes several queues, or one that is such. */
static inline bool mz_futex_is_change(enum mz_op kind)
{
    return kind == MZ_FUTEX_CHANGE || kind == MZ_FUTEX_LEFT;
}

/* Is there room for the wakes of so many? If they are all who sleep, none are
 * kept. */
static inline bool mz_futex_has_room(uint64_t state, uint64_t number)
{
    uint64_t last = (1 << (MZ_COND_WAITING - MZ_COND_GENERATION)) - 1;
    uint64_t oldest = (state & MZ_COND_TOKENS) >> 1;
    unsigned used = oldest ? 64 - __builtin_clzll(oldest) : 0;

    return mz_futex_woken(state, number) == mz_cond_waiting(state) ||
           (used + 1 + number < MZ_COND_GENERATION &&
            mz_cond_generation(state) + number < last);
}

/* Called, as those of condition variables are. */
bool mz_futex_enabled(enum mz_op, uint64_t state, const struct mz_op_operand *);
bool mz_futex_after(enum mz_op, uint64_t *state, const struct mz_op_operand *);

static inline mz_tid mz_futex_holder(uint64_t state)
{
    (void)state;
    return MZ_NO_THREAD;
}

#endif
