/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A process of its own that looks where an error was to be avoided: the
 * critical step of the execution in which it is told (explore/critical.h). How
 * many executions that takes is bounded by their number, and by that of their
 * events, so that the outcome does not depend on the time.
 *
 * It claims nothing that was not explored. What a thread would do that waits in
 * a loop, or that is to be cancelled or sent a signal, is explored in other
 * executions than those that begin with the steps at hand; so where there are
 * such threads it is not known whether a way of going on ends well, and only
 * ways that do are told.
 */
#ifndef MZ_RUNTIME_CRITICAL_H
#define MZ_RUNTIME_CRITICAL_H

#include "runtime/search.h"

/* The error is findings[0] of the region, its execution the plan of the
 * account; what is found out, account.critical. */
void mz_critical(struct mz_search *, struct mz_arena *);

/* In such a process: an execution ends, in whichever process it runs. */
void mz_critical_end(void);

#endif
