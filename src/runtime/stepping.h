/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether a thread that has come to no visible operation for long is in a loop
 * without end. When the watchdog barks the processor stops after each of the
 * thread's instructions, for a while, and if at the same one registers and
 * state (state.h) come again, that is shown. Nothing is shown where the thread
 * calls the kernel, or something of ours that is more than an announcement of a
 * plain access; or where no state comes again, as in `for (;;) turns++`.
 */
#ifndef MZ_RUNTIME_STEPPING_H
#define MZ_RUNTIME_STEPPING_H

#include "arch/context.h"
#include "region/finding.h"
#include "runtime/runtime.h"

enum mz_stepping {
    MZ_STEPPING_ON,      /* not known yet */
    MZ_STEPPING_ALIVE,   /* it has come to a visible operation after all */
    MZ_STEPPING_ENDLESS, /* it is shown */
    MZ_STEPPING_UNKNOWN, /* it was not to be shown */
};

/* In the handler of the watchdog's signal: from now on SIGTRAP comes after each
 * instruction. */
void mz_stepping_begin(ucontext_t *);
bool mz_stepping_is_on(void);

/* In this process, at any time: when it is over one more SIGTRAP may be on its
 * way, or come of flags that were saved in a step. */
bool mz_stepping_has_begun(void);

/* In the handler of that SIGTRAP. Stepping ends unless it returns ON. */
enum mz_stepping mz_stepping_take(ucontext_t *);

/* What the thread has read so many times in these steps, and not written: the
 * place that it has read most often is what a loop waits for, if it waits; 0:
 * there are too many. Once is enough where the loop is shown to have no end. */
enum { MZ_STEPPING_ROUNDS = 3 };
enum mz_repeated_reads mz_stepping_watched(unsigned times, uint64_t *address,
                                           uint32_t *size);

#endif
