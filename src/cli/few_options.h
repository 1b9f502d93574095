/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The command lines of those commands that have few options. What is said here
 * of an option is what the command takes, what its --help tells, and what
 * shells complete.
 */
#ifndef MZ_CLI_FEW_OPTIONS_H
#define MZ_CLI_FEW_OPTIONS_H

#include <stddef.h>

struct mz_few_option {
    const char *name;
    const char *value; /* what it is called in --help; NULL: it takes none */
    const char *help;
    const char *completes; /* its values, as zsh has them; "": none known */
    char letter;
};

struct mz_few_options {
    const char *command;  /* its name */
    const char *synopsis; /* the lines of its usage */
    const char *about;
    const char *after;                   /* below the options; NULL: nothing */
    const struct mz_few_option *options; /* the last one has no name */
};

extern const struct mz_few_options mz_replay_options, mz_report_options,
    mz_algorithms_options;

/* A command line that is being read. Zeroed but for the first three. */
struct mz_few_words {
    const struct mz_few_options *known;
    int argc;
    char **argv; /* argv[0] is the command */
    int at;
    const char *value; /* of the last option, or the word */
    int status;
};

enum {
    MZ_FEW_END = -1,
    MZ_FEW_WORD = -2,    /* no option: `value` */
    MZ_FEW_REST = -3,    /* what follows -- : argv + at */
    MZ_FEW_HELP = -4,    /* it was asked for: mz_few_options_help */
    MZ_FEW_REFUSED = -5, /* `status` is to be returned */
};

/* The index of the next option, whose value, if it takes one, is `value`; or
 * one of these. Names may be abbreviated; values are joined by =, or the next
 * word. */
int mz_few_words_next(struct mz_few_words *);

/* The command of these that has an option of that name; NULL: none has. */
const char *mz_few_options_owner(const char *name, size_t length);

/* The exit status. */
int mz_few_options_help(const struct mz_few_options *);

#endif
