/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka check: is there an execution of the program that fails? */
#include <stdlib.h>
#include <string.h>

#include "cli/archive.h"
#include "cli/commands.h"
#include "cli/conclusion.h"
#include "cli/constants.h"
#include "cli/explain.h"
#include "cli/home.h"
#include "cli/keeping.h"
#include "cli/message.h"
#include "cli/option.h"
#include "cli/output.h"
#include "cli/overflow.h"
#include "cli/process.h"
#include "cli/progress.h"
#include "cli/ranks_join.h"
#include "cli/strength.h"
#include "cli/terminal.h"
#include "cli/transcript.h"
#include "cli/uninitialised.h"
#include "cli/written.h"
#include "region/function.h"
#include "region/property.h"
#include "report/claim.h"

/* Where the report goes, and the page and the witness that may be beside it. */
struct outputs {
    struct mz_output report, page, witness;
};

static bool ends_in(const char *name, const char *end)
{
    size_t length = strlen(name), size = strlen(end);

    return length > size && !strcmp(name + length - size, end);
}

/* MZ_FORMAT_COUNT: it is the name of none. */
static enum mz_format_id witness_format(const char *name)
{
    if (ends_in(name, ".graphml"))
        return MZ_FORMAT_graphml;
    return ends_in(name, ".yml") || ends_in(name, ".yaml") ? MZ_FORMAT_witness
                                                           : MZ_FORMAT_COUNT;
}

static bool is_same(const char *a, const char *b)
{
    return a && b && !strcmp(a, b);
}

static int refuse_witness(const struct mz_request *options)
{
    if (is_same(options->witness, options->output) ||
        is_same(options->witness, options->html))
        return mz_refuse("--witness=%s: another option names that file, too",
                         options->witness);
    if (witness_format(options->witness) == MZ_FORMAT_COUNT)
        return mz_refuse("--witness=%s: the name of a witness ends in .yml or "
                         ".graphml",
                         options->witness);
    for (size_t i = 0; i < options->build.count; i++)
        if (options->build.items[i][0] != '-' &&
            !mz_claim_is_c(options->build.items[i]))
            return mz_refuse("--witness=%s: a witness is of source files in C, "
                             "and %s is none",
                             options->witness, options->build.items[i]);
    return 0;
}

static int refuse_outputs(const struct mz_request *options)
{
    if (is_same(options->html, options->output))
        return mz_refuse("--html=%s: --output names that file, too",
                         options->html);
    return options->witness ? refuse_witness(options) : 0;
}

static int open_outputs(struct outputs *outputs,
                        const struct mz_request *options)
{
    int status = refuse_outputs(options);

    if (status)
        return status;
    status = mz_output_open(&outputs->report, "--output", options->output,
                            &options->build);
    if (status)
        return status;
    status = mz_output_open(&outputs->page, "--html", options->html,
                            &options->build);
    if (status) {
        mz_output_cancel(&outputs->report);
        return status;
    }
    status = mz_output_open(&outputs->witness, "--witness", options->witness,
                            &options->build);
    if (status) {
        mz_output_cancel(&outputs->report);
        mz_output_cancel(&outputs->page);
    }
    return status;
}

static void cancel_outputs(struct outputs *outputs)
{
    mz_output_cancel(&outputs->report);
    mz_output_cancel(&outputs->page);
    mz_output_cancel(&outputs->witness);
}

/* The command that replays the first error, and the report that it names; NULL
 * if it cannot be. */
static char *replay_command(const struct mz_report *report,
                            const struct mz_request *options,
                            const char **reported)
{
    static char saved[PATH_MAX];
    const char *path = saved;
    struct mz_arguments words = {0};

    if (report->verdict != MZ_VERDICT_ERROR ||
        !report->region->findings[0].traced)
        return NULL;
    if (options->output && mz_formats[options->format].can_be_replayed)
        path = options->output;
    else if (!mz_archive_save(report, saved))
        return NULL;
    *reported = path;
    mz_arguments_add(&words, report->command[0]);
    mz_arguments_add(&words, "replay");
    mz_arguments_add(&words, path);
    return mz_arguments_text(words.items);
}

static bool is_told(const struct mz_report *report,
                    const struct mz_request *options)
{
    return mz_formats[options->format].tells_failures ||
           (report->verdict != MZ_VERDICT_UNSUPPORTED &&
            report->verdict != MZ_VERDICT_FAILED);
}

static int write_reports(struct outputs *outputs,
                         const struct mz_request *options,
                         const struct mz_report *report)
{
    int failed = 0, page_failed = 0, witness_failed = 0;

    if (is_told(report, options))
        failed = mz_output_write(&outputs->report, report,
                                 &mz_formats[options->format]);
    else
        mz_output_cancel(&outputs->report);
    if (options->html)
        page_failed = mz_output_write(&outputs->page, report,
                                      &mz_formats[MZ_FORMAT_html]);
    if (options->witness)
        witness_failed =
            mz_output_write(&outputs->witness, report,
                            &mz_formats[witness_format(options->witness)]);
    return failed ? failed : page_failed ? page_failed : witness_failed;
}

/* With --expect: the error is what should come out. */
static int status_expected(const struct mz_request *options,
                           const struct mz_result *result)
{
    const struct mz_region *region = result->region;
    uint64_t kind = options->expect - 1;

    if (!options->expect || (result->verdict != MZ_VERDICT_ERROR &&
                             result->verdict != MZ_VERDICT_SAFE))
        return mz_conclusion_status(result->verdict);
    if (result->verdict == MZ_VERDICT_SAFE) {
        mz_note("--expect=%s: no error was found", mz_finding_names[kind]);
        return MZ_EXIT_ERROR;
    }
    for (uint32_t i = 0; i < region->finding_count; i++)
        if (region->findings[i].kind != kind) {
            mz_note("--expect=%s: another error was found",
                    mz_finding_names[kind]);
            return MZ_EXIT_ERROR;
        }
    return MZ_EXIT_SAFE;
}

static int conclude(const struct mz_request *options,
                    const struct mz_subject *subject,
                    const struct mz_result *result,
                    const struct mz_report_strengths *strengths,
                    const struct mz_report_written *written,
                    struct outputs *outputs, char *const *command_line)
{
    struct mz_symbols *symbols = NULL;
    struct mz_memo names = {0};
    struct mz_report report;
    const char *reported = NULL;
    int failed;

    mz_conclusion_report(&report, options, subject, result, command_line);
    report.symbols = &symbols;
    report.names = &names;
    report.strengths = strengths;
    report.written = written;
    report.replay_command = replay_command(&report, options, &reported);
    report.columns = mz_terminal_columns(fileno(outputs->report.file));
    report.has_colours = mz_terminal_has_colours(
        fileno(outputs->report.file), (enum mz_colour_choice)options->colour);
    failed = write_reports(outputs, options, &report);
    if (reported && !failed)
        mz_archive_note_latest(reported);
    mz_conclusion_excuse(&report);
    mz_memo_free(&names);
    mz_symbols_close(symbols);
    return failed ? failed : status_expected(options, result);
}

/* NULL: none were asked for, or there is nothing to be said of them. */
static const struct mz_report_strengths *find_strengths(
    const struct mz_request *options, const struct mz_run *run,
    const struct mz_result *result)
{
    static struct mz_report_strengths found;
    bool is_asked = result->verdict == MZ_VERDICT_ERROR
                        ? options->suggest_orders
                        : options->relax;

    return is_asked && mz_strength_search(run, result, &found) ? &found : NULL;
}

/* Of a program that calls mz_check, and waits for us. */
static int server(void)
{
    const char *descriptor = getenv(MZ_SERVER_VARIABLE);

    return descriptor ? atoi(descriptor) : 0;
}

static int check(const struct mz_request *options, struct mz_subject *subject,
                 const struct mz_suppressions *suppressions,
                 const struct mz_keeping *keeping,
                 const struct mz_resumed *resumed, struct mz_ranks *ranks,
                 struct outputs *outputs, char *const *command_line)
{
    const struct mz_report_strengths *strengths = NULL;
    static struct mz_written written;
    struct mz_result result = {0};
    struct mz_run run = {
        .executable = subject->executable,
        .argv = subject->argv.items,
        .timeout = options->timeout,
        .watchdog = options->watchdog,
        .trust = options->trust,
        .may_change_algorithm = !mz_options_name_algorithm(options) &&
                                !mz_options_have_weak_memory(options),
        .shows_progress = !options->quiet && mz_progress_is_wanted(),
        .verbose = options->verbose,
        .explained = (uint32_t)options->explained,
        .janitor = &subject->janitor,
        .keeping = keeping->path ? keeping : NULL,
        .continues = resumed ? &resumed->state : NULL,
        .ranks = ranks,
        .server = server(),
        .lasts = options->timeout ? 0 : mz_progress_patience(),
    };
    int status;

    if (options->preload && !(run.preload = mz_home_library()))
        return MZ_EXIT_FAILED;
    if (options->suppressions)
        run.suppressions = suppressions;
    mz_options_settings(options, &run.settings);
    run.settings.overflow_folded =
        options->property == MZ_PROPERTY_NO_OVERFLOW && !mz_overflow_is_seen();
    run.settings.uninitialised = mz_uninitialised_reads(options);
    run.settings.hides_locals = subject->hides_locals;
    run.settings.strengths.is_wanted =
        options->suggest_orders || options->relax;
    mz_constants_find(&options->build, &run.settings.wide);
    status = mz_supervise(&run, &result);
    mz_ranks_leave(ranks); /* what follows is told by one */
    run.ranks = NULL;
    if (!status) {
        if (mz_written_look(&written, &run, &result, options, command_line)) {
            options = &written.options;
            command_line = written.command.items;
        }
        mz_explain_errors(&run, &result);
        strengths = find_strengths(options, &run, &result);
    }
    mz_process_release_signals();
    if (status) {
        cancel_outputs(outputs);
        return status;
    }
    status = conclude(options, subject, &result, strengths, &written.told,
                      outputs, command_line);
    mz_keeping_conclude(keeping, &result, options->quiet);
    mz_explain_release(&result);
    mz_transcript_release(result.region);
    return status;
}

/* Ranks have no such limit; that of the command that has begun the search was
 * its own. */
static void unlimit_executions(struct mz_request *options)
{
    options->given &= ~(1ull << MZ_ID_max_executions);
    options->max_executions = 0;
}

int mz_check_words(int argc, char **argv, const struct mz_resumed *resumed,
                   struct mz_ranks *ranks, char *const *command_line)
{
    struct mz_request options;
    struct mz_subject subject;
    struct mz_suppressions suppressions = {0};
    struct mz_keeping keeping;
    struct outputs outputs;
    struct mz_arguments words = {0};
    int status;

    mz_arguments_add_all(&words, argv + 1); /* parsing takes them apart */
    status = mz_options_parse(&options, argc, argv);
    if (!status)
        status = mz_keeping_settle(&keeping, &options, &words, resumed);
    if (!status && ranks && resumed && !resumed->is_limited)
        unlimit_executions(&options);
    if (!status && ranks)
        status = mz_ranks_refuse(&options);
    if (!status && options.suppressions)
        status = mz_suppressions_load(&suppressions, options.suppressions);
    if (status)
        return status;
    status = open_outputs(&outputs, &options);
    if (status)
        return status;
    mz_process_hold_signals();
    status = mz_subject_prepare(&subject, &options);
    if (status) {
        cancel_outputs(&outputs);
        return status;
    }
    if (ranks)
        mz_ranks_tell(ranks, words.items);
    status = check(&options, &subject, &suppressions, &keeping, resumed, ranks,
                   &outputs, command_line);
    mz_subject_release(&subject);
    return status;
}

int mz_check_serve(struct mz_ranks *ranks, char *command)
{
    struct mz_arguments words = {0};
    struct mz_request options;
    struct mz_subject subject;
    struct mz_result result = {0};
    struct mz_run run = {
        .janitor = &subject.janitor,
        .ranks = ranks,
    };
    int status;

    mz_arguments_add(&words, command);
    if (!mz_ranks_hear(ranks, &words)) {
        mz_ranks_leave(ranks);
        return 0;
    }
    status = mz_options_parse(&options, (int)words.count, words.items);
    if (status)
        return status;
    options.quiet = true;
    mz_process_hold_signals();
    status = mz_subject_prepare(&subject, &options);
    if (status)
        return status;
    run.executable = subject.executable;
    run.argv = subject.argv.items;
    run.watchdog = options.watchdog;
    if (options.preload && !(run.preload = mz_home_library()))
        return MZ_EXIT_FAILED;
    status = mz_supervise(&run, &result);
    mz_subject_release(&subject);
    if (!status)
        mz_ranks_leave(ranks);
    return status;
}

int mz_command_check(int argc, char **argv, char *const *command_line)
{
    struct mz_ranks *ranks = mz_ranks_join();
    int status;

    if (ranks && !mz_ranks_is_first(ranks))
        return mz_check_serve(ranks, argv[0]);
    status = mz_check_words(argc, argv, NULL, ranks, command_line);
    mz_ranks_leave(ranks);
    return status;
}
