/* SPDX-License-Identifier: Apache-2.0 */
/* The process of the command, which watches the one that searches. */
#ifndef MZ_RUNTIME_SUPERVISOR_H
#define MZ_RUNTIME_SUPERVISOR_H

#include <signal.h>

#include "base/system_call.h"
#include "runtime/runtime.h"

/* It would look in a while, and waits for such a signal, as of a child. */
static inline void mz_supervisor_wake(void)
{
    MZ_SYSTEM(kill, mz_rt.common->suppressed.supervisor, SIGCHLD);
}

#endif
