/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
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
static int refuse_input(const char *path, const struct mz_arguments *build)
{
    struct stat status;

    if (stat(path, &status) != 0)
        return 0;
    for (size_t i = 0; i < build->count; i++)
        if (is_same(&status, build->items[i]))
            return mz_refuse("--output=%s: that file is to be checked", path);
    return 0;
}

int mz_output_open(struct mz_output *output, const struct mz_options *options)
{
    const char *path = options->output;
    int refused, file;

    memset(output, 0, sizeof *output);
    output->path = path;
    if (!path) {
        output->file = stdout;
        return 0;
    }
    refused = refuse_input(path, &options->build);
    if (refused)
        return refused;
    output->is_new = access(path, F_OK) != 0;
    file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0)
        return refuse(path);
    output->file = fdopen(file, "w");
    return output->file ? 0 : refuse(path);
}

static int say_failure(const struct mz_output *output, int error)
{
    return mz_failed("cannot write the report to %s: %s",
                     output->path ? output->path : "standard output",
                     strerror(error));
}

int mz_output_write(struct mz_output *output, const struct mz_report *report,
                    const struct mz_format *format)
{
    struct stat status;
    int file = fileno(output->file);
    int failed;

    if (output->path && fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
        ftruncate(file, 0) != 0)
        return say_failure(output, errno);
    failed = mz_format_write(format, report, output->file);
    if (failed)
        return say_failure(output, -failed);
    if (fclose(output->file) != 0)
        return say_failure(output, errno);
    return 0;
}

void mz_output_cancel(struct mz_output *output)
{
    if (!output->path)
        return;
    fclose(output->file);
    if (output->is_new)
        unlink(output->path);
}
