/* SPDX-License-Identifier: Apache-2.0 */
#include "report/steps.h"

#include <stdlib.h>
#include <string.h>

#include "report/colour.h"
#include "report/repeats.h"
#include "report/stacks.h"

enum {
    FIRST_ROWS = 100, /* of a long table */
    LAST_ROWS = 300,
    WIDEST_THREAD = 24, /* wider ones stand out of their column */
    WIDEST_TEXT = 52,
    MARK = 48, /* bytes of what stands behind a step, with its colours */
};

/* ---- which step ---------------------------------------------------------- */

uint64_t mz_steps_number(const struct mz_account *account, uint32_t index)
{
    return index + 1ull +
           (index >= MZ_MAX_STEPS / 2 ? account->steps_left_out : 0);
}

uint64_t mz_steps_locked(const struct mz_account *account, unsigned thread,
                         uint64_t mutex)
{
    for (uint32_t i = account->step_count; i-- > 0;) {
        const struct mz_step *step = &account->steps[i];

        if (step->thread == thread && step->address == mutex &&
            mz_action_takes[step->action])
            return mz_steps_number(account, i);
    }
    return 0;
}

uint64_t mz_steps_accessed(const struct mz_account *account, unsigned thread,
                           uint64_t address, uint64_t pc)
{
    for (uint32_t i = account->step_count; i-- > 0;) {
        const struct mz_step *step = &account->steps[i];

        if (step->thread == thread && step->pc == pc &&
            step->address == address)
            return mz_steps_number(account, i);
    }
    return 0;
}

const struct mz_step *mz_steps_signal(const struct mz_account *account,
                                      uint64_t cond)
{
    for (uint32_t i = account->step_count; i-- > 0;) {
        const struct mz_step *step = &account->steps[i];

        switch (step->action) {
        case MZ_ACTION_COND_SIGNAL:
        case MZ_ACTION_COND_SIGNAL_LOST:
        case MZ_ACTION_COND_BROADCAST:
        case MZ_ACTION_COND_BROADCAST_LOST:
            if (step->address == cond)
                return step;
        }
    }
    return NULL;
}

uint64_t mz_steps_ended(const struct mz_account *account, unsigned thread)
{
    for (uint32_t i = account->step_count; i-- > 0;)
        if (account->steps[i].thread == thread &&
            account->steps[i].action == MZ_ACTION_THREAD_EXIT)
            return mz_steps_number(account, i);
    return 0;
}

/* ---- rows ---------------------------------------------------------------- */

/* A step, or, with `turns`, a remark: those before it come again. */
struct row {
    const struct mz_step *step;
    uint64_t number; /* of the first step that it tells */
    uint64_t steps;  /* how many it tells */
    size_t turns;
};

struct table {
    const struct mz_narrator *narrator;
    struct row *rows;
    size_t count;
    int thread_width, text_width;
};

static bool same_step(const void *items, size_t a, size_t b)
{
    const struct mz_step *x = (const struct mz_step *)items + a;
    const struct mz_step *y = (const struct mz_step *)items + b;

    return x->thread == y->thread && x->action == y->action &&
           x->size == y->size && x->has_value == y->has_value &&
           x->address == y->address && x->value == y->value &&
           x->second == y->second && x->pc == y->pc;
}

static void add_rows(struct table *table, const struct mz_account *account,
                     uint32_t from, uint32_t to)
{
    while (from < to) {
        struct mz_repeat repeat =
            mz_repeats_at(account->steps, from, to, same_step);
        uint32_t end = from + repeat.period;

        for (; from < end; from++)
            table->rows[table->count++] = (struct row){
                .step = &account->steps[from],
                .number = mz_steps_number(account, from),
                .steps = 1,
            };
        if (repeat.times == 1)
            continue;
        table->rows[table->count++] = (struct row){
            .step = &account->steps[end - 1],
            .number = mz_steps_number(account, end),
            .steps = repeat.period * (repeat.times - 1),
            .turns = repeat.times - 1,
        };
        from += repeat.period * (repeat.times - 1);
    }
}

static size_t rows_left_out(const struct table *table)
{
    return table->narrator->report->verbose ||
                   table->count <= FIRST_ROWS + LAST_ROWS
               ? 0
               : table->count - FIRST_ROWS - LAST_ROWS;
}

/* ---- columns ------------------------------------------------------------- */

static void widen(int *width, size_t length, int widest)
{
    if ((int)length > *width)
        *width = (int)length < widest ? (int)length : widest;
}

static void measure(struct table *table, const struct row *row)
{
    char phrase[MZ_PHRASE];

    mz_narrator_thread_in(table->narrator, row->step->thread, row->step,
                          phrase);
    widen(&table->thread_width, strlen(phrase), WIDEST_THREAD);
    mz_narrator_step(table->narrator, row->step, phrase);
    widen(&table->text_width, strlen(phrase), WIDEST_TEXT);
}

static void print_columns(const struct table *table, const char *number,
                          const char *name, const char *text,
                          const struct mz_frame *place, const char *mark,
                          FILE *out)
{
    fprintf(out, "%5s  %-*s  ", number, table->thread_width, name);
    if (place) {
        fprintf(out, "%-*s  ", table->text_width, text);
        mz_stacks_place(place, out);
    } else {
        fputs(text, out);
    }
    fputs(mark, out);
    fputc('\n', out);
}

static void print_remark(const struct row *row, FILE *out)
{
    uint64_t period = row->steps / row->turns;

    fputs("  ...  ", out);
    if (period == 1)
        fprintf(out, "the same step %zu more times\n", row->turns);
    else
        fprintf(out, "the same %lu steps %zu more times\n",
                (unsigned long)period, row->turns);
}

static void put_mark(const struct mz_report *report,
                     const struct mz_step *step, char mark[MARK])
{
    snprintf(mark, MARK, "%s", "");
    if (step->preempts)
        snprintf(mark, MARK, "  %s<< preemption%s",
                 mz_colour(report, MZ_COLOUR_MARK),
                 mz_colour(report, MZ_COLOUR_END));
}

static void print_row(const struct table *table, const struct row *row,
                      FILE *out)
{
    char number[24], name[MZ_PHRASE], text[MZ_PHRASE], mark[MARK];
    struct mz_frame place;
    bool known;

    if (row->turns) {
        print_remark(row, out);
        return;
    }
    snprintf(number, sizeof number, "%lu", (unsigned long)row->number);
    mz_narrator_step(table->narrator, row->step, text);
    known = mz_narrator_step_place(table->narrator, row->step, &place);
    mz_narrator_thread_in(table->narrator, row->step->thread, row->step, name);
    put_mark(table->narrator->report, row->step, mark);
    print_columns(table, number, name, text, known ? &place : NULL, mark, out);
}

/* What the last step led to. A deadlock is nobody's doing in particular. */
static void print_failure(const struct table *table, FILE *out)
{
    const struct mz_finding *finding =
        &table->narrator->report->region->findings[0];
    char name[MZ_PHRASE], text[MZ_PHRASE];
    struct mz_frame place;
    bool known;

    if (finding->thread == MZ_NOBODY || finding->kind == MZ_FINDING_DEADLOCK ||
        finding->kind == MZ_FINDING_STOPPED)
        return;
    snprintf(text, sizeof text, "%s: %s",
             mz_finding_is_limit(finding->kind) ? "stopped" : "error",
             mz_finding_names[finding->kind]);
    known = mz_narrator_failure(table->narrator, finding, &place);
    mz_narrator_thread(table->narrator, finding->thread, name);
    print_columns(table, "*", name, text, known ? &place : NULL, "", out);
}

/* ---- the table ----------------------------------------------------------- */

static unsigned context_switches(const struct mz_account *account)
{
    unsigned switches = 0;

    for (uint32_t i = 1; i < account->step_count; i++)
        switches += account->steps[i].thread != account->steps[i - 1].thread;
    return switches;
}

static unsigned preemptions(const struct mz_account *account)
{
    unsigned count = 0;

    for (uint32_t i = 0; i < account->step_count; i++)
        count += account->steps[i].preempts;
    return count;
}

static void print_number(unsigned count, const char *one, const char *many,
                         FILE *out)
{
    fprintf(out, ", %u %s", count, count == 1 ? one : many);
}

static void print_title(const struct mz_account *account, FILE *out)
{
    uint64_t steps = (uint64_t)account->step_count + account->steps_left_out;
    fprintf(out, "\ninterleaving (%lu step%s", (unsigned long)steps,
            steps == 1 ? "" : "s");
    if (!account->steps_left_out) {
        print_number(context_switches(account), "context switch",
                     "context switches", out);
        print_number(preemptions(account), "preemption", "preemptions", out);
    }
    fputs("):\n", out);
}

static void print_table(const struct table *table, FILE *out)
{
    size_t skipped = rows_left_out(table);
    uint64_t next = 1;

    for (size_t i = 0; i < table->count; i++) {
        const struct row *row = &table->rows[i];

        if (skipped && i == FIRST_ROWS)
            row += skipped, i += skipped;
        if (row->number > next)
            fprintf(out, "  ...  %lu steps left out%s\n",
                    (unsigned long)(row->number - next),
                    skipped ? " (-v shows more)" : "");
        print_row(table, row, out);
        next = row->number + row->steps;
    }
    print_failure(table, out);
}

void mz_steps_print(const struct mz_narrator *n, FILE *out)
{
    const struct mz_account *account = &n->report->region->account;
    uint32_t count = account->step_count;
    uint32_t half = count < MZ_MAX_STEPS / 2 ? count : MZ_MAX_STEPS / 2;
    struct table table = {.narrator = n};

    /* A remark stands for three steps at least. */
    table.rows = count ? calloc(count, sizeof *table.rows) : NULL;
    if (!table.rows)
        return;
    add_rows(&table, account, 0, half);
    add_rows(&table, account, half, count);
    for (size_t i = 0, skipped = rows_left_out(&table); i < table.count; i++)
        if (i < FIRST_ROWS || i >= FIRST_ROWS + skipped)
            measure(&table, &table.rows[i]);
    print_title(account, out);
    print_table(&table, out);
    free(table.rows);
}

/* ---- where it was stopped ------------------------------------------------ */

void mz_steps_print_next(const struct mz_narrator *n, FILE *out)
{
    const struct mz_account *account = &n->report->region->account;
    struct table table = {.narrator = n};
    struct row rows[MZ_WIDE_THREADS];

    if (!account->next_count)
        return;
    fputs("\nthe next step of each thread that takes one:\n", out);
    for (uint32_t i = 0; i < account->next_count; i++) {
        rows[i] = (struct row){
            .step = &account->nexts[i].step,
            .number = account->nexts[i].number,
            .steps = 1,
        };
        measure(&table, &rows[i]);
    }
    for (uint32_t i = 0; i < account->next_count; i++)
        print_row(&table, &rows[i], out);
}
