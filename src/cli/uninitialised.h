/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Local variables that may be read before they have a value. The rules of
 * SV-COMP let such a read give any value, where a program that is run gives
 * one: so with --property a search that has tried that one proves nothing, and
 * is not `safe`. Compilers are asked, which warn of them: clang by the flow
 * through a function, of each scalar whose address is not taken; gcc of
 * structures and arrays, but it takes `int x; if (c) x = 1;` for `x = 1`. What
 * neither follows, as an address that is passed on, is not told.
 */
#ifndef MZ_CLI_UNINITIALISED_H
#define MZ_CLI_UNINITIALISED_H

#include <stdbool.h>

#include "cli/arguments.h"
#include "cli/options.h"

/* Those that are asked. */
enum mz_asked { MZ_ASKED_CLANG, MZ_ASKED_GCC, MZ_ASKED_COUNT };

/* Does it matter to the verdict? Not where it is never `safe`. */
bool mz_uninitialised_matters(const struct mz_options *);

const char *mz_uninitialised_asked(enum mz_asked); /* its command */

/* Is it to have this option of the user's? */
bool mz_uninitialised_takes(const char *option);

/* What it is to be told, behind the user's options, so that it refuses a source
 * in which a variable may be read before. */
void mz_uninitialised_ask(struct mz_arguments *, enum mz_asked);

#endif
