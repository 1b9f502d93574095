/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How gdb is started for a replay: what it must be told of the library, and our
 * extension (src/gdb), which knows the program's threads and its steps. A gdb
 * without Python does without the extension.
 */
#ifndef MZ_CLI_DEBUGGER_H
#define MZ_CLI_DEBUGGER_H

#include <stdint.h>

#include "cli/arguments.h"

/* The command up to the program's own words, with the options of the user, if
 * there are any. `report` is what the extension reads, of the
 * error of that number. */
void mz_debugger_command(struct mz_arguments *, const char *report,
                         uint32_t error, char *const *options);

#endif
