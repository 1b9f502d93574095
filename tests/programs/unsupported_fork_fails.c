/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: fork: what a child process does: __assert_fail
 */
/* An assertion that fails in a child is an error, whoever waits for it. */
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    pid_t child = fork();

    if (!child)
        assert(child);
    return waitpid(child, NULL, 0) != child;
}
