/* SPDX-License-Identifier: Apache-2.0 */
/* Starts the process of a search that is watched. */
#ifndef MZ_CLI_LAUNCH_H
#define MZ_CLI_LAUNCH_H

#include "cli/arguments.h"
#include "cli/watch.h"

/* The shared memory is ready. `argv` is made here and stays the caller's, as
 * long as the process is watched. Returns the process, or -errno; it is begun
 * to be watched. */
pid_t mz_launch(struct mz_watch *, struct mz_arguments *argv);

#endif
