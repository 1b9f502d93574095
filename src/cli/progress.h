/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The line on a terminal that tells how far the search has come; erased before
 * anything else is printed.
 */
#ifndef MZ_CLI_PROGRESS_H
#define MZ_CLI_PROGRESS_H

#include "cli/time_left.h"
#include "region/region.h"

/* Whether stderr is a terminal. */
bool mz_progress_is_wanted(void);

/* After so many seconds, with what is to be said of the time left. */
void mz_progress_show(const struct mz_progress *, double seconds,
                      const struct mz_time_left *);
void mz_progress_erase(void);

#endif
