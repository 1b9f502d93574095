/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* O_TMPFILE, asprintf */
#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/message.h"

static int refuse(const char *path)
{
    return mz_refuse("cannot write %s: %s", path, strerror(errno));
}

static bool is_same(const struct stat *a, const char *path)
{
    struct stat b;

    return stat(path, &b) == 0 && a->st_dev == b.st_dev &&
           a->st_ino == b.st_ino;
}

/* The report must not take the place of what it is about. */
static int refuse_input(const char *option, const char *path,
                        const struct mz_arguments *build)
{
    struct stat status;

    if (stat(path, &status) != 0)
        return 0;
    for (size_t i = 0; build && i < build->count; i++)
        if (is_same(&status, build->items[i]))
            return mz_refuse("%s=%s: that file is to be checked", option, path);
    return 0;
}

/* ---- a draft ------------------------------------------------------------- */

/* The file that the path is, or would be: not the link that leads there. NULL:
 * there is no telling. */
static char *target_of(const char *path)
{
    struct stat status;

    if (stat(path, &status) == 0)
        return S_ISREG(status.st_mode) ? realpath(path, NULL) : NULL;
    if (errno != ENOENT || lstat(path, &status) == 0)
        return NULL;
    return strdup(path);
}

static void forget_draft(struct mz_output *output)
{
    free(output->target);
    free(output->draft);
    output->target = output->draft = NULL;
}

/* Without a name, so that nothing is left whatever ends us; else with that of
 * the draft. A descriptor, or -1. */
static int create_draft(struct mz_output *output)
{
    char *path = strdup(output->target);
    int file;

    if (!path)
        return -1;
    file = open(dirname(path), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    free(path);
    if (file >= 0)
        return file;
    output->is_named = true;
    return open(output->draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

/* NULL: there is no memory. A report may be written by several at once; a
 * search is one, and a draft of its that has the name already was left by who
 * was killed. */
static char *name_of_draft(const struct mz_output *output)
{
    char *name = NULL;
    int length =
        output->is_search
            ? asprintf(&name, "%s.mazurka-draft", output->target)
            : asprintf(&name, "%s.%d", output->target, getpid());

    if (length < 0)
        return NULL;
    if (output->is_search)
        unlink(name);
    return name;
}

/* -1: it is to be written in place. */
static int open_draft(struct mz_output *output, const char *path)
{
    struct stat status;
    int file = -1;

    output->target = target_of(path);
    if (output->target)
        output->draft = name_of_draft(output);
    if (output->draft && (access(path, F_OK) != 0 || access(path, W_OK) == 0))
        file = create_draft(output);
    if (file < 0)
        forget_draft(output);
    else if (stat(path, &status) == 0)
        fchmod(file, status.st_mode & 07777);
    return file;
}

/* It takes the place of what has the name; 0, or -errno. */
static int publish(struct mz_output *output)
{
    char path[64];
    int failed = 0;

    snprintf(path, sizeof path, "/proc/self/fd/%d", fileno(output->file));
    if (!output->is_named &&
        linkat(AT_FDCWD, path, AT_FDCWD, output->draft, AT_SYMLINK_FOLLOW))
        return -errno;
    if (rename(output->draft, output->target)) {
        failed = -errno;
        unlink(output->draft);
    }
    return failed;
}

/* ---- what the commands call ---------------------------------------------- */

static int open_path(struct mz_output *output, const char *path)
{
    int file = open_draft(output, path);

    if (file < 0)
        file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0)
        return refuse(path);
    output->file = fdopen(file, "w");
    return output->file ? 0 : refuse(path);
}

int mz_output_open(struct mz_output *output, const char *option,
                   const char *path, const struct mz_arguments *build)
{
    int refused = path ? refuse_input(option, path, build) : 0;

    *output = (struct mz_output){.path = path, .file = path ? NULL : stdout};
    return refused || !path ? refused : open_path(output, path);
}

int mz_output_open_search(struct mz_output *output, const char *path)
{
    *output = (struct mz_output){.path = path, .is_search = true};
    return open_path(output, path);
}

static int say_failure(const struct mz_output *output, int error)
{
    return mz_failed("cannot write %s%s: %s",
                     output->is_search ? "" : "the report to ",
                     output->path ? output->path : "standard output",
                     strerror(error));
}

static int fail(struct mz_output *output, int error)
{
    int status = say_failure(output, error);

    mz_output_cancel(output);
    return status;
}

int mz_output_write(struct mz_output *output, const struct mz_report *report,
                    const struct mz_format *format)
{
    struct stat status;
    int file = fileno(output->file);
    int failed;

    if (output->path && !output->target && fstat(file, &status) == 0 &&
        S_ISREG(status.st_mode) && ftruncate(file, 0) != 0)
        return fail(output, errno);
    failed = mz_format_write(format, report, output->file);
    return failed ? fail(output, -failed) : mz_output_commit(output);
}

int mz_output_commit(struct mz_output *output)
{
    int failed = 0;

    if (fflush(output->file) != 0 || ferror(output->file))
        return fail(output, errno ? errno : EIO);
    if (output->target)
        failed = publish(output);
    if (failed)
        return fail(output, -failed);
    forget_draft(output);
    if (fclose(output->file) != 0)
        return say_failure(output, errno);
    return 0;
}

void mz_output_cancel(struct mz_output *output)
{
    if (!output->path)
        return;
    fclose(output->file);
    if (output->is_named && output->draft)
        unlink(output->draft);
    forget_draft(output);
}
