/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bytes that nobody has written, of local variables and blocks of the heap. The
 * rules of SV-COMP let a read of them give any value, where a program that is
 * run gives one: so with --property a search that has met such a read proves
 * nothing, and is not `safe`. The runtime sees reads of local variables where
 * sources are compiled so (compilers/local.h).
 */
#ifndef MZ_CLI_UNINITIALISED_H
#define MZ_CLI_UNINITIALISED_H

#include <stdbool.h>

#include "cli/options.h"
#include "region/region.h"

/* What such reads are. With a property that has no `safe`, what the user has
 * asked for. */
enum mz_unwritten mz_uninitialised_reads(const struct mz_request *);

/* How a compiler is told to tell of local variables. */
#define MZ_UNINITIALISED_OPTION "-ftrivial-auto-var-init=pattern"

#endif
