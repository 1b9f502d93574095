/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: fork: what a child process does: __VERIFIER_error
 */
/* So is the call that must not be reached. */
#include <sys/wait.h>
#include <unistd.h>

extern void __VERIFIER_error(void);

int main(void)
{
    pid_t child = fork();

    if (!child)
        __VERIFIER_error();
    return waitpid(child, NULL, 0) != child;
}
