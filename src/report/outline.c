/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* asprintf */
#include "report/outline.h"

#include <stdlib.h>
#include <string.h>

#include "report/document.h"
#include "report/fold.h"

static void put_place(const json_t *place, FILE *out)
{
    const char *function = mz_field_text(place, "function");

    if (*mz_field_text(place, "file"))
        fprintf(out, "%s:%lld", mz_field_text(place, "file"),
                mz_field_number(place, "line"));
    if (*function)
        fprintf(out, " in %s", function);
}

static void put_thread(const json_t *of, const char *before, FILE *out)
{
    if (!*mz_field_text(of, "thread_name"))
        return;
    fprintf(out, "  %s%s at ", before, mz_field_text(of, "thread_name"));
    put_place(of, out);
    fputc('\n', out);
}

char *mz_outline_waiting(const json_t *blocked)
{
    const char *object = mz_field_text(blocked, "object");
    const char *holder = mz_field_text(blocked, "holder_name");
    char *words;
    int length;

    if (*holder && !*object)
        length = asprintf(&words, "waits for the end of %s", holder);
    else
        length = asprintf(&words, "waits: %s%s%s%s%s",
                          mz_field_text(blocked, "operation"),
                          *object ? ": " : "", object,
                          *holder ? ", held by " : "", holder);
    return length < 0 ? NULL : words;
}

static void put_blocked(const json_t *blocked, FILE *out)
{
    char *words = mz_outline_waiting(blocked);

    fprintf(out, "  %s %s, ", mz_field_text(blocked, "thread_name"),
            words ? words : "");
    free(words);
    put_place(blocked, out);
    fputc('\n', out);
}

/* What stands in a row of a column of calls: the first is its thread. */
static const char *cell(const json_t *column, size_t row)
{
    const json_t *calls = mz_field_array(column, "calls");

    return row ? mz_field_text(json_array_get(calls, row - 1), "text")
               : mz_field_text(column, "thread_name");
}

static size_t width_of(const json_t *column)
{
    size_t width = 0;

    for (size_t row = 0; *cell(column, row); row++)
        if (strlen(cell(column, row)) > width)
            width = strlen(cell(column, row));
    return width;
}

/* A column ends before the others do. */
static bool put_row(const json_t *columns, size_t row, FILE *out)
{
    size_t blanks = 2;
    bool is_any = false;

    for (size_t c = 0; c < json_array_size(columns); c++) {
        const json_t *column = json_array_get(columns, c);
        const char *text = cell(column, row);

        if (*text) {
            fprintf(out, "%*s%s", (int)blanks, "", text);
            blanks = 0;
            is_any = true;
        }
        blanks += width_of(column) - strlen(text) + 3;
    }
    if (is_any)
        fputc('\n', out);
    return is_any;
}

void mz_outline_calls(const json_t *error, FILE *out)
{
    const json_t *calls = json_object_get(error, "calls");

    for (size_t row = 0; put_row(mz_field_array(calls, "columns"), row, out);
         row++)
        ;
    if (*mz_field_text(calls, "why"))
        fprintf(out, "  %s\n", mz_field_text(calls, "why"));
}

static void put_folded(size_t count, FILE *out)
{
    if (count)
        fprintf(out, "  ...  %zu step%s folded\n", count,
                count == 1 ? "" : "s");
}

static void put_step(const json_t *step, FILE *out)
{
    fprintf(out, "%5lld  %s  %s  ", mz_field_number(step, "step"),
            mz_field_text(step, "thread_name"), mz_field_text(step, "text"));
    put_place(step, out);
    if (mz_field_is_true(step, "preempts"))
        fputs("  << preemption", out);
    if (mz_field_is_true(step, "critical"))
        fputs("  << critical", out);
    fputc('\n', out);
}

static void put_steps(const json_t *error, FILE *out)
{
    const json_t *trace = mz_field_array(error, "trace");
    unsigned char *folds = mz_fold_make(error);
    size_t folded = 0;

    for (size_t i = 0; folds && i < json_array_size(trace); i++) {
        if (folds[i] != MZ_FOLD_NOT) {
            folded++;
            continue;
        }
        put_folded(folded, out);
        folded = 0;
        put_step(json_array_get(trace, i), out);
    }
    put_folded(folded, out);
    free(folds);
}

static void put_error(const json_t *error, FILE *out)
{
    const json_t *blocked = mz_field_array(error, "blocked");
    bool is_deadlock = !strcmp(mz_field_text(error, "kind"), "deadlock");

    fprintf(out, "%s [%s]\n", mz_field_text(error, "headline"),
            mz_field_text(error, "kind"));
    put_thread(error, "", out);
    put_thread(json_object_get(error, "other"), "the other: ", out);
    for (size_t i = 0; is_deadlock && i < json_array_size(blocked); i++)
        put_blocked(json_array_get(blocked, i), out);
    mz_outline_calls(error, out);
    put_steps(error, out);
}

char *mz_outline(const json_t *error)
{
    char *text = NULL;
    size_t size;
    FILE *memory = open_memstream(&text, &size);

    if (!memory)
        return NULL;
    put_error(error, memory);
    if (fclose(memory) == 0)
        return text;
    free(text);
    return NULL;
}

const json_t *mz_outline_place(const json_t *error)
{
    const json_t *blocked = mz_field_array(error, "blocked");

    if (*mz_field_text(error, "file"))
        return error;
    for (size_t i = 0; i < json_array_size(blocked); i++)
        if (*mz_field_text(json_array_get(blocked, i), "file"))
            return json_array_get(blocked, i);
    return NULL;
}

char *mz_outline_verdict(const json_t *document)
{
    const char *verdict = mz_field_text(document, "verdict");
    const char *limit = mz_field_text(document, "limit");
    const char *message = mz_field_text(document, "message");
    char *line;
    int length;

    if (!strcmp(verdict, "safe"))
        length = asprintf(&line, "no error, all executions explored (%lld)",
                          mz_field_number(document, "executions"));
    else if (!strcmp(verdict, "incomplete"))
        length = asprintf(&line,
                          "no error so far, but not all was explored "
                          "or seen%s%s",
                          *limit ? ": " : "", limit);
    else
        length = asprintf(&line, "not checked: %s%s%s", verdict,
                          *message ? ": " : "", message);
    return length < 0 ? NULL : line;
}
