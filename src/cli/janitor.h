/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The janitor: a tiny child that cleans up after the command, however that
 * ends, `kill -9` included. It owns the temporary folder and is told of the
 * process groups that run; when the other end of its socket is closed it kills
 * those groups, removes the folder and exits. It holds no other descriptor.
 */
#ifndef MZ_CLI_JANITOR_H
#define MZ_CLI_JANITOR_H

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

struct mz_janitor {
    int socket;
    pid_t process;
    char folder[PATH_MAX]; /* temporary, absolute; empty: none */
};

/* Whether a folder can be had. */
bool mz_janitor_has_place(void);

/* False, with a message. */
bool mz_janitor_start(struct mz_janitor *, bool with_folder);

void mz_janitor_watch(struct mz_janitor *, pid_t group);
void mz_janitor_forget(struct mz_janitor *, pid_t group);

/* Has it clean up now, and waits until that is done. */
void mz_janitor_dismiss(struct mz_janitor *);

#endif
