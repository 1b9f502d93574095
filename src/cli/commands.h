/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The commands. Each gets its own arguments, where argv[0] is "mazurka NAME",
 * and the whole command line; it returns the exit status.
 */
#ifndef MZ_CLI_COMMANDS_H
#define MZ_CLI_COMMANDS_H

int mz_command_check(int argc, char **argv, char *const *command_line);
int mz_command_algorithms(int argc, char **argv, char *const *command_line);
int mz_command_hunt(int argc, char **argv, char *const *command_line);
int mz_command_report(int argc, char **argv, char *const *command_line);
int mz_command_resume(int argc, char **argv, char *const *command_line);
int mz_command_split(int argc, char **argv, char *const *command_line);
int mz_command_merge(int argc, char **argv, char *const *command_line);
int mz_command_replay(int argc, char **argv, char *const *command_line);

/* A rank that is not the first: searches as that one says, and tells nothing.
 * Returns the exit status. */
struct mz_ranks; /* ranks.h */
int mz_check_serve(struct mz_ranks *, char *command);

struct mz_resumed; /* keeping.h */

/* `mazurka check` with these words, of a search that goes on; NULL: that
 * begins. By rank 0 of several; NULL: by this process alone. */
int mz_check_words(int argc, char **argv, const struct mz_resumed *,
                   struct mz_ranks *, char *const *command_line);

#endif
