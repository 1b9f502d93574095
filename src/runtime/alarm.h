/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An alarm that would end the program: it is set for the case that something
 * takes too long. Executions take no time but what threads sleep, so it goes
 * off only if a thread sleeps past its time; that is an error then. One that
 * has a handler, or that is waited for, is refused.
 *
 * It is set while no other thread runs, else its order with sleeping would
 * count, which is no operation.
 */
#ifndef MZ_RUNTIME_ALARM_H
#define MZ_RUNTIME_ALARM_H

#include "runtime/runtime.h"

/* When it goes off, in nanoseconds since the start; UINT64_MAX: never. */
MZ_HIDDEN extern uint64_t mz_alarm_end;

/* The running thread has slept until then. */
void mz_alarm_is_passed(void) MZ_COLD;

/* No thread can go on. Fails, if some wait for what never comes, until an alarm
 * ends the process. */
void mz_alarm_ends_waiting(void) MZ_COLD;

/* Something else is to be done at this signal, or it is waited for: refused, if
 * it is the alarm's. */
void mz_alarm_must_not_be(int signal, enum mz_gap_kind why);

#endif
