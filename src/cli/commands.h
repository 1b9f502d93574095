/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The commands: each gets its own argv, where argv[0] is "mazurka NAME", and
 * returns the exit status. `invocation` is the whole command line.
 */
#ifndef MZ_CLI_COMMANDS_H
#define MZ_CLI_COMMANDS_H

struct mz_invocation {
    char *const *words;
};

int mz_command_check(int argc, char **argv, char *const *invocation);
int mz_command_replay(int argc, char **argv, char *const *invocation);

#endif
