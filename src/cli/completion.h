/* SPDX-License-Identifier: Apache-2.0 */
/* What makes a shell complete the options of mazurka and their values, as
 * option_table.h has them: written when mazurka is built. */
#ifndef MZ_CLI_COMPLETION_H
#define MZ_CLI_COMPLETION_H

/* A command, as completed: NULL after the last. */
struct mz_completion_command {
    const char *name, *summary;
};

/* To the standard output, for bash or zsh; the exit status. */
int mz_completion_write(const char *shell,
                        const struct mz_completion_command *);

#endif
