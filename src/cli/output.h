/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where a report goes. It is opened before the search: that it cannot be
 * written is said at once, not after hours.
 *
 * A file is replaced as a whole, or left as it was: what is written goes to one
 * that has no name yet, in the same folder, which takes the name in the end.
 * Where no file can be made there, and for what is no file (a terminal,
 * /dev/stderr), it is written in place.
 */
#ifndef MZ_CLI_OUTPUT_H
#define MZ_CLI_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/options.h"
#include "report/format.h"

struct mz_output {
    const char *path; /* NULL: stdout */
    FILE *file;
    char *target;  /* that takes the name of; NULL: it is written in place */
    char *draft;   /* the name that it has meanwhile */
    bool is_named; /* it has that name already */
    bool is_search; /* no report */
};

/* `option` is what named the path, for messages; NULL: stdout. 0, or the exit
 * status with which to end, the message having been given. */
int mz_output_open(struct mz_output *, const char *option, const char *path,
                   const struct mz_arguments *build);

/* The same, for a search that is kept. Of a file that was killed before it had
 * its name nothing is left. */
int mz_output_open_search(struct mz_output *, const char *path);

/* Writes the report in that format; 0, or the exit status, with a message. */
int mz_output_write(struct mz_output *, const struct mz_report *,
                    const struct mz_format *);

/* What was written to `file` is all; likewise. */
int mz_output_commit(struct mz_output *);

/* There is no report. */
void mz_output_cancel(struct mz_output *);

#endif
