/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: fork: what a child process does: __VERIFIER_nondet_bool
 */
/* Of what a child chooses one value alone would be seen. */
#include <sys/wait.h>
#include <unistd.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void)
{
    pid_t child = fork();

    if (!child)
        _exit(__VERIFIER_nondet_bool());
    return waitpid(child, NULL, 0) != child;
}
