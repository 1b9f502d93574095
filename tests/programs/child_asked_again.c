/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: incomplete
 */
/* A child may take longer than somebody asks for it. */
#define _GNU_SOURCE
#include <assert.h>
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
    for (int i = 0; i < 3; i++)
        if (waitpid(child, NULL, WNOHANG) == child)
            return 0;
    assert(0);
}
