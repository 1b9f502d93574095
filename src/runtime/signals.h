/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Signals that are ours: faults of the program, of memory that the snapshot or
 * the audit has protected, of a look at memory that may be gone; the
 * supervisor's watchdog, and the steps that follow it.
 */
#ifndef MZ_RUNTIME_SIGNALS_H
#define MZ_RUNTIME_SIGNALS_H

#include "runtime/runtime.h"

/* Installs the handlers, on a stack of their own. */
void mz_signals_init(void);

#endif
