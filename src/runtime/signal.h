/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Signals of the program: what is done at them, and which threads block them
 * (libc_signal.c). None comes from the kernel: those that a thread sends itself
 * are handled on the spot, those that it sends others are in sent_signal.h.
 */
#ifndef MZ_RUNTIME_SIGNAL_H
#define MZ_RUNTIME_SIGNAL_H

#include <signal.h>

#include "runtime/runtime.h"

enum { MZ_LAST_SIGNAL = 64 };

/* Sets of signals: the first 64 are all there are. */
#define MZ_SIGNAL_BIT(signal) ((uint64_t)1 << ((signal) - 1))

static inline uint64_t mz_signal_bits(const sigset_t *set)
{
    return *(const uint64_t *)set;
}

static inline bool mz_signal_is_one(int signal)
{
    return signal >= 1 && signal <= MZ_LAST_SIGNAL;
}

/* What the running thread blocks now; and what a thread blocks where it runs no
 * handler. */
uint64_t mz_signal_mask(void);
uint64_t mz_signal_mask_of(mz_tid);
uint64_t mz_signal_usual_mask(mz_tid);

/* Until that is taken back: the mask of a call that waits. */
void mz_signal_set_mask(uint64_t);

/* What the running thread has sent itself, and blocks. */
uint64_t *mz_signal_own(void);

/* Is nothing done at this signal? Has its handler SA_RESTART, SA_RESETHAND? */
bool mz_signal_is_ignored(int signal);
bool mz_signal_restarts(int signal);
bool mz_signal_is_by_default(int signal);
bool mz_signal_resets(int signal);

/* Are there any handlers? */
bool mz_signal_has_handlers(void);

/* The code of that handler. */
uint64_t mz_signal_handler(int signal);

/* What was blocked by some thread in this execution, by whatever; and what a
 * thread has begun or ceased to block beside others. */
uint64_t mz_signal_ever_blocked(void);
uint64_t mz_signal_changed_beside(void);

/* Does what is to be done at a signal, in the running thread. Was that to call
 * a handler? */
bool mz_signal_handle(const siginfo_t *, uint64_t pc);

/* In a copy of the process that checks nothing: what is done at signals, and
 * which are blocked, is as the program has it; its handlers if the program is
 * to go on there. */
void mz_signal_release(bool has_handlers);

#endif
