/* SPDX-License-Identifier: Apache-2.0 */
/* What failed: the first lines that the text has of an error. */
#ifndef MZ_REPORT_HEADLINE_H
#define MZ_REPORT_HEADLINE_H

#include "report/narrator.h"

void mz_headline_print(const struct mz_narrator *, const struct mz_finding *,
                       FILE *);

/* The line of the source that is there, indented, if it is known. */
void mz_headline_source(const struct mz_narrator *, const struct mz_frame *,
                        FILE *);

#endif
