/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where the report of a check goes. It is opened before the search: that it
 * cannot be written is said at once, not after hours.
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
    bool is_new; /* did not exist before */
};

/* 0, or the exit status with which to end, the message having been given. */
int mz_output_open(struct mz_output *, const struct mz_options *);

/* Writes the report in that format; 0, or the exit status, with a message. */
int mz_output_write(struct mz_output *, const struct mz_report *,
                    const struct mz_format *);

/* There is no report. */
void mz_output_cancel(struct mz_output *);

#endif
