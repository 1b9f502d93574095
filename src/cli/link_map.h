/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The map that a linker writes (-Map): which files, and which members of which
 * archives, the output was made of. Of the linkers of GNU (ld, gold) and of
 * LLVM (lld, whose map mold's is like).
 */
#ifndef MZ_CLI_LINK_MAP_H
#define MZ_CLI_LINK_MAP_H

#include <stdbool.h>

#include "cli/arguments.h"

/* Adds the name of each file with a part in the output, once: `foo.o`,
 * `lib/libx.a(bar.o)`. False: it cannot be read, or names none. */
bool mz_link_map_read(const char *path, struct mz_arguments *files);

#endif
