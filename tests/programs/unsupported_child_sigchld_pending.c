/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: child processes with SIGCHLD waited for
 */
/* The end of a child is a signal that waits, which nobody sends here. */
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    char *const arguments[] = {"true", NULL};
    sigset_t set, pending;
    pid_t child;

    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    sigprocmask(SIG_BLOCK, &set, NULL);
    if (posix_spawnp(&child, "true", NULL, NULL, arguments, environ))
        return 0;
    waitpid(child, NULL, 0);
    sigpending(&pending);
    assert(!sigismember(&pending, SIGCHLD));
    return 0;
}
