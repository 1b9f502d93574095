/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* Who does not wait for a child may come too early. */
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
    assert(waitpid(child, NULL, WNOHANG) == child);
    return 0;
}
