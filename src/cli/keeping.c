/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "cli/keeping.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/inspect.h"
#include "cli/message.h"
#include "cli/option.h"
#include "cli/option_value.h"
#include "cli/output.h"
#include "explore/algorithm.h"
#include "region/function.h"

/* What is behind the last colon, if it is a time. */
static void split(struct mz_keeping *keeping, const char *value)
{
    char *path = strdup(value), *colon = path ? strrchr(path, ':') : NULL;

    if (!path)
        mz_out_of_memory();
    if (colon && mz_option_value_seconds(colon + 1, &keeping->period))
        *colon = '\0';
    keeping->path = path;
}

/* A file of something else must not be lost; and that it cannot be written is
 * said at once. */
static int refuse_file(const char *path)
{
    struct mz_output output;
    int status;

    status = mz_search_state_refuse_file(path);
    if (status)
        return status;
    status = mz_output_open_search(&output, path);
    if (!status)
        mz_output_cancel(&output);
    return status;
}

/* The search must be one that can be cut up; and a program that is built anew
 * each time is never the same. */
static int refuse_search(const struct mz_request *options)
{
    const struct mz_algorithm_entry *entry = &mz_algorithms[options->algorithm];
    const char *program = options->build.items[0];

    if (!mz_algorithm_can(entry, MZ_ABILITY_JOBS) ||
        mz_algorithm_samples(entry))
        return mz_refuse("--checkpoint is not for --algorithm=%s: it is for "
                         "pop and trust",
                         entry->name);
    if (getenv(MZ_SERVER_VARIABLE))
        return mz_refuse("--checkpoint is not for mz_check");
    if (options->build.count > 1 || mz_inspect_is_source(program) ||
        mz_inspect_is_linked(program))
        return mz_refuse("--checkpoint is for a program that stays: build it "
                         "with 'mazurka cc' first");
    return 0;
}

int mz_keeping_settle(struct mz_keeping *keeping,
                      const struct mz_request *options,
                      const struct mz_arguments *words,
                      const struct mz_resumed *resumed)
{
    static struct mz_search_origin origin;
    int status = 0;

    memset(keeping, 0, sizeof *keeping);
    if (!options->checkpoint || !options->build.count)
        return 0; /* nothing to check: that is refused elsewhere */
    split(keeping, options->checkpoint);
    if (resumed && !resumed->is_moved)
        keeping->path = resumed->file;
    status = refuse_search(options);
    if (!status)
        status = refuse_file(keeping->path);
    if (status)
        return status;
    if (resumed) {
        keeping->origin = &resumed->origin;
        return 0;
    }
    origin.words = *words;
    mz_arguments_add_all(&origin.environment, environ);
    origin.folder = getcwd(NULL, 0);
    if (!origin.folder)
        return mz_failed("cannot tell the folder: %s", strerror(errno));
    keeping->origin = &origin;
    return 0;
}

void mz_keeping_conclude(const struct mz_keeping *keeping,
                         const struct mz_result *result, bool is_quiet)
{
    if (!keeping->path)
        return;
    if (result->is_kept && result->is_over && !is_quiet)
        mz_note("%s is a part of a search, and explored to its end: bring all "
                "parts together with 'mazurka merge'",
                keeping->path);
    else if (result->is_kept && !is_quiet)
        mz_note("what is left to explore is in %s: go on with 'mazurka resume "
                "%s'",
                keeping->path, keeping->path);
    else if (!result->is_kept && result->is_over)
        unlink(keeping->path);
}
