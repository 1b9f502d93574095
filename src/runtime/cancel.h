/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cancellation, deferred. A request is a write of an object of the thread that
 * is cancelled, and each of that thread's cancellation points is a read of it,
 * as long as cancellation is enabled: the request came before, and is acted
 * upon, or it comes later.
 *
 * A thread that waits at a cancellation point is one that has read that there
 * is no request. If one comes while it waits it would be woken up; but that
 * cannot be told from an execution in which it comes to read it only now, since
 * all that others see of a wait is done before that read. So that execution is
 * explored, and this one, if the thread waits to its end, is none.
 *
 * A search learns which threads are cancelled when it meets the first
 * request for each, and begins anew then (MZ_STATUS_CANCELS): cancellation
 * points of others are nothing.
 *
 * mz_rt.cancelling: some thread may be cancelled.
 */
#ifndef MZ_RUNTIME_CANCEL_H
#define MZ_RUNTIME_CANCEL_H

#include "runtime/runtime.h"

/* Is there a request for the running thread, which is at a cancellation point?
 * Then it is to act upon it. */
bool mz_cancel_is_requested(uint64_t pc);
_Noreturn void mz_cancel_act(uint64_t pc);

/* A cancellation point; returns if there is no request. */
static inline void mz_cancel_point(uint64_t pc)
{
    if (MZ_UNLIKELY(mz_rt.cancelling) && mz_cancel_is_requested(pc))
        mz_cancel_act(pc);
}

/* A cancellation point that does nothing else to memory, but rests: with all
 * that the call was given, so that a loop around it may be known to wait. */
void mz_cancel_rest(const uint64_t given[3], uint64_t pc);
#define MZ_CANCEL_REST(a, b, c)                                               \
    (MZ_UNLIKELY(mz_rt.cancelling)                                            \
         ? mz_cancel_rest((const uint64_t[]){(uint64_t)(a), (uint64_t)(b),    \
                                             (uint64_t)(c)},                  \
                          MZ_PC)                                              \
         : (void)0)

/* The same of a function that may be one, or not. */
void mz_cancel_may_act(uint64_t pc);

/* What lies between may be a wait, of a cancellation point without a request:
 *
 *     mz_cancel_point(pc);
 *     mz_cancel_begin_wait();
 *     ...
 *     mz_cancel_end_wait();
 */
void mz_cancel_set_waits(bool);

static inline void mz_cancel_begin_wait(void)
{
    if (MZ_UNLIKELY(mz_rt.cancelling))
        mz_cancel_set_waits(true);
}

static inline void mz_cancel_end_wait(void)
{
    if (MZ_UNLIKELY(mz_rt.cancelling))
        mz_cancel_set_waits(false);
}

/* Does a thread wait for whom there is a request? */
bool mz_cancel_comes_too_late(void);

/* Is the thread one that is cancelled, in some execution? */
bool mz_cancel_has_object(mz_tid);

/* How the thread came to be, as a number: the same in each search. */
uint64_t mz_cancel_birth(mz_tid);

/* The same of what else a search has to know from its start, numbers with the
 * tag: is this known? It is to be: begins the search anew, unless it is. Is
 * anything known with the tag, or (0) without? */
#define MZ_BIRTH_TAG (1ull << 63)
bool mz_cancel_knows_any(uint64_t tag);
bool mz_cancel_is_known(uint64_t birth);
void mz_cancel_need(uint64_t birth);

/* Before the snapshot: a module of the program refers to pthread_cancel. */
void mz_cancel_note_call(void);

/* The running thread ends, by whatever: no request is acted upon any more. A
 * detached one cannot be cancelled when it has. */
void mz_cancel_ignore(void);
void mz_cancel_end_detached(void);

/* May threads be cancelled, or sent signals, in the next execution? */
bool mz_cancel_is_on(void);

#endif
