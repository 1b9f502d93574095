/* SPDX-License-Identifier: Apache-2.0 */
/* The tools of compilers that we stand before: `as`, `ld`, `ld.lld` ... */
#ifndef MZ_CLI_TOOL_H
#define MZ_CLI_TOOL_H

#include <limits.h>
#include <stdbool.h>

/* The one that a compiler would have run without us. */
bool mz_tool_find(const char *name, char found[PATH_MAX]);

#endif
