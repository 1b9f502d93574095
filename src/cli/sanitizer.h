/* SPDX-License-Identifier: Apache-2.0 */
/*
 * -fsanitize= of users: the checks of -fsanitize=undefined call what the
 * runtime has (runtime/undefined.c); for `address` the plugins for compilers
 * lay red zones (runtime/zones.h). Other sanitizers have a runtime of their
 * own, beside which ours cannot be.
 */
#ifndef MZ_CLI_SANITIZER_H
#define MZ_CLI_SANITIZER_H

#include <stdbool.h>

#include "cli/arguments.h"

/* -fsanitize=..., -fno-sanitize=... */
bool mz_sanitizer_is_option(const char *);

/* Whether all that it turns on is ours to serve. */
bool mz_sanitizer_is_served(const char *option);

/* Whether there are to be red zones, after the option. */
bool mz_sanitizer_lays_zones(const char *option, bool before);

/* The option without `address`, which compilers refuse beside `thread`; NULL:
 * nothing is left of it. The caller frees it. */
char *mz_sanitizer_without_zones(const char *option);

/* The option by the name under which only gcc's compiler proper gets it: see
 * mazurka-gcc.specs. */
void mz_sanitizer_add(struct mz_arguments *, const char *option);

#endif
