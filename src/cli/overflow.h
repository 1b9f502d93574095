/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What --property=no-overflow asks of how a program is built: sources in C,
 * compiled here, with checks of UBSan in each operation whose result has a
 * signed type; nothing that turns these off.
 *
 * clang lays the checks as it goes through the source; of what is constant it
 * warns, which is an error here, since a condition is folded. In initialisers
 * and arguments it may fold in silence: so gcc, which warns of all constants
 * that overflow, is asked, too. But gcc's own code will not do: it has folded
 * some operations before (`x + 1 > x`, `(x + 10) - 10`, `0 * (x + 1)`), at -O0,
 * too: what it tells is an overflow, but that it tells of none is no proof.
 */
#ifndef MZ_CLI_OVERFLOW_H
#define MZ_CLI_OVERFLOW_H

#include <stdbool.h>

#include "cli/home.h"
#include "cli/options.h"

/* 0, or the exit status with which the program is refused. */
int mz_overflow_refuse(const struct mz_request *);

/* The options of the compiler, behind which none may come that undoes them. */
void mz_overflow_add(struct mz_arguments *);

/* What gcc is to be told so that it refuses a source, which follows, if
 * constants overflow. */
void mz_overflow_ask(struct mz_arguments *, const struct mz_home *);

/* Whether all operations are checked by the compiler that will be used. */
bool mz_overflow_is_seen(void);

/* A source after the preprocessor, in that file: likewise, for attributes that
 * turn checks off. */
int mz_overflow_refuse_text(const char *path);

#endif
