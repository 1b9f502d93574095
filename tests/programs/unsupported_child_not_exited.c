/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: waitid without WEXITED
 */
/* Which flags waits take; and a wait for a child that stops. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    char *const arguments[] = {"true", NULL};
    siginfo_t info;
    pid_t child;

    if (posix_spawnp(&child, "true", NULL, NULL, arguments, environ))
        return 0;
    assert(waitid(P_PID, child, &info, 0) == -1 && errno == EINVAL);
    assert(waitid(P_PID, child, &info, WNOHANG | WNOWAIT) == -1 &&
           errno == EINVAL);
    assert(waitid(P_PID, 0, &info, WEXITED) == -1 && errno == EINVAL);
    assert(waitpid(child, NULL, WEXITED) == -1 && errno == EINVAL);
    assert(!waitid(P_ALL, 0, &info, WEXITED | WSTOPPED | WNOWAIT));
    assert(info.si_pid == child);
    waitid(P_PID, child, &info, WSTOPPED);
    return 0;
}
