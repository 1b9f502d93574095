/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/conclusion.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/message.h"
#include "config.h"
#include "report/refusal.h"

static const char *first_set(const char *variable, const char *other)
{
    const char *value = getenv(variable);

    return value ? value : getenv(other);
}

static const char *current_folder(void)
{
    static char folder[PATH_MAX];

    return getcwd(folder, sizeof folder) ? folder : ".";
}

static const char *absolute(const char *path)
{
    static char resolved[PATH_MAX];

    return realpath(path, resolved) ? resolved : path;
}

void mz_conclusion_report(struct mz_report *report,
                          const struct mz_request *options,
                          const struct mz_subject *subject,
                          const struct mz_result *result,
                          char *const *command_line)
{
    static char *const none[] = {NULL};
    struct mz_report_option *told;

    *report = (struct mz_report){
        .region = result->region,
        .told = result->told,
        .verdict = result->verdict,
        .version = MZ_VERSION,
        .program = subject->name,
        .executable = absolute(subject->executable),
        .program_hash = subject->hash,
        .command = command_line,
        .inputs = subject->inputs.items,
        .input_count = subject->inputs.count,
        .arguments = options->arguments.items ? options->arguments.items : none,
        .cwd = current_folder(),
        .cc = first_set("MAZURKA_CC", "CC"),
        .cxx = first_set("MAZURKA_CXX", "CXX"),
        .seconds = result->seconds,
        .max_rss_kb = result->max_rss_kb,
        .verbose = options->verbose,
        .quiet = options->quiet,
    };
    report->option_count = mz_options_told(options, &told);
    report->options = told;
    for (size_t i = 0; i < report->option_count; i++) {
        if (!strcmp(told[i].name, "algorithm"))
            report->algorithm = told[i].value = result->algorithm;
        if (!strcmp(told[i].name, "dependence"))
            report->dependence = told[i].value;
    }
}

/* Where the call is that was met, what it is, what to use in its place. */
static void tell_refusal(const struct mz_report *report)
{
    struct mz_narrator narrator;

    if (!mz_narrator_open(&narrator, report))
        mz_out_of_memory();
    mz_refusal_print(&narrator, "mazurka: ", stderr);
    mz_narrator_close(&narrator);
}

void mz_conclusion_excuse(const struct mz_report *report)
{
    if (report->region->status == MZ_STATUS_UNSUPPORTED)
        tell_refusal(report);
    else if (report->region->status == MZ_STATUS_FAILED)
        mz_note("%s", report->region->message);
}

int mz_conclusion_status(enum mz_verdict verdict)
{
    static const int statuses[MZ_VERDICTS] = {
        [MZ_VERDICT_SAFE] = MZ_EXIT_SAFE,
        [MZ_VERDICT_ERROR] = MZ_EXIT_ERROR,
        [MZ_VERDICT_INCOMPLETE] = MZ_EXIT_INCOMPLETE,
        [MZ_VERDICT_UNSUPPORTED] = MZ_EXIT_USAGE,
        [MZ_VERDICT_FAILED] = MZ_EXIT_FAILED,
    };

    return statuses[verdict];
}
