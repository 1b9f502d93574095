/* SPDX-License-Identifier: Apache-2.0 */
#include "report/drawing.h"

#include <string.h>

#include "report/brevity.h"
#include "report/colour.h"
#include "report/critical.h"
#include "report/outcome.h"

enum {
    MOST_LANES = 4,
    NUMBER = 5, /* columns of a step's number */
    GAP = 2,    /* between lanes */
};

struct drawing {
    const struct mz_narrator *narrator;
    const struct mz_row *rows;
    size_t count;
    unsigned threads[MOST_LANES];
    int widths[MOST_LANES];
    unsigned lane_count;
    enum mz_brevity brevity;
    bool has_callers; /* a function's places want that of its call */
    const struct mz_printed_line *lines;
    size_t line_count, next_line;
};

void mz_drawing_remark(const struct mz_row *row, FILE *out)
{
    uint64_t period = row->steps / row->turns;

    fputs("  ...  the same ", out);
    if (period == 1)
        fputs("step", out);
    else
        fprintf(out, "%lu steps", (unsigned long)period);
    fprintf(out, " %zu more times%s\n", row->turns,
            row->varies ? ", with other values" : "");
}

/* ---- lanes --------------------------------------------------------------- */

static const struct mz_finding *finding_of(const struct drawing *d)
{
    return &d->narrator->report->region->findings[0];
}

/* Its lane; MOST_LANES: it has none. */
static unsigned lane_of(const struct drawing *d, unsigned thread)
{
    for (unsigned i = 0; i < d->lane_count; i++)
        if (d->threads[i] == thread)
            return i;
    return MOST_LANES;
}

/* False: there is no room for one more. */
static bool add_lane(struct drawing *d, unsigned thread)
{
    if (lane_of(d, thread) != MOST_LANES)
        return true;
    if (d->lane_count == MOST_LANES)
        return false;
    d->threads[d->lane_count++] = thread;
    return true;
}

static void widen(int *width, const char *text)
{
    if ((int)strlen(text) > *width)
        *width = (int)strlen(text);
}

/* In the order of their numbers, which is that of their births. */
static void sort(struct drawing *d)
{
    for (unsigned i = 1; i < d->lane_count; i++)
        for (unsigned k = i; k > 0 && d->threads[k - 1] > d->threads[k]; k--) {
            unsigned t = d->threads[k];

            d->threads[k] = d->threads[k - 1];
            d->threads[k - 1] = t;
        }
}

/* Who has written something, if there is room; else it says who. */
static void add_writers(struct drawing *d)
{
    for (size_t i = 0; i < d->line_count; i++)
        if (d->lines[i].thread != MZ_NOBODY)
            add_lane(d, d->lines[i].thread);
}

static bool find_lanes(struct drawing *d)
{
    char error[MZ_PHRASE];

    for (size_t i = 0; i < d->count; i++)
        if (!add_lane(d, d->rows[i].step->thread))
            return false;
    if (mz_outcome(d->narrator, error) &&
        !add_lane(d, finding_of(d)->thread))
        return false;
    if (d->lane_count > 1)
        add_writers(d);
    sort(d);
    return d->lane_count > 1;
}

static void measure_lanes(struct drawing *d)
{
    char text[MZ_PHRASE];

    for (unsigned i = 0; i < d->lane_count; i++) {
        d->widths[i] = 0;
        mz_narrator_thread(d->narrator, d->threads[i], text);
        widen(&d->widths[i], text);
    }
    for (size_t i = 0; i < d->count; i++) {
        const struct mz_step *step = d->rows[i].step;

        mz_brevity_step(d->narrator, step, d->brevity, text);
        widen(&d->widths[lane_of(d, step->thread)], text);
    }
    if (mz_outcome(d->narrator, text))
        widen(&d->widths[lane_of(d, finding_of(d)->thread)], text);
}

static void put_place(const struct drawing *d, const struct mz_step *step,
                      char out[MZ_PHRASE])
{
    char place[MZ_PHRASE], header[MZ_PHRASE], caller[MZ_PHRASE] = "";

    mz_brevity_place_of(d->narrator, step, d->brevity, place);
    mz_brevity_header_of(d->narrator, step, header);
    if (d->has_callers)
        mz_brevity_caller_of(d->narrator, step, caller);
    snprintf(out, MZ_PHRASE, "%.300s%.80s%.40s", place, header, caller);
}

static int total_width(struct drawing *d)
{
    char text[MZ_PHRASE];
    struct mz_frame place;
    int width = NUMBER + GAP, widest = 0;

    for (unsigned i = 0; i < d->lane_count; i++)
        width += d->widths[i] + GAP;
    for (size_t i = 0; i < d->count; i++) {
        put_place(d, d->rows[i].step, text);
        widen(&widest, text);
    }
    if (mz_outcome(d->narrator, text) &&
        mz_narrator_failure(d->narrator, finding_of(d), &place)) {
        mz_brevity_place(&place, d->brevity, text);
        widen(&widest, text);
    }
    return width + widest;
}

static bool find_brevity(struct drawing *d)
{
    int columns = (int)d->narrator->report->columns;

    for (d->brevity = MZ_BREVITY_NONE; d->brevity < MZ_BREVITIES;
         d->brevity++) {
        if (d->brevity == MZ_BREVITY_LINES &&
            !mz_brevity_is_of_one_file(d->narrator, d->rows, d->count))
            return false;
        measure_lanes(d);
        if (total_width(d) <= columns)
            return true;
    }
    return false;
}

static bool fits(struct drawing *d)
{
    if (!find_lanes(d))
        return false;
    d->has_callers = mz_brevity_wants_callers(d->narrator, d->rows, d->count);
    if (find_brevity(d))
        return true;
    if (!d->has_callers)
        return false;
    d->has_callers = false;
    return find_brevity(d);
}

/* ---- drawing ------------------------------------------------------------- */

static void print_to_lane(const struct drawing *d, const char *number,
                          unsigned lane, FILE *out)
{
    int indent = GAP;

    for (unsigned i = 0; i < lane; i++)
        indent += d->widths[i] + GAP;
    fprintf(out, "%*s%*s", NUMBER, number, indent, "");
}

/* In a lane, and behind all of them the place. */
static void print_cell(const struct drawing *d, const char *number,
                       unsigned lane, const char *text, const char *place,
                       FILE *out)
{
    int rest = 0;

    print_to_lane(d, number, lane, out);
    for (unsigned i = lane; i < d->lane_count; i++)
        rest += d->widths[i] + GAP;
    if (*place)
        fprintf(out, "%-*s%s\n", rest, text, place);
    else
        fprintf(out, "%s\n", text);
}

static void print_header(const struct drawing *d, FILE *out)
{
    char name[MZ_PHRASE];

    fprintf(out, "%*s%*s", NUMBER, "", GAP, "");
    for (unsigned i = 0; i < d->lane_count; i++) {
        bool is_last = i + 1 == d->lane_count;

        mz_narrator_thread(d->narrator, d->threads[i], name);
        fprintf(out, "%-*s",
                is_last && d->brevity < MZ_BREVITY_LINES ? 0
                                                         : d->widths[i] + GAP,
                name);
    }
    if (d->brevity >= MZ_BREVITY_LINES)
        fputs("line", out);
    fputc('\n', out);
}

/* `-- preempted --`, in the lane of that thread, if it has one. */
static void print_mark(struct drawing *d, unsigned thread, const char *mark,
                       FILE *out)
{
    const struct mz_report *report = d->narrator->report;
    unsigned lane = lane_of(d, thread);

    if (lane == MOST_LANES)
        return;
    print_to_lane(d, "", lane, out);
    fprintf(out, "%s-- %s --%s\n", mz_colour(report, MZ_COLOUR_MARK), mark,
            mz_colour(report, MZ_COLOUR_END));
}

/* How far from the left a lane begins. */
static int indent_of(const struct drawing *d, unsigned lane)
{
    int indent = NUMBER + GAP;

    for (unsigned i = 0; i < lane; i++)
        indent += d->widths[i] + GAP;
    return indent;
}

/* Before that step. Where there is a lane for who has written it, in that. */
static void print_printed(struct drawing *d, uint64_t step, FILE *out)
{
    const struct mz_narrator *n = d->narrator;

    while (d->next_line < d->line_count &&
           d->lines[d->next_line].after < step) {
        const struct mz_printed_line *line = &d->lines[d->next_line++];
        unsigned lane = lane_of(d, line->thread);
        int columns = (int)n->report->columns - NUMBER - GAP;
        char name[MZ_PHRASE];

        if (lane < MOST_LANES) {
            columns = (int)n->report->columns - indent_of(d, lane);
            print_to_lane(d, "", lane, out);
        } else {
            print_to_lane(d, "", 0, out);
        }
        if (lane == MOST_LANES && line->thread != MZ_NOBODY) {
            mz_printed_thread(n, line, name);
            columns -= fprintf(out, "%s ", name);
        }
        mz_printed_put(line, columns, out);
    }
}

static void print_row(struct drawing *d, size_t i, FILE *out)
{
    const struct mz_row *row = &d->rows[i];
    char number[24], text[MZ_PHRASE], place[MZ_PHRASE];

    if (row->turns) {
        mz_drawing_remark(row, out);
        return;
    }
    print_printed(d, row->number, out);
    if (row->step->preempts)
        print_mark(d, row->step->preempted, "preempted", out);
    snprintf(number, sizeof number, "%lu", (unsigned long)row->number);
    mz_brevity_step(d->narrator, row->step, d->brevity, text);
    put_place(d, row->step, place);
    print_cell(d, number, lane_of(d, row->step->thread), text, place, out);
    if (mz_critical_is_step(&d->narrator->report->region->account, row->step))
        print_mark(d, row->step->thread, "critical", out);
}

static void print_failure(struct drawing *d, FILE *out)
{
    const struct mz_finding *finding = finding_of(d);
    char text[MZ_PHRASE], where[MZ_PHRASE] = "";
    struct mz_frame place;

    if (!mz_outcome(d->narrator, text))
        return;
    if (mz_narrator_failure(d->narrator, finding, &place))
        mz_brevity_place(&place, d->brevity, where);
    print_cell(d, "*", lane_of(d, finding->thread), text, where, out);
}

bool mz_drawing_print(const struct mz_narrator *n, const struct mz_row *rows,
                      size_t count, const struct mz_printed_line *lines,
                      size_t line_count, FILE *out)
{
    struct drawing drawing = {
        .narrator = n,
        .rows = rows,
        .count = count,
        .lines = lines,
        .line_count = line_count,
    };

    for (size_t i = 0; i < count; i++)
        if (rows[i].left_out)
            return false; /* a long one */
    if (!count || n->report->verbose || !fits(&drawing))
        return false;
    print_header(&drawing, out);
    for (size_t i = 0; i < count; i++)
        print_row(&drawing, i, out);
    print_printed(&drawing, UINT64_MAX, out);
    print_failure(&drawing, out);
    return true;
}
