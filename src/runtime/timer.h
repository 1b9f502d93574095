/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Timers that send a signal to the process: alarm, setitimer, timer_create.
 * Nothing says how soon after its time a timer is noticed, nor how long what a
 * thread does takes: so one that is armed may expire wherever a thread looks
 * for signals (sent_signal.h), and need not before the end of the process. Who
 * waits, and could take the signal, waits until then.
 *
 * Which are armed is an object, a word with a bit of each timer: to arm one and
 * to call it off are updates of it, so is that one expires; to look is a read.
 *
 * Time that a thread sleeps away is compared with a timer's while there is no
 * other thread: it does not sleep past one. (Beside others that would depend on
 * an order which nobody explores.)
 */
#ifndef MZ_RUNTIME_TIMER_H
#define MZ_RUNTIME_TIMER_H

#include <signal.h>

#include "runtime/runtime.h"

enum {
    MZ_TIMER_OF_ALARM = 0, /* that of alarm and setitimer */
    MZ_TIMERS = 32,
};

/* In nanoseconds; the end as clocks of threads have it (libc_time.c). */
struct mz_timer {
    uint64_t end, interval; /* 0: it expires once */
};

/* One for timer_create, or -1: there are no more; and away with it. */
int mz_timer_new(const siginfo_t *, uint64_t pc);
void mz_timer_delete(int, uint64_t pc);
/* By a look, where nobody tells that its creation, or its end, races with what
 * the caller does. */
bool mz_timer_is_one(int, uint64_t pc);

/* What is sent when it expires. */
void mz_timer_sends(int, const siginfo_t *);

/* Calls it off; whether it has expired before, unnoticed, is a choice. Returns
 * what it was, an end of 0: not armed. */
struct mz_timer mz_timer_stop(int, uint64_t pc);
void mz_timer_arm(int, struct mz_timer, uint64_t pc);

/* What it is, by a look. */
struct mz_timer mz_timer_get(int, uint64_t pc);

/* A bit of each that is armed, and sends one of these signals, by a look. */
uint64_t mz_timer_look(uint64_t signals, uint64_t pc);

/* Of these, those that have expired by that time for sure. */
uint64_t mz_timer_passed(uint64_t timers, uint64_t time);

/* The running thread takes what it sends; false: it was faster called off. */
bool mz_timer_expire(int, siginfo_t *, uint64_t pc);

/* Those of these signals have expired unnoticed, or not yet: a choice. */
void mz_timer_may_have_expired(uint64_t signals, uint64_t pc);

/* Signals that some timer that is armed sends. */
uint64_t mz_timer_signals(void);

#endif
