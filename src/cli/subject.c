/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/subject.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/compile.h"
#include "cli/inspect.h"
#include "cli/message.h"

/* The items of the command line, by what they are. */
struct inventory {
    const char *first_file;
    const char *second_file;
    const char *first_flag;
    const char *other_file; /* neither source nor to be linked */
    bool has_sources;       /* or objects */
    bool has_language;      /* -x: any file is a source */
};

static void count_in(struct inventory *inventory, const char *item)
{
    bool is_linked = mz_inspect_is_linked(item);
    bool is_source = mz_inspect_is_source(item);

    if (item[0] == '-') {
        if (!inventory->first_flag)
            inventory->first_flag = item;
        inventory->has_language |= item[1] == 'x';
        return;
    }
    if (!inventory->first_file)
        inventory->first_file = item;
    else if (!inventory->second_file)
        inventory->second_file = item;
    if (!is_linked && !is_source)
        inventory->other_file = item;
    if (is_source || (is_linked && !strstr(item, ".so")))
        inventory->has_sources = true;
}

static int refuse_missing(const struct mz_arguments *build)
{
    for (size_t i = 0; i < build->count; i++) {
        const char *item = build->items[i];
        struct stat status;

        if (item[0] == '-')
            continue;
        if (stat(item, &status) != 0)
            return mz_refuse("%s: %s", item, strerror(errno));
        if (S_ISDIR(status.st_mode))
            return mz_refuse("%s is a directory: name a program or source "
                             "files",
                             item);
    }
    return 0;
}

static int refuse_program(const struct inventory *inventory)
{
    if (inventory->second_file)
        return mz_refuse("%s: arguments of the program go after --",
                         inventory->second_file);
    if (inventory->first_flag)
        return mz_refuse("%s is for compiling, but %s is no source file",
                         inventory->first_flag, inventory->first_file);
    return 0;
}

static int inspect(struct mz_subject *subject, const struct mz_request *options)
{
    bool instrumented;
    int status = mz_inspect(subject->executable, options->preload,
                            &subject->hash, &instrumented);

    if (!status && !instrumented && !options->preload && !options->quiet)
        mz_note("warning: nothing in %s was compiled with 'mazurka cc': only "
                "its calls of pthread functions are seen",
                subject->name);
    return status;
}

/* As a shell would find it. */
static bool find_in_path(struct mz_subject *subject, const char *name)
{
    const char *path = getenv("PATH");

    for (; path && *path; path += path[strcspn(path, ":")] == ':') {
        int length = (int)strcspn(path, ":");

        snprintf(subject->executable, sizeof subject->executable, "%.*s/%s",
                 length, path, name);
        if (length > 0 && access(subject->executable, X_OK) == 0)
            return true;
        path += length;
    }
    return false;
}

static void take_program(struct mz_subject *subject, const char *file)
{
    snprintf(subject->executable, sizeof subject->executable, "%s%s",
             strchr(file, '/') ? "" : "./", file);
}

static int build(struct mz_subject *subject, const struct mz_request *options)
{
    int status = mz_inputs_read(&subject->inputs, &options->build);

    if (!status && !mz_janitor_start(&subject->janitor, true))
        status = MZ_EXIT_FAILED;
    if (status) {
        mz_inputs_release(&subject->inputs);
        return status;
    }
    status = mz_compile(options, &subject->janitor, subject->executable,
                        &subject->hides_locals);
    if (!status)
        status = inspect(subject, options);
    if (status)
        mz_subject_release(subject);
    return status;
}

static int find(struct mz_subject *subject, const struct mz_request *options,
                const struct inventory *inventory)
{
    bool with_folder = !options->share_files && mz_janitor_has_place();
    int status = refuse_program(inventory);

    if (status)
        return status;
    if (!options->preload || strchr(inventory->first_file, '/') ||
        access(inventory->first_file, F_OK) == 0 ||
        !find_in_path(subject, inventory->first_file))
        take_program(subject, inventory->first_file);
    subject->hides_locals = true;
    status = inspect(subject, options);
    /* Who changes no files needs no folder. */
    if (!status && !mz_janitor_start(&subject->janitor, with_folder))
        status = MZ_EXIT_FAILED;
    return status;
}

int mz_subject_prepare(struct mz_subject *subject,
                       const struct mz_request *options)
{
    struct inventory inventory = {0};
    bool is_build;
    int status;

    memset(subject, 0, sizeof *subject);
    for (size_t i = 0; i < options->build.count; i++)
        count_in(&inventory, options->build.items[i]);
    if (!inventory.first_file)
        return mz_refuse("nothing to check: name source files, or a program "
                         "built with 'mazurka cc'");
    is_build = inventory.has_sources || inventory.has_language;
    if (is_build && options->preload)
        return mz_refuse("--preload is for a program that was built without "
                         "mazurka, not for source files");
    if (is_build && inventory.other_file && !inventory.has_language)
        return mz_refuse("%s is neither a source file nor an object; "
                         "arguments of the program go after --",
                         inventory.other_file);
    if (is_build)
        status = refuse_missing(&options->build);
    else
        status = 0;
    if (status)
        return status;
    subject->name = inventory.first_file;
    status =
        is_build ? build(subject, options) : find(subject, options, &inventory);
    mz_arguments_add(&subject->argv, subject->executable);
    mz_arguments_add_all(&subject->argv, options->arguments.items);
    return status;
}

void mz_subject_release(struct mz_subject *subject)
{
    mz_inputs_release(&subject->inputs);
    mz_janitor_dismiss(&subject->janitor);
}
