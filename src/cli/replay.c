/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka replay: the execution of a report once more, with its output. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/archive.h"
#include "cli/commands.h"
#include "cli/conclusion.h"
#include "cli/debugger.h"
#include "cli/explain.h"
#include "cli/few_options.h"
#include "cli/home.h"
#include "cli/kept_files.h"
#include "cli/message.h"
#include "cli/process.h"
#include "cli/prune.h"
#include "cli/terminal.h"
#include "cli/transcript.h"
#include "report/format.h"
#include "report/refusal.h"

struct replay {
    const char *path; /* of the report */
    char absolute[PATH_MAX];
    const char *keep_files; /* folder for them; NULL: they go */
    int kept_files;         /* the same, a descriptor */
    bool in_gdb;
    char *const *gdb_options; /* of the user */
    uint64_t at; /* it stops before this step; 0: nowhere */
    uint32_t error; /* which one of the report, from 1 */
    struct mz_replay_request request;
    struct mz_request options; /* of the check */
    struct mz_subject subject;
    struct mz_suppressions suppressions;
};

/* ---- the command line ---------------------------------------------------- */

enum { AT, GDB, ERROR, KEEP_FILES };

static const struct mz_few_option options[] = {
    [AT] = {.name = "at",
            .value = "STEP",
            .completes = "",
            .help = "Stop before this step, and tell what each thread is about "
                    "to do"},
    [GDB] = {.name = "gdb",
             .help = "Run it under gdb, which gets each OPTION after --, and "
                     "stops at the failing step, with --at before that, too; "
                     "'help mz' there tells what else can be done"},
    [ERROR] = {.name = "error",
               .value = "N",
               .completes = "",
               .help = "Which of several errors ('check --keep-going'), from "
                       "1; default: 1"},
    [KEEP_FILES] = {.name = "keep-files",
                    .value = "DIR",
                    .completes = "_files -/",
                    .help = "Put the files that the program wrote into this "
                            "new folder"},
    {0},
};

const struct mz_few_options mz_replay_options = {
    .command = "replay",
    .synopsis = "replay [REPORT] [--at=STEP] [--error=N] [--keep-files=DIR]\n"
                "       mazurka replay [REPORT] --gdb [--at=STEP] [--error=N] "
                "[-- OPTION...]",
    .about = "Runs the execution of a saved report again, with its output; "
             "without REPORT, of the latest one.",
    .after = "Exit status: 42 the error showed up again, 1 it did not, 0 it "
             "was stopped at STEP, 2 the report is stale or damaged.",
    .options = options,
};

static bool parse_step(const char *text, uint64_t *step)
{
    char *end;

    errno = 0;
    *step = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && !*end && !errno && *step;
}

static bool parse_error(const char *text, uint32_t *error)
{
    uint64_t number;

    if (!parse_step(text, &number) || number > MZ_MAX_FINDINGS)
        return false;
    *error = number;
    return true;
}

/* Without a name it is the report that was written last. */
static int take_latest(struct replay *replay)
{
    static char latest[PATH_MAX];

    if (!mz_archive_latest(latest))
        return mz_refuse("no check has kept a report yet, name one: mazurka "
                         "replay REPORT");
    replay->path = latest;
    mz_note("replaying %s", latest);
    return 0;
}

static int take(struct replay *replay, int option, struct mz_few_words *words)
{
    const char *value = words->value;

    if (option == AT && !parse_step(value, &replay->at))
        return mz_refuse("--at=%s: the number of a step, from 1, as the report "
                         "has it",
                         value);
    if (option == ERROR && !parse_error(value, &replay->error))
        return mz_refuse("--error=%s: the number of an error, from 1 to %d, as "
                         "the report has it",
                         value, MZ_MAX_FINDINGS);
    if (option == MZ_FEW_WORD && replay->path)
        return mz_refuse("%s: one report is enough: try 'mazurka replay "
                         "--help'",
                         value);
    if (option == MZ_FEW_WORD)
        replay->path = value;
    if (option == KEEP_FILES)
        replay->keep_files = value;
    if (option == GDB)
        replay->in_gdb = true;
    if (option == MZ_FEW_REST) {
        replay->gdb_options = words->argv + words->at;
        words->at = words->argc;
    }
    return 0;
}

static int parse(struct replay *replay, struct mz_few_words *words)
{
    int status = 0, option;

    while (!status && (option = mz_few_words_next(words)) != MZ_FEW_END) {
        if (option == MZ_FEW_HELP)
            exit(mz_few_options_help(&mz_replay_options));
        status = option == MZ_FEW_REFUSED ? words->status
                                          : take(replay, option, words);
    }
    if (status)
        return status;
    if (replay->gdb_options && !replay->in_gdb)
        return mz_refuse("--: what follows is for gdb, use --gdb, too; the "
                         "program's arguments are in the report");
    return replay->path ? 0 : take_latest(replay);
}

/* ---- the report ---------------------------------------------------------- */

static void restore_variable(const char *name, const char *other,
                             const char *value)
{
    unsetenv(other);
    if (value)
        setenv(name, value, true);
    else
        unsetenv(name);
}

static int load(struct replay *replay)
{
    struct mz_replay_request *request = &replay->request;
    char error[512];

    if (!realpath(replay->path, replay->absolute) ||
        access(replay->path, R_OK) != 0)
        return mz_refuse("%s: %s", replay->path, strerror(errno));
    mz_prune_hold(replay->path);
    if (!mz_report_load(replay->path, replay->error, request, error,
                        sizeof error))
        return replay->error > 1
                   ? mz_refuse("%s: --error=%u: %s", replay->path,
                               replay->error, error)
                   : mz_refuse("%s is no report that can be replayed: %s",
                               replay->path, error);
    if (!request->command[0] || !request->command[1] ||
        strcmp(request->command[1], "check"))
        return mz_refuse("%s is no report that can be replayed: its command is "
                         "not 'mazurka check'",
                         replay->path);
    return 0;
}

/* To where the check was made, with the same compilers. */
static int go_back(const struct replay *replay)
{
    const struct mz_replay_request *request = &replay->request;

    if (chdir(request->cwd) != 0)
        return mz_refuse("%s: cannot go to %s, where the check ran: %s",
                         replay->path, request->cwd, strerror(errno));
    restore_variable("MAZURKA_CC", "CC", request->cc);
    restore_variable("MAZURKA_CXX", "CXX", request->cxx);
    return 0;
}

static int parse_check(struct replay *replay)
{
    struct mz_arguments words = {0};

    mz_arguments_add(&words, "mazurka check");
    mz_arguments_add_all(&words, replay->request.command + 2);
    return mz_options_parse(&replay->options, (int)words.count, words.items);
}

static int refuse_stale(const struct replay *replay, const char *why)
{
    return mz_refuse("%s is stale: %s; run '%s' again", replay->path, why,
                     mz_arguments_text(replay->request.command));
}

static int prepare(struct replay *replay)
{
    int status = load(replay);

    if (!status && replay->keep_files &&
        (replay->kept_files = mz_kept_files_open(replay->keep_files)) < 0)
        status = MZ_EXIT_USAGE;
    if (!status)
        status = go_back(replay);
    if (!status)
        status = parse_check(replay);
    if (!status && replay->options.suppressions)
        status = mz_suppressions_load(&replay->suppressions,
                                      replay->options.suppressions);
    if (!status)
        status = mz_subject_prepare(&replay->subject, &replay->options);
    if (!status && replay->keep_files && replay->options.share_files) {
        mz_subject_release(&replay->subject);
        return mz_refuse("--keep-files: with --share-files they are where the "
                         "program writes them");
    }
    if (status || replay->subject.hash == replay->request.program_hash)
        return status;
    mz_subject_release(&replay->subject);
    return refuse_stale(replay, "the program has changed since");
}

/* ---- the run ------------------------------------------------------------- */

/* They are left there by the last execution. */
static int keep_files(const struct replay *replay)
{
    char from[PATH_MAX + 16];

    if (!replay->keep_files)
        return 0;
    snprintf(from, sizeof from, "%s/files-0", replay->subject.janitor.folder);
    return mz_kept_files_take(replay->kept_files, replay->keep_files, from);
}

/* It has stopped where it was to. */
static int tell_stop(struct mz_report *report)
{
    report->is_replay = true;
    if (mz_report_text(report, stdout) != 0)
        return mz_failed("cannot write to standard output");
    return 0;
}

static int refuse_step(const struct replay *replay,
                       const struct mz_account *account)
{
    return mz_refuse("--at=%llu: the execution has %llu steps",
                     (unsigned long long)replay->at,
                     (unsigned long long)account->step_count +
                         account->steps_left_out);
}

static int judge(const struct replay *replay, const struct mz_result *result,
                 char *const *command_line)
{
    const struct mz_finding *told = &replay->request.finding;
    const struct mz_finding *found = &result->region->findings[0];
    struct mz_report report;

    if (result->region->status == MZ_STATUS_STALE)
        return refuse_stale(replay, "its schedule does not fit the program");
    mz_conclusion_report(&report, &replay->options, &replay->subject, result,
                         command_line);
    report.columns = mz_terminal_columns(STDOUT_FILENO);
    report.has_colours = mz_terminal_has_colours(STDOUT_FILENO, MZ_COLOUR_AUTO);
    mz_conclusion_excuse(&report);
    if (result->region->has_cut)
        return tell_stop(&report);
    if (replay->at && result->verdict == MZ_VERDICT_SAFE)
        return refuse_step(replay, &result->region->account);
    if (result->verdict == MZ_VERDICT_SAFE ||
        result->verdict == MZ_VERDICT_INCOMPLETE)
        return mz_failed("the error of %s did not show up again: %s",
                         replay->path, replay->request.message);
    if (result->verdict == MZ_VERDICT_ERROR) {
        report.is_replay = true;
        if (mz_report_text(&report, stdout) != 0)
            return mz_failed("cannot write to standard output");
        if (found->kind != told->kind)
            mz_note("another error than in %s, which was: %s", replay->path,
                    replay->request.message);
    }
    return mz_conclusion_status(result->verdict);
}

static bool is_loop(const struct mz_finding *told)
{
    return told->kind == MZ_FINDING_LOOP || told->kind == MZ_FINDING_WATCHDOG;
}

static int run(struct replay *replay, char *const *command_line)
{
    struct mz_result result;
    struct mz_arguments gdb = {0};
    struct mz_run run = {
        .executable = replay->subject.executable,
        .argv = replay->subject.argv.items,
        .replay = &replay->request,
        .watchdog = replay->options.watchdog,
        .janitor = &replay->subject.janitor,
    };
    int status;

    if (replay->options.preload && !(run.preload = mz_home_library()))
        return MZ_EXIT_FAILED;
    if (replay->options.suppressions)
        run.suppressions = &replay->suppressions;
    if (replay->in_gdb) {
        mz_debugger_command(&gdb, replay->absolute, replay->error,
                            replay->gdb_options);
        run.debugger = gdb.items;
    }
    mz_options_settings(&replay->options, &run.settings);
    run.settings.mode = MZ_MODE_REPLAY;
    run.settings.keep_going = false;
    run.settings.jobs = 1;
    if (replay->in_gdb && !is_loop(&replay->request.finding))
        run.watchdog = 0;
    else if (replay->in_gdb && run.watchdog > 1)
        run.watchdog = 1;
    if (replay->in_gdb) { /* which stays with the process it has started */
        run.settings.stop_at_failure = true;
        run.settings.isolation = MZ_ISOLATION_PROCESS;
    }
    run.settings.stop_before = replay->at;
    run.settings.keep_files = replay->keep_files != NULL;
    run.settings.loops = replay->request.loops;
    run.settings.clean_stacks = replay->request.loops.count > 0;
    run.settings.cancelled = replay->request.cancelled;
    memcpy(run.settings.lent_stacks, replay->request.lent_stacks,
           sizeof run.settings.lent_stacks);
    run.settings.shared = replay->request.shared;
    run.settings.crossings.count = 1;
    run.settings.wide = replay->request.wide;
    run.settings.many_threads = replay->request.thread_count > 64;
    status = mz_supervise(&run, &result);
    if (!status && !replay->in_gdb && result.verdict == MZ_VERDICT_ERROR)
        mz_explain_critical(&run, result.region, &result.was_stopped);
    mz_process_release_signals();
    if (status)
        return status;
    if (!replay->in_gdb)
        status = judge(replay, &result, command_line);
    else if (!result.region->progress.running_pid)
        status = mz_refuse("%s; is gdb installed?",
                           *mz_refusal_message(result.region)
                               ? mz_refusal_message(result.region)
                               : "the program has not begun under gdb");
    else if (replay->at && result.region->status == MZ_STATUS_DONE)
        status = refuse_step(replay, &result.region->account);
    mz_transcript_release(result.region);
    if (keep_files(replay))
        status = MZ_EXIT_FAILED;
    return status;
}

int mz_command_replay(int argc, char **argv, char *const *command_line)
{
    struct mz_few_words words = {
        .known = &mz_replay_options, .argc = argc, .argv = argv};
    struct replay replay = {.error = 1};
    int status = parse(&replay, &words);

    if (status)
        return status;
    mz_process_hold_signals();
    status = prepare(&replay);
    if (status)
        return status;
    status = run(&replay, command_line);
    mz_subject_release(&replay.subject);
    return status;
}
