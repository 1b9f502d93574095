/* SPDX-License-Identifier: Apache-2.0 */
/* Errors of the program: how an execution comes to a bad end. */
#ifndef MZ_RUNTIME_FAULT_H
#define MZ_RUNTIME_FAULT_H

#include "runtime/runtime.h"

/* As mz_fail, at a place that the program tells itself. */
_Noreturn void mz_fail_assertion(const struct mz_failure *, const char *file,
                                 unsigned line, const char *function);

/* Constructors run natively, once, before the search: what would have several
 * outcomes, or go on beside it, is refused there by name. (Where nobody
 * searches it is not, nor in a copy that fork has made.) The name is for a row
 * with a text; else NULL. */
void mz_refuse_before_main(enum mz_gap_kind, const char *name);

/* The process ends with this status in the region; not an error of the
 * program. Exit handlers do not run. */
_Noreturn void mz_leave(enum mz_status);

/* The same where the region cannot be had: the supervisor knows it by the way
 * in which the process dies. */
_Noreturn void mz_lose(void);

/* The finding of the account, filled in. */
struct mz_finding *mz_fault_note(const struct mz_failure *);

/* The execution has failed; before main there is none, and all has. */
_Noreturn void mz_fault_end(struct mz_finding *);

#endif
