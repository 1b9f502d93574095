/* SPDX-License-Identifier: Apache-2.0 */
#include "report/interleaving.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "report/cards.h"
#include "report/document.h"
#include "report/fold.h"
#include "report/memory_column.h"

enum {
    MOST_FIXED = 4,  /* lanes; with more the table is scrolled by itself */
    MOST_AGAIN = 64, /* steps of a loop's further turns that are on the page */
};

struct table {
    struct mz_page *page;
    unsigned char *folds; /* enum mz_omit, one for each step */
    struct mz_memory_column column;
    size_t printed; /* parts of what the program has written that are there */
};

static const char *tag_of(const json_t *step)
{
    static const struct {
        const char *access, *tag;
    } tags[] = {{"read", "R"},  {"write", "W"},       {"update", "RW"},
                {"share", "S"}, {"synchronise", "S"}, {"allocate", "A"},
                {"free", "F"}};

    for (size_t i = 0; i < MZ_COUNT(tags); i++)
        if (!strcmp(mz_field_text(step, "access"), tags[i].access))
            return tags[i].tag;
    return "";
}

static void put_after(struct mz_page *page, const json_t *step)
{
    const json_t *after = mz_field_array(step, "after");

    mz_put(page, " data-after=\"");
    for (size_t i = 0; i < json_array_size(after); i++)
        mz_put_form(page, "%s%lld", i ? " " : "",
                    (long long)json_integer_value(json_array_get(after, i)));
    mz_put(page, "\"");
}

/* What the code of the step calls otherwise: another one may call another
 * object so. */
static void put_alias(struct mz_page *page, const json_t *step)
{
    const char *name = mz_field_text(step, "object_anywhere");

    if (!*name || mz_is_briefly(step, step))
        return;
    mz_put(page, "<div class=alias>which is ");
    mz_put_text(page, name);
    mz_put(page, "</div>");
}

static void put_box(struct mz_page *page, const json_t *step)
{
    const char *tag = tag_of(step);

    mz_put(page, "<div class=box tabindex=0><div class=op>");
    mz_put_thread(page, mz_field_text(step, "thread_name"));
    if (*tag)
        mz_put_form(page, "<span class=\"tag %s\" aria-hidden=true>%s</span>",
                    tag, tag);
    mz_put(page, "<span class=text>");
    mz_put_field(page, step, "text");
    mz_put(page, "</span></div>");
    put_alias(page, step);
    mz_put_source(page, step);
    mz_put(page, "</div>");
}

static void put_step(struct table *table, size_t i, bool is_in)
{
    struct mz_page *page = table->page;
    const json_t *step = mz_page_step(page, i);
    const char *thread = mz_field_text(step, "thread_name");
    long long number = mz_field_number(step, "step");

    mz_put_form(page,
                "<li class=\"s t%zu%s\" id=\"e%zus%lld\" style=\"--l:%zu\"",
                mz_page_colour(page, thread), is_in ? " in" : "", page->number,
                number, mz_lanes_find(&page->lanes, thread));
    put_after(page, step);
    mz_put_form(page, "><span class=n>%lld</span>", number);
    put_box(page, step);
    mz_put_memory(page, &table->column, step, i + 1);
    mz_put(page, "</li>\n");
}

static void put_preemption(struct mz_page *page, size_t i)
{
    const json_t *step = mz_page_step(page, i);

    if (!i || !mz_field_is_true(step, "preempts"))
        return;
    mz_put(page, "<li class=\"bar pre\"><span>preemption: ");
    mz_put_thread(page,
                  mz_field_text(mz_page_step(page, i - 1), "thread_name"));
    mz_put(page, " could go on, ");
    mz_put_thread(page, mz_field_text(step, "thread_name"));
    mz_put(page, " does</span></li>\n");
}

/* Below it. */
static void put_critical(struct mz_page *page, size_t i)
{
    if (mz_field_is_true(mz_page_step(page, i), "is_first_weak"))
        mz_put(page, "<li class=\"bar pre\"><span>that step is the first that "
                     "would not be so under --memory-model=sc"
                     "</span></li>\n");
    if (mz_field_is_true(mz_page_step(page, i), "critical"))
        mz_put(page, "<li class=\"bar pre\"><span>critical: from here on every "
                     "way to go on ends in an error</span></li>\n");
}

/* How many steps from there on are folded together. */
static size_t folded(const struct table *table, size_t from)
{
    size_t count = 0;

    while (from + count < mz_page_steps(table->page) &&
           table->folds[from + count] != MZ_FOLD_NOT)
        count++;
    return count;
}

static void put_reasons(struct table *table, size_t from, size_t count)
{
    const char *between = ": ";

    for (unsigned fold = 1; fold < MZ_FOLD_COUNT; fold++)
        for (size_t i = from; i < from + count; i++)
            if (table->folds[i] == fold) {
                mz_put_form(table->page, "%s%s", between,
                            mz_fold_reasons[fold]);
                between = "; ";
                break;
            }
}

static void put_fold(struct table *table, size_t from, size_t count)
{
    struct mz_page *page = table->page;

    mz_put(page,
           "<li class=\"bar fold\"><button type=button aria-expanded=true>"
           "<span class=tri aria-hidden=true></span>");
    mz_put_count(page, (long long)count, "step", "steps");
    put_reasons(table, from, count);
    mz_put(page, "</button></li>\n");
}

/* Turns of a loop are all alike: not all of them need be there. */
static bool is_too_much(const struct table *table, size_t from, size_t i,
                        size_t count)
{
    return table->folds[i] == MZ_FOLD_AGAIN && i - from >= MOST_AGAIN &&
           i + 1 < from + count;
}

static size_t put_folded(struct table *table, size_t from, size_t count)
{
    struct mz_page *page = table->page;
    size_t left_out = 0;

    put_fold(table, from, count);
    for (size_t i = from; i < from + count; i++) {
        if (is_too_much(table, from, i, count)) {
            left_out++;
            continue;
        }
        put_step(table, i, true);
    }
    if (left_out) {
        mz_put(page, "<li class=\"bar in\"><span>");
        mz_put_count(page, (long long)left_out, "step", "steps");
        mz_put(page, " of these turns are not on this page</span></li>\n");
    }
    return count;
}

static void put_left_out(struct mz_page *page, size_t i)
{
    long long before =
        i ? mz_field_number(mz_page_step(page, i - 1), "step") : 0;
    long long missing =
        mz_field_number(mz_page_step(page, i), "step") - before - 1;

    if (missing <= 0)
        return;
    mz_put(page, "<li class=bar><span>");
    mz_put_count(page, missing, "step is", "steps are");
    mz_put(page, " not in the report</span></li>\n");
}

static void put_failure_box(struct mz_page *page, const char *thread,
                            const json_t *blocked)
{
    mz_put_form(page, "<li class=\"s bad t%zu\" style=\"--l:%zu\"",
                mz_page_colour(page, thread),
                mz_lanes_find(&page->lanes, thread));
    if (mz_error_is(page->error, "data-race"))
        mz_put_form(
            page, " data-race=\"%lld\"",
            mz_field_number(json_object_get(page->error, "other"), "step"));
    mz_put(page, "><span class=n aria-label=\"the error\">&#10005;</span>"
                 "<div class=box tabindex=0><div class=op>");
    mz_put_thread(page, thread);
    mz_put(page, "<span class=text>");
    if (blocked)
        mz_put_wait(page, blocked);
    else
        mz_put_field(page, page->error, "headline");
    mz_put(page, "</span></div>");
    mz_put_source(page, blocked ? blocked : page->error);
    mz_put(page, "</div><div class=mem></div></li>\n");
}

/* The threads that have a box there: who fails; of a deadlock, who waits. */
static bool fails(const struct mz_page *page, const char *thread)
{
    return *thread && !mz_error_is(page->error, "deadlock") &&
           !strcmp(mz_field_text(page->error, "thread_name"), thread);
}

static const json_t *waits(const struct mz_page *page, const char *thread)
{
    const json_t *blocked = mz_field_array(page->error, "blocked");

    for (size_t i = 0;
         mz_error_tells_blocked(page->error) && i < json_array_size(blocked);
         i++)
        if (!strcmp(mz_field_text(json_array_get(blocked, i), "thread_name"),
                    thread))
            return json_array_get(blocked, i);
    return NULL;
}

/* What the program has written before that step, in the lane of who has. */
static void put_printed(struct table *table, long long step)
{
    struct mz_page *page = table->page;
    const json_t *parts = mz_field_array(page->error, "printed");

    for (; table->printed < json_array_size(parts); table->printed++) {
        const json_t *part = json_array_get(parts, table->printed);
        const char *thread = mz_field_text(part, "thread_name");

        if (mz_field_number(part, "after") >= step)
            return;
        mz_put_form(page, "<li class=\"out t%zu\" style=\"--l:%zu\">",
                    mz_page_colour(page, thread),
                    mz_lanes_find(&page->lanes, thread));
        mz_put(page, "<div class=said><span class=says>");
        if (*thread)
            mz_put_thread(page, thread);
        mz_put(page, " output</span><samp>");
        if (mz_field_number(part, "left_out"))
            mz_put_form(page, "(%lld bytes left out)\n",
                        mz_field_number(part, "left_out"));
        mz_put_field(page, part, "text");
        mz_put(page, "</samp></div></li>\n");
    }
}

/* What the last step led to. */
static void put_end(struct mz_page *page)
{
    for (size_t i = 0; i < page->lanes.count; i++) {
        const char *thread = page->lanes.names[i];

        if (fails(page, thread))
            put_failure_box(page, thread, NULL);
        else if (waits(page, thread))
            put_failure_box(page, thread, waits(page, thread));
    }
}

static void put_heads(struct mz_page *page)
{
    mz_put(page, "<li class=heads aria-hidden=true><span class=n></span>");
    for (size_t i = 0; i < page->lanes.count; i++) {
        mz_put_form(page, "<span class=\"head t%zu\" style=\"--l:%zu\">",
                    i % MZ_PAGE_COLOURS, i);
        mz_put_text(page, page->lanes.names[i]);
        mz_put(page, "</span>");
    }
    mz_put(page, "<span class=\"head mem\">memory</span></li>\n");
    mz_put(page, "<li class=lines aria-hidden=true>");
    for (size_t i = 0; i < page->lanes.count; i++)
        mz_put_form(page, "<i class=t%zu style=\"--l:%zu\"></i>",
                    i % MZ_PAGE_COLOURS, i);
    mz_put(page, "</li>\n");
}

/* What is not folded has a box there. */
static bool is_idle(const struct table *table, size_t lane)
{
    const struct mz_page *page = table->page;

    for (size_t i = 0; i < mz_page_steps(page); i++)
        if (table->folds[i] == MZ_FOLD_NOT &&
            !strcmp(mz_field_text(mz_page_step(page, i), "thread_name"),
                    page->lanes.names[lane]))
            return false;
    return !fails(page, page->lanes.names[lane]) &&
           !waits(page, page->lanes.names[lane]);
}

/* Lanes without boxes are narrow. */
static void put_columns(struct table *table)
{
    struct mz_page *page = table->page;

    for (size_t i = 0; i < page->lanes.count; i++)
        mz_put(page, is_idle(table, i) ? " minmax(5rem,.3fr)"
                                       : " minmax(11.5rem,1fr)");
}

static void put_steps(struct table *table)
{
    struct mz_page *page = table->page;

    mz_put_form(page,
                "<div class=\"%s\"><ol class=lanes role=list "
                "style=\"--lanes:%zu;--cols:",
                page->lanes.count > MOST_FIXED ? "wide" : "",
                page->lanes.count);
    put_columns(table);
    mz_put(page, "\" aria-label=\"the interleaving, step by step\">\n");
    put_heads(page);
    for (size_t i = 0; i < mz_page_steps(page);) {
        size_t count = folded(table, i);

        put_printed(table, mz_field_number(mz_page_step(page, i), "step"));
        put_left_out(page, i);
        if (count) {
            i += put_folded(table, i, count);
        } else {
            put_preemption(page, i);
            put_step(table, i, false);
            put_critical(page, i++);
        }
    }
    put_printed(table, LLONG_MAX);
    put_end(page);
    mz_put(page, "</ol></div>\n");
}

/* Who ran when, at a glance: a row a thread, a column a step. */
static void put_overview(struct mz_page *page)
{
    size_t count = mz_page_steps(page), rows = page->lanes.count;

    mz_put_form(
        page,
        "<svg class=overview viewBox=\"0 0 %zu %zu\" "
        "preserveAspectRatio=none role=img aria-label=\"which thread ran "
        "when: %zu steps of %zu threads\">",
        count, rows * 10, count, rows);
    for (size_t i = 0; i < count;) {
        const char *thread =
            mz_field_text(mz_page_step(page, i), "thread_name");
        size_t end = i + 1, lane = mz_lanes_find(&page->lanes, thread);

        while (end < count &&
               !strcmp(mz_field_text(mz_page_step(page, end), "thread_name"),
                       thread))
            end++;
        mz_put_form(page,
                    "<rect class=t%zu x=%zu y=%zu width=%zu height=8 "
                    "data-step=%lld><title>",
                    lane % MZ_PAGE_COLOURS, i, lane * 10 + 1, end - i,
                    mz_field_number(mz_page_step(page, i), "step"));
        mz_put_text(page, thread);
        mz_put_form(page, ": steps %lld to %lld</title></rect>",
                    mz_field_number(mz_page_step(page, i), "step"),
                    mz_field_number(mz_page_step(page, end - 1), "step"));
        i = end;
    }
    mz_put(page, "</svg>\n");
}

static void put_toolbar(struct mz_page *page)
{
    mz_put_form(page,
                "<div class=tools><h2>Interleaving</h2><span class=js "
                "role=toolbar aria-label=\"stepping\" data-error=%zu>"
                "<button type=button data-do=first title=\"first step "
                "(Home)\">first</button>"
                "<button type=button data-do=back title=\"step back "
                "(&#8593;)\">back</button>"
                "<button type=button data-do=next title=\"next step "
                "(&#8595;)\">next</button>"
                "<button type=button data-do=last title=\"last step "
                "(End)\">last</button>"
                "<button type=button data-do=fold aria-pressed=false "
                "title=\"show all steps (f)\">all steps</button>"
                "</span><output class=\"js where\" "
                "aria-live=polite></output></div>\n",
                page->number);
}

int mz_put_interleaving(struct mz_page *page)
{
    struct table table = {.page = page, .folds = mz_fold_make(page->error)};

    if (!table.folds)
        return -ENOMEM;
    mz_put(page, "<section class=trace>");
    put_toolbar(page);
    if (page->lanes.count > 1)
        put_overview(page);
    mz_memory_column_make(&table.column, page->error);
    put_steps(&table);
    mz_put(page, "</section>\n");
    free(table.folds);
    return 0;
}
