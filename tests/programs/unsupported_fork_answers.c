/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: fork: what a child process does: it waits for what the program is to
 */
/* A worker that the program talks to is no child that ends by itself. */
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    int to[2];
    char byte = 1;
    pid_t child;

    if (pipe(to))
        return 0;
    child = fork();
    if (!child) {
        close(to[1]);
        _exit(read(to[0], &byte, 1) != 1);
    }
    if (write(to[1], &byte, 1) != 1)
        return 0;
    return waitpid(child, NULL, 0) != child;
}
