/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What loops change in each round, that are not known to wait (see
 * region/obstacle.h), in the terms of the source.
 */
#ifndef MZ_REPORT_OBSTACLES_H
#define MZ_REPORT_OBSTACLES_H

#include "report/narrator.h"

enum { MZ_TOLD_OBSTACLES = 16 };

struct mz_told_obstacle {
    const struct mz_obstacle *of;
    char what[MZ_PHRASE]; /* `n in wait_for` */
    char was[MZ_PHRASE], is[MZ_PHRASE]; /* literals; or empty */
};

/* Those of the account that have a name; of a loop that has none with a name,
 * the first. Returns how many. */
unsigned mz_obstacles_list(const struct mz_narrator *,
                           struct mz_told_obstacle[MZ_TOLD_OBSTACLES]);

/* Where the thread is in each round: the innermost place that is the user's. */
bool mz_obstacles_place(const struct mz_narrator *, const struct mz_obstacle *,
                        struct mz_frame *out);

void mz_obstacles_print(const struct mz_narrator *, FILE *out);

#endif
