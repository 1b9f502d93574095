/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* Of two children either may end first. */
#define _GNU_SOURCE
#include <assert.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    char *const arguments[] = {"true", NULL};
    pid_t child[2];

    for (int i = 0; i < 2; i++)
        if (posix_spawnp(&child[i], "true", NULL, NULL, arguments, environ))
            return 0;
    assert(wait(NULL) == child[0]);
    return 0;
}
