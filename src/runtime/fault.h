/* SPDX-License-Identifier: Apache-2.0 */
/* Errors of the program: how an execution comes to a bad end. */
#ifndef MZ_RUNTIME_FAULT_H
#define MZ_RUNTIME_FAULT_H

#include "runtime/runtime.h"

/* Installs the signal handlers, on a stack of their own. */
void mz_fault_init(void);

/* As mz_fail, at a place that the program tells itself. */
_Noreturn void mz_fail_assertion(const struct mz_failure *, const char *file,
                                 unsigned line, const char *function);

/* The process ends with this status in the region; not an error of the
 * program. Exit handlers do not run. */
_Noreturn void mz_leave(enum mz_status);

/* The same where the region cannot be had: the supervisor knows it by the way
 * in which the process dies. */
_Noreturn void mz_lose(void);

/* In a replay that is to stop at the failure: a breakpoint. */
void mz_fault_stop(void);

/* Is this code address in libmazurka.so? */
bool mz_fault_is_ours(uint64_t pc);

#endif
