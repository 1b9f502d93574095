/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* memfd_create */
#include "cli/inherited.h"

#include <fcntl.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LOOKED_AT = 64 };

static bool is_known;
static off_t positions[LOOKED_AT]; /* -1: none that is handed on */

static off_t position_of(int file)
{
    int flags = fcntl(file, F_GETFD);
    struct stat status;

    if (flags < 0 || flags & FD_CLOEXEC || fstat(file, &status) ||
        !S_ISREG(status.st_mode))
        return -1;
    return lseek(file, 0, SEEK_CUR);
}

/* Output goes on where it was. */
void mz_inherited_rewind(void)
{
    for (int file = 0; file < LOOKED_AT; file++) {
        if (!is_known)
            positions[file] = file == STDOUT_FILENO || file == STDERR_FILENO
                                  ? -1
                                  : position_of(file);
        if (positions[file] >= 0)
            lseek(file, positions[file], SEEK_SET);
    }
    is_known = true;
}

int mz_inherited_input(void)
{
    static int input = -1;
    struct stat status;

    if (input < 0 && !fstat(STDIN_FILENO, &status) &&
        (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode)))
        input = memfd_create("stdin", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    return input;
}
