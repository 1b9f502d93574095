/* SPDX-License-Identifier: Apache-2.0 */
/* How a process becomes one of several ranks, and what it refuses then. */
#ifndef MZ_CLI_RANKS_JOIN_H
#define MZ_CLI_RANKS_JOIN_H

#include "cli/options.h"
#include "cli/ranks.h"

/* What this process is of. NULL: it is alone. It ends the command where it
 * cannot join the others. To be called before anything is printed. */
struct mz_ranks *mz_ranks_join(void);

/* Refuses, of a command that is for one process: 0, or the exit status. */
int mz_ranks_refuse_command(const char *name);

/* Refuses options that are for one process: 0, or the exit status, the message
 * having been given. */
int mz_ranks_refuse(const struct mz_request *);

#endif
