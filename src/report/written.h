/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What came of executions with the orders of atomics as they are written
 * (cli/written.h), beside those in which all are as if they were seq_cst; and
 * how that is told.
 */
#ifndef MZ_REPORT_WRITTEN_H
#define MZ_REPORT_WRITTEN_H

#include "report/document.h"

enum mz_written_outcome {
    MZ_WRITTEN_NOT_TRIED,
    MZ_WRITTEN_ALL,     /* were explored, and have no error */
    MZ_WRITTEN_SOME,    /* were, and have none */
    MZ_WRITTEN_REFUSED, /* `why` none is */
    MZ_WRITTEN_LIBRARY, /* an error is that comes of atomics of a library */
    MZ_WRITTEN_ERROR,   /* the report tells it: it comes of the user's */
    MZ_WRITTEN_OUTCOMES
};

struct mz_report_written {
    uint8_t outcome;     /* enum mz_written_outcome */
    uint64_t executions; /* with the orders as they are written */
    uint64_t strong;     /* with all as if seq_cst: none has an error */
    char why[MZ_MAX_MESSAGE];
};

bool mz_written_is_tried(const struct mz_report *);

/* The field `as_written` of the document, if it was tried. */
json_t *mz_written_object(const struct mz_report *);

/* Behind the counts of the summary. */
void mz_written_print(const struct mz_report *, FILE *);

/* What is to be said of orders that are weaker than what was explored, without
 * a newline; from malloc. NULL: nothing. */
char *mz_written_note(const struct mz_report *);

#endif
