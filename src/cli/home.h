/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where the tool's own files are: beside the command in a build directory, or
 * in ../lib and ../include of it when installed.
 */
#ifndef MZ_CLI_HOME_H
#define MZ_CLI_HOME_H

#include <limits.h>
#include <stdbool.h>

struct mz_home {
    char self[PATH_MAX];      /* this command, resolved */
    char libraries[PATH_MAX]; /* the folder of libmazurka.so */
    char library[PATH_MAX];   /* libmazurka.so */
    char specs[PATH_MAX];     /* mazurka-gcc.specs */
    char assembler[PATH_MAX]; /* the folder where we are called `as` */
    char headers[PATH_MAX];   /* the folder of those in place of libstdc++'s */
    char include[PATH_MAX];   /* the folder of mazurka.h; empty: not needed,
                                 compilers look there anyway */
};

/* False, with a message: a file is missing, the installation is damaged. */
bool mz_home_find(struct mz_home *);

/* The extension of gdb, mazurka-gdb.py; NULL, with a message, if it is not
 * there. */
const char *mz_home_extension(void);

/* libmazurka.so, to be preloaded; NULL, with a message, if that fails. */
const char *mz_home_library(void);

#endif
