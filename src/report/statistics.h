/* SPDX-License-Identifier: Apache-2.0 */
/* What --stats tells: counts first, then times, which differ each time. */
#ifndef MZ_REPORT_STATISTICS_H
#define MZ_REPORT_STATISTICS_H

#include <jansson.h>
#include <stdio.h>

#include "region/region.h"

void mz_statistics_print(const struct mz_region *, FILE *);

/* The caller's to release. */
json_t *mz_statistics_object(const struct mz_region *);

#endif
