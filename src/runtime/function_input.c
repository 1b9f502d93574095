/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* memfd_create */
#include "runtime/function_input.h"

#include <fcntl.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/format.h"

static bool can_be_read_once(int file)
{
    struct stat status;

    return !fstat(file, &status) &&
           (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode));
}

int mz_function_input_keep(void)
{
    return can_be_read_once(STDIN_FILENO)
               ? memfd_create("stdin", MFD_CLOEXEC | MFD_ALLOW_SEALING)
               : -1;
}

/* It is sealed when the pipe has been read. */
void mz_function_input_put_back(int kept)
{
    int flags = fcntl(STDIN_FILENO, F_GETFD), again;
    char path[32];

    if (kept < 0)
        return;
    mz_format(path, sizeof path, "/proc/self/fd/%d", kept);
    again = fcntl(kept, F_GET_SEALS) & F_SEAL_WRITE
                ? open(path, O_RDONLY | O_CLOEXEC)
                : -1;
    close(kept);
    if (again < 0)
        return;
    dup3(again, STDIN_FILENO, flags & FD_CLOEXEC ? O_CLOEXEC : 0);
    close(again);
}
