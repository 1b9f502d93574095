/* SPDX-License-Identifier: Apache-2.0 */
/* What a search that samples says of what it has not run (trace/survey.h). */
#ifndef MZ_REPORT_SURVEY_H
#define MZ_REPORT_SURVEY_H

#include <jansson.h>
#include <stdio.h>

#include "region/region.h"

void mz_survey_print(const struct mz_survey *, FILE *);

/* The caller's to release. */
json_t *mz_survey_object(const struct mz_survey *);

#endif
