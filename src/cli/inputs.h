/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The files that a program is built from, as they were before they were
 * compiled: who edits one meanwhile has another program. A witness names them
 * by their hashes, and places in them by the lines that they have; debug
 * information has those of the files that they were preprocessed from.
 */
#ifndef MZ_CLI_INPUTS_H
#define MZ_CLI_INPUTS_H

#include "cli/arguments.h"
#include "report/report.h"

struct mz_inputs {
    struct mz_report_input *items;
    size_t count;
};

/* 0, or the exit status with which to end, the message having been given. */
int mz_inputs_read(struct mz_inputs *, const struct mz_arguments *build);

/* Safe on one that is all zeros. */
void mz_inputs_release(struct mz_inputs *);

#endif
