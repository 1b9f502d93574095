/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a compiler loads so that it announces all accesses to memory: see
 * src/compilers. It belongs to one version of the compiler, and is named by it.
 */
#ifndef MZ_CLI_PLUGIN_H
#define MZ_CLI_PLUGIN_H

#include "cli/compiler.h"
#include "cli/home.h"

/* False, with a message: there is none for this compiler. */
bool mz_plugin_find(char path[PATH_MAX], const struct mz_compiler *,
                    const struct mz_home *);

#endif
