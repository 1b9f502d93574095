/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/debugger.h"

#include <stdlib.h>

/* Signals that the library deals with are not gdb's, nor are the threads that
 * it parks; gdb stops by SIGTRAP at the failing step. */
/* clang-format off */
static char *const always[] = {
    "gdb", "-q",
    "-ex", "set startup-with-shell off",
    "-ex", "handle SIGSEGV SIGBUS SIG39 nostop noprint pass",
    "-ex", "set print thread-events off",
    "-ex", "run",
    NULL};
/* clang-format on */

void mz_debugger_command(struct mz_arguments *command, const char *report,
                         char *const *options)
{
    (void)report;
    mz_arguments_add_all(command, always);
    mz_arguments_add_all(command, options);
    mz_arguments_add(command, "--args");
}
