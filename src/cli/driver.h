/* SPDX-License-Identifier: Apache-2.0 */
/*
 * `mazurka cc` and `mazurka c++`: the compiler with what it takes to check the
 * program. Code is instrumented as for ThreadSanitizer, and the link gets
 * libmazurka.so in place of libtsan.
 *
 * Ours goes before the user's arguments: where libmazurka.so stands first in
 * the link it is found first when a program looks up pthread_mutex_lock, and
 * options of the user override ours.
 */
#ifndef MZ_CLI_DRIVER_H
#define MZ_CLI_DRIVER_H

#include "cli/compiler.h"

/* Fills in the command that does what `arguments` ask. 0, or the exit status
 * with which to end, the message having been given. */
int mz_driver_command(struct mz_arguments *command, enum mz_language,
                      char *const *arguments);

/* Adds the arguments with each @file replaced by what it holds. */
void mz_driver_expand(struct mz_arguments *out, char *const *arguments);

/* Becomes that command. Returns, an exit status, only if it cannot. */
int mz_driver_run(enum mz_language, char *const *arguments);

#endif
