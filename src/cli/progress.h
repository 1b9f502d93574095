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

/* An error was found, and something is looked for that tells more of it: a text
 * of at most 47 characters. */
void mz_progress_show_beyond(const char *looks_for, double seconds);

void mz_progress_erase(void);

/* Of a test of mz_check, whose program waits: after how many seconds it is to
 * be told that there is no end yet (MAZURKA_PATIENCE, or 10); 0: never, or it
 * is none. */
double mz_progress_patience(void);

/* On a line of its own, to the program's stderr. */
void mz_progress_tell(const struct mz_progress *, double seconds);

#endif
