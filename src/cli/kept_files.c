/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* nftw */
#include "cli/kept_files.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/message.h"

int mz_kept_files_open(const char *folder)
{
    int descriptor;

    if (mkdir(folder, 0777) != 0) {
        mz_note("--keep-files=%s: %s; name a new folder", folder,
                strerror(errno));
        return -1;
    }
    descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        mz_note("--keep-files=%s: %s", folder, strerror(errno));
    return descriptor;
}

/* nftw passes nothing on. */
static int target;
static size_t prefix;
static unsigned file_count;

static int copy_file(const char *path, const char *name, mode_t mode)
{
    int from = open(path, O_RDONLY | O_CLOEXEC);
    int to = openat(target, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                    mode | S_IWUSR);
    ssize_t size = from < 0 || to < 0 ? -1 : 1;

    while (size > 0)
        size = sendfile(to, from, NULL, 1 << 20);
    if (from >= 0)
        close(from);
    if (to >= 0 && close(to) != 0)
        size = -1;
    return (int)size;
}

static int copy_link(const char *path, const char *name)
{
    char text[PATH_MAX];
    ssize_t length = readlink(path, text, sizeof text - 1);

    if (length < 0)
        return -1;
    text[length] = '\0';
    return symlinkat(text, target, name);
}

static int copy(const char *path, const struct stat *status, int kind,
                struct FTW *walk)
{
    const char *name = path + prefix;

    (void)kind, (void)walk;
    if (!*name)
        return 0;
    if (S_ISDIR(status->st_mode))
        return mkdirat(target, name + 1, 0777);
    file_count++;
    if (S_ISLNK(status->st_mode))
        return copy_link(path, name + 1);
    return S_ISREG(status->st_mode) ? copy_file(path, name + 1, status->st_mode)
                                    : 0;
}

int mz_kept_files_take(int descriptor, const char *folder, const char *from)
{
    int failed = 0;

    target = descriptor;
    prefix = strlen(from);
    file_count = 0;
    if (access(from, F_OK) == 0)
        failed = nftw(from, copy, 16, FTW_PHYS);
    close(descriptor);
    if (failed)
        return mz_failed("--keep-files=%s: %s", folder, strerror(errno));
    mz_note("%u file%s in %s", file_count, file_count == 1 ? "" : "s", folder);
    return 0;
}
