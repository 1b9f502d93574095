/* SPDX-License-Identifier: Apache-2.0 */
#include "report/headline.h"

#include <stdlib.h>
#include <string.h>

#include "report/asserted.h"
#include "report/colour.h"
#include "report/outcome.h"
#include "report/race_notes.h"
#include "report/sentence.h"
#include "report/stacks.h"
#include "report/steps.h"
#include "report/waiting.h"

enum { SOURCE_WIDTH = 100 };

static bool is_first(const struct mz_narrator *n,
                     const struct mz_finding *finding)
{
    return finding == n->report->region->findings;
}

/* `queue.c:12: error: `, as compilers have it, so that editors go there. */
static void print_begin(const struct mz_narrator *n,
                        const struct mz_finding *finding, FILE *out)
{
    const struct mz_report *report = n->report;
    bool is_limit = mz_outcome_is_limit(report, finding);
    struct mz_frame place;

    if (mz_narrator_position(n, finding, &place) && place.file && place.line)
        fprintf(out, "%s%s:%u:%s ", mz_colour(report, MZ_COLOUR_PLACE),
                place.file, place.line, mz_colour(report, MZ_COLOUR_END));
    fprintf(out, "%s%s:%s ",
            mz_colour(report, is_limit ? MZ_COLOUR_LIMIT : MZ_COLOUR_ERROR),
            is_limit ? "stopped" : "error", mz_colour(report, MZ_COLOUR_END));
}

/* `data race on x: ...`, `unlock of a mutex that is not locked: m` */
static void print_message(const struct mz_narrator *n,
                          const struct mz_finding *finding, FILE *out)
{
    char object[MZ_PHRASE], sentence[MZ_SENTENCE];

    mz_sentence(finding, mz_narrator_subject(n, finding, object), sentence);
    fputs(sentence, out);
    if (finding->address && finding->kind == MZ_FINDING_MISUSE)
        fprintf(out, ": %s", object);
}

void mz_headline_source(const struct mz_narrator *n,
                        const struct mz_frame *place, FILE *out)
{
    const char *line =
        place->file && place->line
            ? mz_symbols_source_line(n->symbols, place->file, place->line)
            : NULL;

    if (!line)
        return;
    line += strspn(line, " \t");
    fprintf(out, "    %.*s%s\n", SOURCE_WIDTH, line,
            strlen(line) > SOURCE_WIDTH ? "..." : "");
}

static void print_where(const struct mz_narrator *n, const char *what,
                        unsigned thread, const struct mz_frame *place,
                        FILE *out)
{
    char name[MZ_PHRASE];

    mz_narrator_thread(n, thread, name);
    fprintf(out, "  %sthread %s", what, name);
    if (place) {
        fputs(" at ", out);
        mz_stacks_place(place, out);
    }
}

/* How the sides of an error name who did that, but for accesses. */
static const char *const doers[MZ_SIDE_COUNT] = {
    [MZ_SIDE_ALLOCATION] = "allocated by ",
    [MZ_SIDE_FREE] = "freed by ",
    [MZ_SIDE_LEFT] = "frame left by ",
    [MZ_SIDE_END] = "the end of ",
    [MZ_SIDE_DESTROY] = "destroyed by ",
    [MZ_SIDE_INIT] = "initialised by ",
    [MZ_SIDE_WAIT] = "waited for by ",
};

/* One side of a data race. */
static const char *access_by(bool is_atomic, bool is_write)
{
    if (is_atomic)
        return is_write ? "atomic write by " : "atomic read by ";
    return is_write ? "write by " : "read by ";
}

static const char *done_by(enum mz_side side, bool is_atomic, bool is_write)
{
    return side == MZ_SIDE_ACCESS ? access_by(is_atomic, is_write)
                                  : doers[side];
}

/* `  there b->count is 0, seen is 100` */
static void print_asserted(const struct mz_narrator *n,
                           const struct mz_finding *finding, FILE *out)
{
    struct mz_asserted_value values[MZ_ASSERTED_VALUES];
    unsigned count = mz_asserted_values(n, finding, values);

    for (unsigned i = 0; i < count; i++)
        fprintf(out, "%s%s is %s", i ? ", " : "  there ", values[i].name,
                values[i].value);
    if (count)
        fputc('\n', out);
}

static void print_failed(const struct mz_narrator *n,
                         const struct mz_finding *finding, FILE *out)
{
    struct mz_frame place;
    bool known = mz_narrator_failure(n, finding, &place);
    const char *what = finding->fault == MZ_FAULT_LEAK
                           ? doers[MZ_SIDE_ALLOCATION]
                       : finding->kind == MZ_FINDING_DATA_RACE
                           ? done_by(finding->side, finding->is_atomic,
                                     finding->is_write)
                           : "";

    if (finding->thread == MZ_NOBODY)
        return;
    print_where(n, what, finding->thread, known ? &place : NULL, out);
    fputc('\n', out);
    /* An assertion is in the message. */
    if (known && (!finding->line || finding->kind == MZ_FINDING_UNDEFINED))
        mz_headline_source(n, &place, out);
    print_asserted(n, finding, out);
}

static void print_other(const struct mz_narrator *n,
                        const struct mz_finding *finding, FILE *out)
{
    struct mz_frame place;
    bool known = mz_narrator_other(n, finding, &place);
    uint64_t step = 0;

    if (!mz_narrator_has_other(finding))
        return;
    if (is_first(n, finding) && finding->traced)
        step = mz_steps_accessed(&n->report->region->account,
                                 finding->other_thread, finding->other_address,
                                 finding->other_pc);
    print_where(n, done_by(finding->other_side, finding->other_is_atomic,
                     finding->other_is_write),
                finding->other_thread, known ? &place : NULL, out);
    if (step)
        fprintf(out, ", step %lu", (unsigned long)step);
    fputc('\n', out);
    if (known)
        mz_headline_source(n, &place, out);
}

static void print_call(const struct mz_narrator *n, const char *what,
                       unsigned thread, const struct mz_frame *place, FILE *out)
{
    print_where(n, what, thread, place, out);
    fputc('\n', out);
}

static void print_race_notes(const struct mz_narrator *n,
                             const struct mz_finding *finding, FILE *out)
{
    char object[MZ_PHRASE], *rest;
    struct mz_named_steps named;
    char *notes = mz_race_notes(
        n, finding, mz_narrator_subject(n, finding, object), &named);

    for (char *line = notes ? strtok_r(notes, "\n", &rest) : NULL; line;
         line = strtok_r(NULL, "\n", &rest))
        fprintf(out, "  %s\n", line);
    free(notes);
}

/* A loop that reads one variable again and again, and nothing orders that: what
 * would end it is an error, too, which is not found, since nobody else goes on
 * beside such a loop. */
static void print_loop_note(const struct mz_narrator *n,
                            const struct mz_finding *finding, FILE *out)
{
    char object[MZ_PHRASE];

    if (finding->kind == MZ_FINDING_WATCHDOG &&
        finding->numbers[1] == MZ_READS_ONE &&
        mz_narrator_subject(n, finding, object))
        fprintf(out,
                "  %s is not atomic: a write of it by another thread is a data "
                "race, and need never be seen here\n",
                object);
}

/* Who has allocated and freed the memory that it is about. */
static void print_block(const struct mz_narrator *n,
                        const struct mz_finding *finding, FILE *out)
{
    const struct mz_block_note *block;
    struct mz_frame place;

    if (!is_first(n, finding) || finding->kind != MZ_FINDING_MEMORY ||
        finding->fault == MZ_FAULT_LEAK)
        return;
    block = mz_narrator_block(n, finding->address);
    if (!block)
        return;
    if (mz_narrator_birthplace(n, block, &place))
        print_call(n, "allocated by ", block->allocated_by, &place, out);
    if (block->freed_pc && mz_narrator_deathplace(n, block, &place))
        print_call(n, "freed by ", block->freed_by, &place, out);
}

/* `declared at f.c:7, in the frame of main`, with its source: a function that
 * was inlined has no frame. */
static void print_variable(const struct mz_narrator *n,
                           const struct mz_finding *finding, FILE *out)
{
    struct mz_frame place;

    if (!mz_narrator_variable(n, finding, &place))
        return;
    fputs("  declared", out);
    if (place.line)
        fprintf(out, " at %s:%u", place.file, place.line);
    if (place.function)
        fprintf(out, "%s in the frame of %s", place.line ? "," : "",
                place.function);
    fputc('\n', out);
    mz_headline_source(n, &place, out);
}

void mz_headline_print(const struct mz_narrator *n,
                       const struct mz_finding *finding, FILE *out)
{
    print_begin(n, finding, out);
    print_message(n, finding, out);
    if (finding->kind != MZ_FINDING_STOPPED)
        fprintf(out, " [%s]", mz_finding_names[finding->kind]);
    fputc('\n', out);
    print_failed(n, finding, out);
    print_other(n, finding, out);
    print_race_notes(n, finding, out);
    print_loop_note(n, finding, out);
    print_block(n, finding, out);
    print_variable(n, finding, out);
    if (finding->kind == MZ_FINDING_DEADLOCK && !finding->traced)
        mz_waiting_print_briefly(n, finding, out);
    if (!is_first(n, finding) && finding->execution)
        fprintf(out, "  in execution %lu\n", (unsigned long)finding->execution);
}
