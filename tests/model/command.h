/* SPDX-License-Identifier: Apache-2.0 */
/* What the commands that try random scripts have in common. */
#ifndef MZ_MODEL_COMMAND_H
#define MZ_MODEL_COMMAND_H

#include "op/dependence.h"
#include "random_script.h"

extern const char *const mz_relation_names[MZ_RELATION_COUNT];

/* The mix of that name; says so and exits if there is none. */
int mz_command_mix(const char *name);

/* --seed and --count, as getopt's 's' and 'c', with its argument: one script of
 * that seed, if no count is given. False: it is neither. */
bool mz_command_seeds(int option, uint64_t *seed, uint64_t *count);

/* Reads a script from a file, `-`: standard input. False: says why not. */
bool mz_command_read(struct mz_script *, const char *path);

/* How many scripts to try, where so many are tried as a rule: as many, or that
 * number divided by $MAZURKA_TEST_DIVISOR, for builds that are slow. */
uint64_t mz_command_count(uint64_t usual);

/* Are there so many as there are as a rule? */
bool mz_command_is_whole(void);

/* As lines of TAP that count for nothing. */
void mz_command_print(const struct mz_script *);

#endif
