/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: fork with memory that is shared
 */
/* When the child writes there is not explored. */
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    volatile int *x = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
                           MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pid_t child;
    int before;

    if (x == MAP_FAILED)
        return 0;
    child = fork();
    if (!child) {
        *x = 1;
        _exit(0);
    }
    before = *x;
    return waitpid(child, NULL, 0) != child || before;
}
