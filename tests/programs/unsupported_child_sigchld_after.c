/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: something to be done at SIGCHLD after a child process
 */
/* A child that has not been waited for may end at any time. */
#define _GNU_SOURCE
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    char *const arguments[] = {"true", NULL};
    pid_t child;

    if (posix_spawnp(&child, "true", NULL, NULL, arguments, environ))
        return 0;
    signal(SIGCHLD, SIG_IGN);
    return waitpid(child, NULL, 0) != child;
}
