/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The integer constants in sources: what a program compares a number with is
 * mostly written there. Nothing depends on them but the order in which the
 * values of a wide choice are tried (runtime/wide.h).
 */
#ifndef MZ_CLI_CONSTANTS_H
#define MZ_CLI_CONSTANTS_H

#include "cli/arguments.h"
#include "region/region.h"

/* Of those arguments that are files in C, or define something: the last of the
 * text come first, as what was included comes before. */
void mz_constants_find(const struct mz_arguments *, struct mz_wide *);

/* Of one text, which ends with a zero. */
void mz_constants_add(const char *text, struct mz_wide *);

#endif
