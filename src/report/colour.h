/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Colours of the text, for terminals: what a stretch of it is, and not how it
 * looks. Where the report is to have no colours these are empty.
 */
#ifndef MZ_REPORT_COLOUR_H
#define MZ_REPORT_COLOUR_H

#include "report/report.h"

enum mz_colour {
    MZ_COLOUR_END, /* of the stretch */
    MZ_COLOUR_PLACE,
    MZ_COLOUR_ERROR,
    MZ_COLOUR_LIMIT,
    MZ_COLOUR_MARK, /* to be noticed: a preemption */
    MZ_COLOUR_FAINT,
    MZ_COLOURS
};

/* What the terminal is told where such a stretch begins. */
const char *mz_colour(const struct mz_report *, enum mz_colour);

#endif
