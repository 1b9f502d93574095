/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The words of a command line, told apart: our options, and what is
 * built, with the options of the compiler.
 */
#ifndef MZ_CLI_OPTION_WORDS_H
#define MZ_CLI_OPTION_WORDS_H

#include "cli/arguments.h"

struct mz_option_words {
    struct mz_arguments *build;
    struct mz_arguments ours; /* --name or --name=value; --help, --version */
    int status;               /* 0, or that of a word that was refused */
};

/* Takes all up to `--`. Returns where that is, or argc, if nothing was refused.
 */
int mz_option_words_take(struct mz_option_words *, int argc, char **argv);

#endif
