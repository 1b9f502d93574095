/* SPDX-License-Identifier: Apache-2.0 */
/* The values of an option, by its kind: read from text, told as text. `field`
 * is that of struct mz_request. Texts are from malloc. */
#ifndef MZ_CLI_OPTION_VALUE_H
#define MZ_CLI_OPTION_VALUE_H

#include "cli/option.h"

/* 0, or the exit status of a value that was refused. */
int mz_option_value_set(void *field, const struct mz_option *,
                        const char *value);

/* Of a time: 10, 0.5, 5m, 2h. False: it is none. */
bool mz_option_value_seconds(const char *value, double *seconds);

/* How many the process may use: --jobs=auto. */
uint64_t mz_option_processors(void);

/* As one would type it. */
char *mz_option_value_text(const void *field, const struct mz_option *);

/* What --help calls it. NULL: it takes none. */
char *mz_option_value_name(const struct mz_option *);

#endif
