/* SPDX-License-Identifier: Apache-2.0 */
/* What the checked process does instead of main: search, or replay. */
#ifndef MZ_RUNTIME_SESSION_H
#define MZ_RUNTIME_SESSION_H

#include "runtime/runtime.h"

_Noreturn void mz_session_run(int (*main)(int, char **, char **), int argc,
                              char **argv, char **envp);

#endif
