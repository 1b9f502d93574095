/* SPDX-License-Identifier: Apache-2.0 */
/* What --stats tells: counts first, then times, which differ each time. */
#ifndef MZ_REPORT_STATISTICS_H
#define MZ_REPORT_STATISTICS_H

#include <stdio.h>

#include "region/region.h"

void mz_statistics_print(const struct mz_region *, FILE *);

/* "0", "1", "2", "3-4", ... */
extern const char *const mz_statistics_distances[MZ_DISTANCES];

extern const char *const mz_statistics_phase_keys[MZ_PHASE_COUNT];

/* How many phases this algorithm has: the first ones. */
unsigned mz_statistics_phases(const struct mz_statistics *);

/* How many of `kept` are there. */
unsigned mz_statistics_samples(const struct mz_statistics *);

uint64_t mz_statistics_queries(const struct mz_distances *);

/* 0 where there is nothing to divide by. */
double mz_statistics_ratio(uint64_t, uint64_t);

/* In that phase; 0 if the search was killed too soon to know. */
double mz_statistics_seconds(const struct mz_statistics *, unsigned phase);

#endif
