/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: incomplete
 */
/* In Linux the parent has what its child has written, and this fails. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int error;

int main(void)
{
    pid_t child = vfork();

    if (!child) {
        execl("/none", "none", NULL);
        error = errno;
        _exit(127);
    }
    assert(waitpid(child, NULL, 0) == child && !error);
    return 0;
}
