/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is to be checked: the program that the command line names, or the one
 * made from the sources that it names.
 */
#ifndef MZ_CLI_SUBJECT_H
#define MZ_CLI_SUBJECT_H

#include "cli/inputs.h"
#include "cli/janitor.h"
#include "cli/options.h"

struct mz_subject {
    const char *name;          /* as the command has it */
    char executable[PATH_MAX]; /* with a slash, so not looked for in $PATH */
    uint64_t hash;             /* of that file */
    struct mz_arguments argv;  /* to run it with */
    struct mz_inputs inputs;   /* what it is built from; none: it was there */
    struct mz_janitor janitor;
    bool hides_locals; /* not all code tells of its local variables */
};

/* 0, or the exit status with which to end, the message having been given; then
 * nothing is left to be released. */
int mz_subject_prepare(struct mz_subject *, const struct mz_request *);

/* Removes a temporary program. */
void mz_subject_release(struct mz_subject *);

#endif
