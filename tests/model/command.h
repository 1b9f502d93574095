/* SPDX-License-Identifier: Apache-2.0 */
/* What the commands of test_oracle and test_bounds have in common. */
#ifndef MZ_MODEL_COMMAND_H
#define MZ_MODEL_COMMAND_H

#include "random_script.h"

extern const char *const mz_relation_names[MZ_RELATION_COUNT];

/* The mix of that name; says so and exits if there is none. */
int mz_command_mix(const char *name);

/* Reads a script from a file, `-`: standard input. False: says why not. */
bool mz_command_read(struct mz_script *, const char *path);

/* As lines of TAP that count for nothing. */
void mz_command_print(const struct mz_script *);

#endif
