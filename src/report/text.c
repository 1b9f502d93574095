/* SPDX-License-Identifier: Apache-2.0 */
/* The report for people: what failed, who is blocked where, then the
 * interleaving; the last line is the command that replays it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report/calls.h"
#include "report/format.h"
#include "region/failing.h"
#include "report/further.h"
#include "report/headline.h"
#include "report/hint.h"
#include "report/obstacles.h"
#include "report/stacks.h"
#include "report/statistics.h"
#include "report/steps.h"
#include "report/strengths.h"
#include "report/survey.h"
#include "report/unseen.h"
#include "report/unwritten.h"
#include "report/waiting.h"
#include "report/written.h"

static void print_excuse(const struct mz_finding *finding, FILE *out)
{
    if (finding->kind == MZ_FINDING_NONDETERMINISM)
        fputs("  (so this execution cannot be repeated, and no interleaving be "
              "shown)\n",
              out);
    else
        fputs("  (running this execution again ended otherwise: no "
              "interleaving can be shown)\n",
              out);
}

static bool is_before_main(const struct mz_finding *finding)
{
    return finding->fault == MZ_FAULT_KILLED_EARLY ||
           finding->fault == MZ_FAULT_EXIT_EARLY;
}

static void print_first(const struct mz_narrator *n, FILE *out)
{
    const struct mz_finding *finding = &n->report->region->findings[0];

    mz_headline_print(n, finding, out);
    if (!finding->execution || is_before_main(finding))
        return; /* there is none, or the process is gone */
    if (!finding->traced) {
        print_excuse(finding, out);
        return;
    }
    mz_calls_print(n, out);
    if (mz_waiting_is_told(finding))
        mz_waiting_print(n, out);
    mz_obstacles_print(n, out);
    mz_steps_print(n, out);
    mz_steps_print_next(n, out);
    mz_stacks_print(n,
                    mz_finding_is_limit(finding->kind)
                        ? "call stack where it was stopped"
                        : "call stack of the failure",
                    mz_narrator_failed(n, finding), out);
    mz_stacks_print(n, "call stack of the other access",
                    mz_narrator_raced(n, finding), out);
}

static void print_count(const char *phrase, uint64_t count, FILE *out)
{
    if (phrase && count)
        fprintf(out, ", %llu %s", (unsigned long long)count, phrase);
}

static void print_counts(const struct mz_report *report, FILE *out)
{
    const struct mz_tally *t = &report->region->progress.tally;

    fprintf(out, "%lu execution%s", (unsigned long)t->executions,
            t->executions == 1 ? "" : "s");
    if (t->deadlocked && t->executions == 1)
        fputs(", deadlocked", out);
    else if (t->deadlocked)
        fprintf(out, ", %lu of them deadlocked", (unsigned long)t->deadlocked);
#define X(name, key, phrase) print_count(phrase, t->name, out);
    MZ_COUNTERS(X, X, X)
#undef X
    if (mz_samples_races(&report->region->settings))
        fprintf(out, ", %lu checked for data races",
                (unsigned long)t->race_checked);
    fprintf(out, ", %.2f s", report->seconds);
}

/* With --keep-going there may be more than was found before a limit. */
static void print_found(const struct mz_region *region, FILE *out)
{
    if (region->finding_count > 1)
        fprintf(out, "%u different errors found", region->finding_count);
    else
        fputs("error found", out);
    if (region->limit)
        fprintf(out, ", stopped at a limit (%s)",
                mz_limit_names[region->limit]);
    fputs(": ", out);
}

static const char *races_text(const struct mz_region *region, char text[64])
{
    uint32_t count = region->suppressed.count;
    bool more = count > MZ_MAX_SUPPRESSED;

    snprintf(text, 64, "%s%u data race%s", more ? "more than " : "",
             more ? MZ_MAX_SUPPRESSED : count, count == 1 ? " was" : "s were");
    return text;
}

/* All was explored, but that is not all there is: why. */
static void print_reservation(const struct mz_region *region, FILE *out)
{
    static const char races[] = "{races}";
    const char *told = mz_limit_told[region->limit];
    const char *at = strstr(told, races);
    char text[64];

    fputs("no error so far, all executions explored, but ", out);
    if (at)
        fprintf(out, "%.*s%s%s: ", (int)(at - told), told,
                races_text(region, text), at + sizeof races - 1);
    else
        fprintf(out, "%s: ", told);
}

static void print_summary(const struct mz_report *report, FILE *out)
{
    const struct mz_region *region = report->region;

    fprintf(out, "%s: ", report->program);
    if (report->is_replay) {
        fprintf(out, "1 execution replayed, %.2f s\n", report->seconds);
        return;
    }
    switch (report->verdict) {
    case MZ_VERDICT_SAFE:
        fputs("no error, all executions explored", out);
        mz_report_trust(report, out);
        fputs(": ", out);
        break;
    case MZ_VERDICT_ERROR:
        print_found(region, out);
        break;
    case MZ_VERDICT_INCOMPLETE:
        if (region->status == MZ_STATUS_DONE)
            print_reservation(region, out);
        else
            fprintf(out, "no error so far, stopped at a limit (%s): ",
                    region->limit ? mz_limit_names[region->limit]
                                  : "interrupted");
        break;
    default:
        fputs("not checked: ", out);
    }
    print_counts(report, out);
    mz_written_print(report, out);
    fputc('\n', out);
}

static void print_details(const struct mz_report *report, FILE *out)
{
    const struct mz_tally *t = &report->region->progress.tally;

    fprintf(out,
            "algorithm %s, dependence %s, threads %lu, events %lu (%lu with "
            "replayed ones), %.0f executions/s, memory %ld KB\n",
            report->algorithm, report->dependence, (unsigned long)t->threads,
            (unsigned long)t->events, (unsigned long)t->events_run,
            report->seconds > 0 ? (t->executions + t->blocked +
                                    t->dropped) / report->seconds
                                : 0,
            report->max_rss_kb);
}

/* A count of `executions` is right all the same: nothing was lost with them. */
static void print_lost(uint32_t workers, FILE *out)
{
    if (workers)
        fprintf(out,
                "note: %u worker%s killed; what %s at was done again by "
                "%s\n",
                workers, workers == 1 ? " was" : "s were",
                workers == 1 ? "it was" : "they were",
                workers == 1 ? "another one" : "others");
}

/* Names that were given in vain. */
static void print_not_met(const struct mz_region *region, FILE *out)
{
    for (unsigned i = 0; i < MZ_FAILING_COUNT; i++)
        if (region->settings.failing >> i & 1 &&
            !(region->failing_met >> i & 1))
            fprintf(out, "note: the program made no call that --fail=%s lets "
                         "fail\n",
                    mz_failing_rows[i].name);
}

static bool is_users(const struct mz_frame *place)
{
    return place->file && place->line && strncmp(place->file, "/usr/", 5) != 0;
}

/* With the first of them by address, if that stands in a file of the user's. */
static void print_weak(const struct mz_report *report, const char *note,
                       FILE *out)
{
    struct mz_narrator narrator;
    struct mz_frame place;

    if (!report->region->weak_at || !mz_narrator_open(&narrator, report)) {
        fprintf(out, "note: %s\n", note);
        return;
    }
    if (mz_narrator_place(&narrator, report->region->weak_at, &place) &&
        is_users(&place)) {
        fprintf(out, "note: %s:%u: %s\n", place.file, place.line, note);
        mz_headline_source(&narrator, &place, out);
    } else {
        fprintf(out, "note: %s\n", note);
    }
    mz_narrator_close(&narrator);
}

/* Without a property that is a limit, and so told. */
static void print_vacuous(const struct mz_region *region, FILE *out)
{
    const struct mz_tally *t = &region->progress.tally;

    if (region->settings.property && !region->finding_count &&
        !t->executions && t->assume_blocked)
        fputs("note: no execution comes to its end: each stops at an "
              "assumption that is false, and shows nothing of what follows\n",
              out);
}

static void print_notes(const struct mz_report *report, FILE *out)
{
    char text[64];
    char *weak = report->quiet ? NULL : mz_written_note(report);

    print_lost(report->region->workers_lost, out);
    if (report->region->scenarios.drawn && !report->is_replay)
        fprintf(out, MZ_DRAWN_FORMAT, report->region->scenarios.drawn,
                report->region->scenarios.run,
                (unsigned long)report->region->progress.tally.executions);
    if (report->region->suppressed.count)
        fprintf(out, "note: %s suppressed\n",
                races_text(report->region, text));
    if (!report->is_replay) {
        print_not_met(report->region, out);
        print_vacuous(report->region, out);
    }
    if (weak)
        print_weak(report, weak, out);
    free(weak);
    if (report->region->load_buffering && !report->is_replay &&
        !report->quiet)
        fprintf(out, "note: %s\n", mz_hint_load_buffering);
    if (!report->is_replay && !report->quiet)
        mz_unwritten_print(report, out);
    if (report->region->priorities && !report->quiet)
        fputs("note: priorities of mutexes make no difference: all orders were "
              "explored\n",
              out);
}

static void print_hint(const struct mz_region *region, FILE *out)
{
    const char *hint = mz_hint(region);

    if (hint)
        fprintf(out, "hint: %s\n", hint);
}

/* In full, if that is wanted; and how to see it. */
static int print_further(const struct mz_narrator *n, uint32_t error, FILE *out)
{
    const struct mz_report *report = n->report;
    struct mz_report part;
    bool is_told = mz_further(report, error, &part);
    struct mz_narrator narrator;

    fputc('\n', out);
    if (is_told && !mz_narrator_open(&narrator, &part))
        return -ENOMEM;
    if (is_told && report->verbose) {
        print_first(&narrator, out);
    } else {
        mz_headline_print(n, &report->region->findings[error], out);
        if (is_told)
            mz_calls_print(&narrator, out);
    }
    if (is_told)
        mz_narrator_close(&narrator);
    if (is_told && report->replay_command)
        fprintf(out, "  to see it: %s --error=%u\n", report->replay_command,
                error + 1);
    return 0;
}

/* Errors; or else the execution that met a bound. */
static int print_findings(const struct mz_report *report, FILE *out)
{
    const struct mz_region *region = report->region;
    struct mz_narrator narrator;
    int failed = 0;

    if (!mz_narrator_open(&narrator, report))
        return -ENOMEM;
    print_first(&narrator, out);
    for (uint32_t i = 1; i < region->finding_count && !failed; i++)
        failed = print_further(&narrator, i, out);
    mz_narrator_close(&narrator);
    fputc('\n', out);
    return failed;
}

static int print_strengths(const struct mz_report *report, FILE *out)
{
    struct mz_narrator narrator;
    json_t *orders;

    if (!mz_narrator_open(&narrator, report))
        return -ENOMEM;
    orders = mz_strengths_object(&narrator);
    mz_strengths_print(orders, out);
    json_decref(orders);
    mz_narrator_close(&narrator);
    return 0;
}

static bool has_findings(const struct mz_report *report)
{
    const struct mz_region *region = report->region;

    return (report->verdict == MZ_VERDICT_ERROR && region->finding_count) ||
           (report->verdict == MZ_VERDICT_INCOMPLETE && region->has_cut);
}

int mz_report_text(const struct mz_report *report, FILE *out)
{
    const struct mz_region *region = report->region;
    int failed = has_findings(report) ? print_findings(report, out) : 0;

    if (failed)
        return failed;
    print_summary(report, out);
    if (report->verbose)
        print_details(report, out);
    if (region->settings.statistics && !report->is_replay)
        mz_statistics_print(region, out);
    if (region->survey.drawn && !region->finding_count && !report->quiet)
        mz_survey_print(&region->survey, out);
    if (report->strengths)
        failed = print_strengths(report, out);
    if (failed)
        return failed;
    print_notes(report, out);
    if (region->unseen.count && !report->is_replay)
        mz_report_unseen(report, out);
    print_hint(region, out);
    if (report->verdict == MZ_VERDICT_ERROR && report->replay_command)
        fprintf(out, "to see %s execution again:\n%s\n",
                region->finding_count > 1 ? "the first error's" : "this",
                report->replay_command);
    fflush(out);
    return ferror(out) ? -EIO : 0;
}
