/* SPDX-License-Identifier: Apache-2.0 */
#include "report/steps.h"

#include <stdlib.h>
#include <string.h>

#include "report/brevity.h"
#include "report/colour.h"
#include "report/critical.h"
#include "report/drawing.h"
#include "report/order.h"
#include "report/outcome.h"
#include "report/printed.h"
#include "report/repeats.h"
#include "report/slice.h"
#include "report/stacks.h"

enum {
    FIRST_ROWS = 100, /* of a long table */
    LAST_ROWS = 300,
    WIDEST_THREAD = 24, /* wider ones stand out of their column */
    WIDEST_TEXT = 52,
    FEWEST_VARIED = 6, /* turns with other values, of which some are left out */
    MARK = 144, /* bytes of what stands behind a step, with its colours */
};

/* ---- which step ---------------------------------------------------------- */

uint64_t mz_steps_number(const struct mz_account *account, uint32_t index)
{
    return index + 1ull +
           (index >= MZ_MAX_STEPS / 2 ? account->steps_left_out : 0);
}

uint64_t mz_steps_of_event(const struct mz_account *account, uint32_t event)
{
    for (uint32_t i = 0; event != MZ_NONE && i < account->step_count; i++)
        if (account->steps[i].event == event && account->steps[i].served)
            return mz_steps_number(account, i);
    return 0;
}

bool mz_steps_is_first_weak(const struct mz_account *account,
                            const struct mz_step *step)
{
    for (uint32_t i = 0; i < account->step_count; i++) {
        if (account->steps[i].served & (MZ_STEP_STALE | MZ_STEP_BEHIND))
            return step->served && account->steps[i].event == step->event &&
                   (!account->steps_left_out || i < account->step_count / 2);
    }
    return false;
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
            mz_step_covers(step, address))
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

/* Those of the account that are shown. */
struct shown {
    const struct mz_step *step;
    uint64_t number;
    bool is_critical;
};

struct table {
    const struct mz_narrator *narrator;
    struct mz_row *rows;
    size_t count;
    uint64_t folded[MZ_OMITS]; /* how many steps, and why */
    int thread_width, text_width;
    bool is_of_next; /* steps that were not taken yet */
    bool is_brief;   /* as the lanes are, else in all words */
    bool has_callers; /* a function's places want that of its call */
    enum mz_brevity brevity;
    struct mz_printed_line *lines; /* what the program has written */
    size_t line_count, next_line;
};

static bool same_step(const void *items, size_t a, size_t b)
{
    const struct shown *shown = items;
    const struct mz_step *x = shown[a].step, *y = shown[b].step;

    return shown[a].is_critical == shown[b].is_critical &&
           x->thread == y->thread && x->action == y->action &&
           x->size == y->size && x->has_value == y->has_value &&
           x->address == y->address && x->value == y->value &&
           x->second == y->second && x->pc == y->pc &&
           x->preempts == y->preempts;
}

/* As turns of a loop are that counts: with other values. */
static bool alike_step(const void *items, size_t a, size_t b)
{
    const struct shown *shown = items;
    const struct mz_step *x = shown[a].step, *y = shown[b].step;

    return !shown[a].is_critical && !shown[b].is_critical && !x->preempts &&
           !y->preempts && x->thread == y->thread && x->action == y->action &&
           x->size == y->size && x->has_value == y->has_value &&
           x->address == y->address && x->pc == y->pc;
}

static void add_steps(struct table *table, const struct shown *shown,
                      size_t count)
{
    for (size_t i = 0; i < count; i++)
        table->rows[table->count++] = (struct mz_row){
            .step = shown[i].step,
            .number = shown[i].number,
            .steps = 1,
        };
}

static void add_remark(struct table *table, const struct shown *first,
                       struct mz_repetition repeat, bool varies)
{
    table->rows[table->count++] = (struct mz_row){
        .step = first->step,
        .number = first->number,
        .steps = repeat.period * repeat.times,
        .turns = repeat.times,
        .varies = varies,
    };
}

static struct mz_repetition turns_at(const struct table *table,
                                 const struct shown *shown, size_t from,
                                 size_t to, bool *varies)
{
    struct mz_repetition repeat = mz_repeats_at(shown, from, to, same_step);

    *varies = false;
    if (repeat.times > 1 || table->narrator->report->verbose)
        return repeat;
    repeat = mz_repeats_at(shown, from, to, alike_step);
    if (repeat.times < FEWEST_VARIED)
        return (struct mz_repetition){1, 1};
    *varies = true;
    return repeat;
}

/* Of turns that are all the same the first is shown; of those that only have
 * other values, the last one, too. */
static void add_rows(struct table *table, const struct shown *shown,
                     size_t from, size_t to)
{
    while (from < to) {
        bool varies;
        struct mz_repetition repeat = turns_at(table, shown, from, to, &varies);
        size_t period = repeat.period;

        add_steps(table, &shown[from], period);
        from += period;
        repeat.times -= varies ? 2 : 1;
        if (repeat.times)
            add_remark(table, &shown[from], repeat, varies);
        from += period * repeat.times;
        if (!varies)
            continue;
        add_steps(table, &shown[from], period);
        from += period;
    }
}

/* Shown steps of a part of the account. */
static size_t take_shown(struct table *table, const struct mz_account *account,
                         const uint8_t *fold, uint32_t from, uint32_t to,
                         struct shown *shown)
{
    size_t count = 0;

    for (uint32_t i = from; i < to; i++) {
        if (fold[i] == MZ_OMIT_NONE)
            shown[count++] = (struct shown){
                .step = &account->steps[i],
                .number = mz_steps_number(account, i),
                .is_critical =
                    mz_critical_is_step(account, &account->steps[i]),
            };
        else
            table->folded[fold[i]]++;
    }
    return count;
}

/* In two parts: between them are steps of which nothing is known. */
static void fill_in(struct table *table, const struct mz_account *account,
                    uint8_t *fold, struct shown *shown)
{
    uint32_t count = account->step_count;
    uint32_t half = count < MZ_MAX_STEPS / 2 ? count : MZ_MAX_STEPS / 2;
    size_t before;

    mz_slice(table->narrator, fold);
    add_rows(table, shown, 0,
             take_shown(table, account, fold, 0, half, shown));
    before = table->count;
    add_rows(table, shown, 0,
             take_shown(table, account, fold, half, count, shown));
    if (table->count > before)
        table->rows[before].left_out = account->steps_left_out;
}

/* Of many rows those in the midst have no room. */
static void leave_out(struct table *table)
{
    size_t skipped = table->count - FIRST_ROWS - LAST_ROWS;
    struct mz_row *rest = &table->rows[FIRST_ROWS];
    uint64_t left_out = 0;

    if (table->narrator->report->verbose ||
        table->count <= FIRST_ROWS + LAST_ROWS)
        return;
    for (size_t i = 0; i < skipped; i++)
        left_out += rest[i].steps + rest[i].left_out;
    memmove(rest, rest + skipped, LAST_ROWS * sizeof *rest);
    rest->left_out += left_out;
    table->count -= skipped;
}

static void begin(struct table *table)
{
    const struct mz_account *account =
        &table->narrator->report->region->account;
    uint32_t count = account->step_count;
    struct shown *shown = calloc(count, sizeof *shown);
    uint8_t *fold = calloc(count, sizeof *fold);

    /* A remark stands for two steps at least. */
    table->rows = calloc(count, sizeof *table->rows);
    if (table->rows && shown && fold)
        fill_in(table, account, fold, shown);
    free(shown);
    free(fold);
    leave_out(table);
}

/* ---- columns ------------------------------------------------------------- */

static void widen(int *width, size_t length, int widest)
{
    if ((int)length > *width)
        *width = (int)length < widest ? (int)length : widest;
}

static void put_text(const struct table *table, const struct mz_step *step,
                     char out[MZ_PHRASE])
{
    if (table->is_brief)
        mz_brevity_step(table->narrator, step, table->brevity, out);
    else
        mz_narrator_step(table->narrator, step, out);
}

static void measure(struct table *table, const struct mz_row *row)
{
    char phrase[MZ_PHRASE];

    mz_narrator_thread_in(table->narrator, row->step->thread, row->step,
                          phrase);
    widen(&table->thread_width, strlen(phrase),
          table->is_brief ? MZ_PHRASE : WIDEST_THREAD);
    put_text(table, row->step, phrase);
    widen(&table->text_width, strlen(phrase),
          table->is_brief ? MZ_PHRASE : WIDEST_TEXT);
}

static void measure_line(struct table *table,
                         const struct mz_printed_line *line)
{
    char name[MZ_PHRASE];

    if (line->thread == MZ_NOBODY)
        return;
    mz_printed_thread(table->narrator, line, name);
    widen(&table->thread_width, strlen(name), WIDEST_THREAD);
}

static void print_place(const struct table *table, const struct mz_frame *place,
                        FILE *out)
{
    char phrase[MZ_PHRASE];

    if (!table->is_brief) {
        mz_stacks_place(place, out);
        return;
    }
    mz_brevity_place(place, table->brevity, phrase);
    fputs(phrase, out);
}

static void print_columns(const struct table *table, const char *number,
                          const char *name, const char *text,
                          const struct mz_frame *place, const char *mark,
                          FILE *out)
{
    fprintf(out, "%5s  %-*s  ", number, table->thread_width, name);
    if (place) {
        fprintf(out, "%-*s  ", table->text_width, text);
        print_place(table, place, out);
    } else {
        fputs(text, out);
    }
    fputs(mark, out);
    fputc('\n', out);
}

/* Behind the step: where in a header it was made, and that it preempts; or, in
 * brief, a line above it, which says of whom, and one below it; then behind it
 * is who has called its function. */
static void put_mark(const struct table *table, const struct mz_step *step,
                     char mark[MARK])
{
    const struct mz_report *report = table->narrator->report;
    bool is_critical = mz_critical_is_step(&report->region->account, step);
    const char *what = step->preempts && is_critical ? "preemption, critical"
                       : step->preempts              ? "preemption"
                                                     : "critical";
    struct mz_phrase phrase = mz_phrase_in(mark, MARK);
    char beside[MZ_PHRASE];

    mz_brevity_header_of(table->narrator, step, beside);
    mz_phrase_add(&phrase, "%s", beside);
    if (table->is_brief && table->has_callers) {
        mz_brevity_caller_of(table->narrator, step, beside);
        mz_phrase_add(&phrase, "%.40s", beside);
    }
    if ((step->preempts || is_critical) && !table->is_brief)
        mz_phrase_add(&phrase, "  %s<< %s%s", mz_colour(report, MZ_COLOUR_MARK),
                      what, mz_colour(report, MZ_COLOUR_END));
}

static void print_preempted(const struct table *table,
                            const struct mz_step *step, FILE *out)
{
    const struct mz_report *report = table->narrator->report;
    char name[MZ_PHRASE];

    if (!step->preempts || !table->is_brief || table->is_of_next)
        return;
    mz_narrator_thread_in(table->narrator, step->preempted, step, name);
    fprintf(out, "       %s-- %s is preempted --%s\n",
            mz_colour(report, MZ_COLOUR_MARK), name,
            mz_colour(report, MZ_COLOUR_END));
}

static void print_critical(const struct table *table,
                           const struct mz_step *step, FILE *out)
{
    const struct mz_report *report = table->narrator->report;

    if (table->is_brief &&
        mz_critical_is_step(&report->region->account, step))
        fprintf(out, "       %s-- critical --%s\n",
                mz_colour(report, MZ_COLOUR_MARK),
                mz_colour(report, MZ_COLOUR_END));
}

/* Before that step; all that is left is after the last one. */
static void print_printed(struct table *table, uint64_t step, FILE *out)
{
    const struct mz_narrator *n = table->narrator;
    char name[MZ_PHRASE];

    while (table->next_line < table->line_count &&
           table->lines[table->next_line].after < step) {
        const struct mz_printed_line *line = &table->lines[table->next_line++];

        *name = 0;
        if (line->thread != MZ_NOBODY)
            mz_printed_thread(n, line, name);
        fprintf(out, "%5s  %-*s  ", "", table->thread_width, name);
        mz_printed_put(line, (int)n->report->columns - 9 - table->thread_width,
                       out);
    }
}

static void print_row(struct table *table, const struct mz_row *row, FILE *out)
{
    char number[24], name[MZ_PHRASE], text[MZ_PHRASE], mark[MARK];
    struct mz_frame place;
    bool known;

    if (row->turns) {
        mz_drawing_remark(row, out);
        return;
    }
    print_printed(table, row->number, out);
    print_preempted(table, row->step, out);
    snprintf(number, sizeof number, "%lu", (unsigned long)row->number);
    put_text(table, row->step, text);
    known = mz_narrator_step_place(table->narrator, row->step, &place);
    mz_narrator_thread_in(table->narrator, row->step->thread, row->step, name);
    put_mark(table, row->step, mark);
    print_columns(table, number, name, text, known ? &place : NULL, mark, out);
    print_critical(table, row->step, out);
}

/* What the last step led to. A deadlock is nobody's doing in particular. */
static void print_failure(const struct table *table, FILE *out)
{
    const struct mz_finding *finding =
        &table->narrator->report->region->findings[0];
    char name[MZ_PHRASE], text[MZ_PHRASE];
    struct mz_frame place;
    bool known;

    if (!mz_outcome(table->narrator, text))
        return;
    known = mz_narrator_failure(table->narrator, finding, &place);
    mz_narrator_thread(table->narrator, finding->thread, name);
    print_columns(table, "*", name, text, known ? &place : NULL, "", out);
}

/* ---- how brief ----------------------------------------------------------- */

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static int columns_of(const struct table *table, const char *name,
                      const char *text, const char *place)
{
    return 7 + larger(table->thread_width, (int)strlen(name)) + 2 +
           larger(table->text_width, (int)strlen(text)) + 2 +
           (int)strlen(place);
}

static int row_columns(const struct table *table, const struct mz_row *row)
{
    char name[MZ_PHRASE], text[MZ_PHRASE], place[MZ_PHRASE], mark[MARK];

    mz_narrator_thread_in(table->narrator, row->step->thread, row->step, name);
    put_text(table, row->step, text);
    mz_brevity_place_of(table->narrator, row->step, table->brevity, place);
    put_mark(table, row->step, mark);
    return columns_of(table, name, text, place) +
           (table->is_brief ? (int)strlen(mark) : 0);
}

static int failure_columns(const struct table *table)
{
    const struct mz_finding *finding =
        &table->narrator->report->region->findings[0];
    char name[MZ_PHRASE], text[MZ_PHRASE], where[MZ_PHRASE] = "";
    struct mz_frame place;

    if (!mz_outcome(table->narrator, text))
        return 0;
    if (mz_narrator_failure(table->narrator, finding, &place))
        mz_brevity_place(&place, table->brevity, where);
    mz_narrator_thread(table->narrator, finding->thread, name);
    return columns_of(table, name, text, where);
}

static bool fits(struct table *table)
{
    int columns = (int)table->narrator->report->columns, widest;

    table->thread_width = table->text_width = 0;
    for (size_t i = 0; i < table->count; i++)
        measure(table, &table->rows[i]);
    for (size_t i = 0; i < table->line_count; i++)
        measure_line(table, &table->lines[i]);
    widest = failure_columns(table);
    for (size_t i = 0; i < table->count; i++)
        widest = larger(widest, row_columns(table, &table->rows[i]));
    return widest <= columns;
}

/* As few words as the width of the lines wants. False: it is not enough. */
static bool find_brevity(struct table *table)
{
    for (table->brevity = MZ_BREVITY_NONE; !fits(table); table->brevity++)
        if (table->brevity + 1 == MZ_BREVITIES ||
            (table->brevity + 1 == MZ_BREVITY_LINES &&
             !mz_brevity_is_of_one_file(table->narrator, table->rows,
                                        table->count)))
            return false;
    return true;
}

/* If there is no room for the fewest words either, lines are broken in any
 * case: then all words are there. */
static void choose_brevity(struct table *table)
{
    table->is_brief = !table->narrator->report->verbose;
    table->has_callers =
        table->is_brief && mz_brevity_wants_callers(table->narrator,
                                                    table->rows, table->count);
    if (table->is_brief && find_brevity(table))
        return;
    if (table->has_callers) {
        table->has_callers = false;
        if (find_brevity(table))
            return;
    }
    table->is_brief = false;
    fits(table);
}

/* ---- the table ----------------------------------------------------------- */

unsigned mz_steps_context_switches(const struct mz_account *account)
{
    unsigned switches = 0;

    for (uint32_t i = 1; i < account->step_count; i++)
        switches += account->steps[i].thread != account->steps[i - 1].thread;
    return switches;
}

unsigned mz_steps_preemptions(const struct mz_account *account)
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
        print_number(mz_steps_context_switches(account), "context switch",
                     "context switches", out);
        print_number(mz_steps_preemptions(account), "preemption",
                     "preemptions", out);
    }
    fputs("):\n", out);
}

static void print_table(struct table *table, FILE *out)
{
    for (size_t i = 0; i < table->count; i++) {
        const struct mz_row *row = &table->rows[i];

        if (row->left_out)
            fprintf(out, "  ...  %lu steps left out%s\n",
                    (unsigned long)row->left_out,
                    table->narrator->report->verbose ? "" : " (-v shows more)");
        print_row(table, row, out);
    }
    print_printed(table, UINT64_MAX, out);
    print_failure(table, out);
}

static const char *const folds[MZ_OMITS] = {
    [MZ_OMIT_NONE] = "",
    [MZ_OMIT_START_UP] = "of start-up",
    [MZ_OMIT_LIFE] = "of creation, join, allocation",
    [MZ_OMIT_LIBRARY] = "in libraries",
    [MZ_OMIT_APART] = "on other objects",
};

/* `(13 steps not shown: 9 of start-up, 4 in libraries; -v shows all)`; of one
 * sort, `(9 steps of start-up not shown; -v shows all)`. */
static void print_folded(const struct table *table, FILE *out)
{
    const struct mz_report *report = table->narrator->report;
    unsigned long all = 0, sorts = 0;
    const char *separator = ": ", *sort = "";

    for (unsigned i = MZ_OMIT_NONE + 1; i < MZ_OMITS; i++) {
        all += table->folded[i];
        sorts += table->folded[i] > 0;
        if (table->folded[i])
            sort = folds[i];
    }
    if (!all)
        return;
    fprintf(out, "%s  (%lu step%s %s%snot shown",
            mz_colour(report, MZ_COLOUR_FAINT), all, all == 1 ? "" : "s",
            sorts == 1 ? sort : "", sorts == 1 ? " " : "");
    for (unsigned i = MZ_OMIT_NONE + 1; sorts > 1 && i < MZ_OMITS; i++)
        if (table->folded[i]) {
            fprintf(out, "%s%lu %s", separator,
                    (unsigned long)table->folded[i], folds[i]);
            separator = ", ";
        }
    fprintf(out, "; -v shows all)%s\n", mz_colour(report, MZ_COLOUR_END));
}

static void print_first_weak(const struct mz_account *account, FILE *out)
{
    for (uint32_t i = 0; i < account->step_count; i++)
        if (mz_steps_is_first_weak(account, &account->steps[i]))
            fprintf(out,
                    "  step %lu is the first that would not be so under "
                    "--memory-model=sc\n",
                    (unsigned long)mz_steps_number(account, i));
}

void mz_steps_print(const struct mz_narrator *n, FILE *out)
{
    const struct mz_account *account = &n->report->region->account;
    struct table table = {.narrator = n};

    if (!account->step_count)
        return;
    begin(&table);
    table.lines = mz_printed_lines(n->report, &table.line_count);
    print_title(account, out);
    if (!mz_drawing_print(n, table.rows, table.count, table.lines,
                          table.line_count, out)) {
        choose_brevity(&table);
        print_table(&table, out);
    }
    print_folded(&table, out);
    print_first_weak(account, out);
    mz_critical_print(n, out);
    free(table.lines);
    free(table.rows);
}

/* ---- where it was stopped ------------------------------------------------ */

void mz_steps_print_next(const struct mz_narrator *n, FILE *out)
{
    const struct mz_account *account = &n->report->region->account;
    struct table table = {.narrator = n, .is_of_next = true};
    struct mz_row rows[MZ_WIDE_THREADS];

    if (!account->next_count)
        return;
    fputs("\nthe next step of each thread that takes one:\n", out);
    for (uint32_t i = 0; i < account->next_count; i++) {
        rows[i] = (struct mz_row){
            .step = &account->nexts[i].step,
            .number = account->nexts[i].number,
            .steps = 1,
        };
    }
    table.rows = rows;
    table.count = account->next_count;
    choose_brevity(&table);
    for (uint32_t i = 0; i < account->next_count; i++)
        print_row(&table, &rows[i], out);
}
