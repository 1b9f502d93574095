/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* asprintf */
#include "report/written.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const outcome_names[MZ_WRITTEN_OUTCOMES] = {
    [MZ_WRITTEN_ALL] = "all",
    [MZ_WRITTEN_SOME] = "some",
    [MZ_WRITTEN_REFUSED] = "refused",
    [MZ_WRITTEN_LIBRARY] = "library",
    [MZ_WRITTEN_ERROR] = "error",
};

static const struct mz_report_written not_tried;

static const struct mz_report_written *written_of(
    const struct mz_report *report)
{
    return report->written ? report->written : &not_tried;
}

bool mz_written_is_tried(const struct mz_report *report)
{
    return written_of(report)->outcome != MZ_WRITTEN_NOT_TRIED;
}

json_t *mz_written_object(const struct mz_report *report)
{
    const struct mz_report_written *w = written_of(report);

    return json_pack("{s:s, s:I, s:I}", "outcome", outcome_names[w->outcome],
                     "executions", (json_int_t)w->executions, "seq_cst",
                     (json_int_t)w->strong);
}

void mz_written_print(const struct mz_report *report, FILE *out)
{
    const struct mz_report_written *w = written_of(report);

    if (w->outcome == MZ_WRITTEN_ERROR)
        fprintf(out,
                ", with the orders of atomics as they are written; none in "
                "%llu with all as if seq_cst",
                (unsigned long long)w->strong);
    else if (report->verdict != MZ_VERDICT_SAFE ||
             !report->region->weak_atomics)
        return;
    else if (w->outcome == MZ_WRITTEN_ALL)
        fprintf(out,
                ", with all atomics as if seq_cst, and %llu with their orders "
                "as they are written",
                (unsigned long long)w->executions);
    else
        fputs(", with all atomics as if seq_cst", out);
}

static const char explored[] =
    "all atomics were explored as if they were seq_cst";
static const char late[] =
    "an error that needs weaker orders, a store seen late, say,";

static char *note_of(const struct mz_report_written *w)
{
    char *text;
    int failed;

    switch ((enum mz_written_outcome)w->outcome) {
    case MZ_WRITTEN_ALL:
    case MZ_WRITTEN_ERROR:
        return NULL;
    case MZ_WRITTEN_SOME:
        failed = asprintf(&text,
                          "%s, and only %llu executions with their orders as "
                          "they are written: %s may be in others "
                          "(--memory-model=rc11 explores them)",
                          explored, (unsigned long long)w->executions, late);
        break;
    case MZ_WRITTEN_REFUSED:
        failed = asprintf(&text,
                          "%s: %s is not found. --memory-model=rc11 would look "
                          "for it, but does not take this program: %s",
                          explored, late, w->why);
        break;
    case MZ_WRITTEN_LIBRARY:
        failed = asprintf(&text,
                          "%s. With their orders as they are written atomics "
                          "of the C++ library see a store late, and an error "
                          "comes of that: --memory-model=rc11 tells it",
                          explored);
        break;
    default:
        failed = asprintf(&text,
                          "%s: %s is not found (--memory-model=rc11 looks for "
                          "it)",
                          explored, late);
        break;
    }
    return failed < 0 ? NULL : text;
}

char *mz_written_note(const struct mz_report *report)
{
    const struct mz_report_written *w = written_of(report);

    if (w->outcome == MZ_WRITTEN_ERROR && !report->is_replay)
        return strdup("with all atomics as if they were seq_cst there is no "
                      "error; which of their orders have to be stronger for "
                      "that is told with --memory-model=rc11 "
                      "--suggest-orders");
    return report->region->weak_atomics &&
                   report->verdict != MZ_VERDICT_ERROR
               ? note_of(w)
               : NULL;
}
