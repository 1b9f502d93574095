/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: fork: what a child process does: it ends by signal 11
 */
/* So is a null pointer. */
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    pid_t child = fork();

    if (!child)
        *(volatile int *)8 = 1;
    return waitpid(child, NULL, 0) != child;
}
