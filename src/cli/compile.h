/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Source files into a temporary program: each is compiled by `mazurka cc` or
 * `mazurka c++`, by its suffix or -x, then all are linked with the objects and
 * archives named. What the compiler says goes to stderr as it is.
 */
#ifndef MZ_CLI_COMPILE_H
#define MZ_CLI_COMPILE_H

#include "cli/janitor.h"
#include "cli/options.h"

/* Fills in the path of the program, in the folder of the janitor, and whether
 * not all of its code tells of its local variables. 0, or the exit status with
 * which to end, the reason having been given. */
int mz_compile(const struct mz_request *, struct mz_janitor *,
               char program[PATH_MAX], bool *hides_locals);

#endif
