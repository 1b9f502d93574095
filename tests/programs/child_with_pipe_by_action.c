/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: incomplete
 */
/* A pipe that exec closes is a child's by an action, and used in one step. */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    char *const arguments[] = {"sh", "-c", "printf a; sleep 0; printf b", NULL};
    posix_spawn_file_actions_t actions;
    char bytes[2];
    int ends[2];
    pid_t child;

    if (pipe2(ends, O_CLOEXEC))
        return 0;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    if (posix_spawnp(&child, "sh", &actions, NULL, arguments, environ))
        return 0;
    posix_spawn_file_actions_destroy(&actions);
    assert(read(ends[0], bytes, 2) == 2); /* it may be one */
    waitpid(child, NULL, 0);
    return 0;
}
