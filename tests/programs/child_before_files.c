/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: incomplete
 */
/* What is done to files before a child is waited for, it may see. */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    char *const arguments[] = {"sh", "-c", "test -f of_an_execution", NULL};
    int status;
    pid_t child;

    if (posix_spawnp(&child, "sh", NULL, NULL, arguments, environ))
        return 0;
    close(open("of_an_execution", O_CREAT | O_WRONLY, 0600));
    waitpid(child, &status, 0);
    assert(status);
    return 0;
}
