/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A condition variable. To wait for it is four operations: the thread is
 * one that waits (COND_WAIT), releases the mutex, wakes up (COND_WAKE, or
 * COND_TIMED which does not block) and takes the mutex again. That the first
 * two are apart cannot be told from outside but by who looks at the mutex; and
 * glibc has them apart, too.
 *
 * A signal is a token for one of those that wait when it comes. Which one takes
 * it is found out when they wake up: so it is a race, and the signal itself has
 * one outcome. A thread may take a token if it waited when the token came; it
 * takes the earliest such, which is the one that the fewest others may take.
 * Thus at each time just those threads can wake up that some choice of those
 * signals would have woken (the machine of the model compares the two).
 *
 * If a signal leaves nobody without a token, all that wait are *released*: each
 * wakes up whatever the others do, and changes nothing by it (COND_WOKEN). So
 * does a broadcast. A signal that nobody waits for is lost.
 *
 * A thread that is cancelled while it waits (COND_CANCEL) must not take a
 * signal away from others that wait: if one has chosen it, it signals again.
 *
 * The state, from the lowest bit:
 *
 *   tokens      bit i: a token of the generation before the last i is there
 *   generation  of tokens, the latest; a new one begins where a thread waits,
 *               or a second token comes, after the token of the last
 *   waiting     how many wait that are not released, less the tokens
 *   releases    how often all were released
 *
 * Nobody waits, and there are no tokens, if and only if waiting is 0; then the
 * generation is 0. For let W and T be those that wait and the tokens in the
 * order in which they came: as long as nobody is released, each beginning of
 * that sequence in which there is a W has more Ws than Ts.
 *
 * What COND_WAIT leaves of releases and generation is the thread's *ticket*,
 * the operand of its COND_WAKE, COND_TIMED or COND_CANCEL.
 */
#ifndef MZ_OP_COND_H
#define MZ_OP_COND_H

#include "op/automaton.h"

/* Where the parts of the state begin; the ticket is what is not in between. */
enum {
    MZ_COND_GENERATION = 22,
    MZ_COND_WAITING = 36,
    MZ_COND_RELEASES = MZ_MAX_THREADS > 255 ? 46 : 44,
};

#define MZ_COND_ONE(part) (1ull << MZ_COND_##part)
#define MZ_COND_TOKENS (MZ_COND_ONE(GENERATION) - 1)
#define MZ_COND_MOST_WAITING \
    ((1ull << (MZ_COND_RELEASES - MZ_COND_WAITING)) - 1)
#define MZ_COND_TICKET \
    (~0ull << MZ_COND_RELEASES | (MZ_COND_ONE(WAITING) - 1 - MZ_COND_TOKENS))

static inline uint64_t mz_cond_ticket(uint64_t state)
{
    return state & MZ_COND_TICKET;
}

static inline uint64_t mz_cond_waiting(uint64_t state)
{
    return state >> MZ_COND_WAITING & MZ_COND_MOST_WAITING;
}

static inline uint64_t mz_cond_generation(uint64_t state)
{
    return (state & MZ_COND_TICKET) << (64 - MZ_COND_WAITING) >>
           (64 - MZ_COND_WAITING + MZ_COND_GENERATION);
}

/* These are called and not inlined, as those of other objects are: where the
 * kind is not known they would make the way of a mutex longer. */
bool mz_cond_enabled(enum mz_op, uint64_t state, const struct mz_op_operand *);
bool mz_cond_after(enum mz_op, uint64_t *state, const struct mz_op_operand *);

/* A thread becomes one of those that wait. */
static inline bool mz_cond_is_entered(enum mz_op kind)
{
    return kind == MZ_COND_WAIT;
}

/* It is none of them any more, though nobody has signalled. */
static inline bool mz_cond_is_left(enum mz_op kind)
{
    return kind == MZ_COND_TIMED_OUT;
}

/* Is there no room in the state for what the operation would leave? */
static inline bool mz_cond_is_full(uint64_t state)
{
    uint64_t last = (1 << (MZ_COND_WAITING - MZ_COND_GENERATION)) - 1;

    return (state & MZ_COND_TOKENS) >> (MZ_COND_GENERATION - 1) ||
           mz_cond_generation(state) == last ||
           mz_cond_waiting(state) == MZ_COND_MOST_WAITING ||
           state >> MZ_COND_RELEASES == ~0ull >> MZ_COND_RELEASES;
}

static inline mz_tid mz_cond_holder(uint64_t state)
{
    (void)state;
    return MZ_NO_THREAD;
}

#endif
