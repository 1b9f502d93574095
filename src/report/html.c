/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The report as a page: one file that needs nothing else. What page.css and
 * page.js hold is in it as it is; the page is whole without the script, which
 * folds, steps and draws arrows.
 *
 * All text of the program and of the document is escaped, and the page's policy
 * lets no script run but that one.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "page.h"
#include "report/document.h"
#include "report/fold.h"
#include "report/format.h"
#include "report/highlight.h"
#include "report/hint.h"
#include "report/lanes.h"

enum {
    COLOURS = 8,     /* of lanes: then they come again */
    MOST_CELLS = 64, /* of memory that are followed */
    SHOWN_CELLS = 6, /* of them in one row */
    MOST_FIXED = 4,  /* lanes; with more the table is scrolled by itself */
    MOST_AGAIN = 64, /* steps of a loop's further turns that are on the page */
};

/* An object that several steps use, and what it holds. */
struct cell {
    const json_t *step;          /* that used it first */
    const char *object, *thread; /* of that step */
    const char *value;           /* NULL: not known yet */
    bool is_shared;
    bool is_ambiguous; /* another object is called so in brief */
    size_t changed;    /* the last step that did, counted from 1 */
};

struct page {
    FILE *out;
    const json_t *document;
    const json_t *error; /* that is told */
    size_t number;       /* of it, for names of steps */
    struct mz_lanes lanes;
    unsigned char *folds; /* enum mz_fold, one for each step */
    struct cell cells[MOST_CELLS];
    size_t cell_count;
};

/* ---- text ---------------------------------------------------------------- */

static void put(struct page *page, const char *html)
{
    fputs(html, page->out);
}

__attribute__((format(printf, 2, 3))) static void put_form(struct page *page,
                                                           const char *format,
                                                           ...)
{
    va_list values;

    va_start(values, format);
    vfprintf(page->out, format, values);
    va_end(values);
}

static void put_text(struct page *page, const char *text)
{
    mz_escape(text, strlen(text), page->out);
}

static void put_field(struct page *page, const json_t *object, const char *key)
{
    put_text(page, mz_field_text(object, key));
}

static void put_count(struct page *page, long long count, const char *one,
                      const char *many)
{
    put_form(page, "%lld %s", count, count == 1 ? one : many);
}

static void put_lines(struct page *page, const char *const *lines)
{
    for (; *lines; lines++)
        put(page, *lines);
}

/* `data race` for `data-race` */
static void put_words(struct page *page, const char *name)
{
    for (; *name; name++)
        mz_escape(*name == '-' ? " " : name, 1, page->out);
}

static bool is_known(const json_t *place)
{
    return *mz_field_text(place, "file");
}

/* A library's own file is told by its last part. */
static const char *short_name(const char *file)
{
    const char *slash = strrchr(file, '/');

    return slash && !strncmp(file, "/usr/", 5) ? slash + 1 : file;
}

/* file.c:12 in f */
static void put_place(struct page *page, const json_t *place)
{
    const char *function = mz_field_text(place, "function");

    if (is_known(place)) {
        put(page, "<span class=file>");
        put_text(page, short_name(mz_field_text(place, "file")));
        put_form(page, ":%lld</span>", mz_field_number(place, "line"));
    }
    if (*function) {
        put(page, is_known(place) ? " in <span class=fn>" : "<span class=fn>");
        put_text(page, function);
        put(page, "</span>");
    }
}

/* The line that is there, and where that is. */
static void put_source(struct page *page, const json_t *place)
{
    const char *source = mz_document_source(page->document, place);

    if (source && *source) {
        put(page, "<code class=src>");
        mz_highlight(source, page->out);
        put(page, "</code>");
    }
    if (!is_known(place) && !*mz_field_text(place, "function"))
        return;
    put(page, "<div class=at title=\"");
    put_field(page, place, "file");
    put(page, "\">");
    put_place(page, place);
    put(page, "</div>");
}

static size_t colour_of(const struct page *page, const char *thread)
{
    return mz_lanes_find(&page->lanes, thread) % COLOURS;
}

static void put_thread(struct page *page, const char *thread)
{
    put_form(page, "<b class=\"who t%zu\">", colour_of(page, thread));
    put_text(page, thread);
    put(page, "</b>");
}

static void put_step_link(struct page *page, long long step)
{
    if (step > 0)
        put_form(page, "<a href=\"#e%zus%lld\">step %lld</a>", page->number,
                 step, step);
}

/* ---- what happened ------------------------------------------------------- */

static void put_frames(struct page *page, const json_t *stack)
{
    const json_t *frames = mz_field_array(stack, "frames");

    put(page, "<ol class=frames>");
    for (size_t i = 0; i < json_array_size(frames); i++) {
        put(page, "<li>");
        put_place(page, json_array_get(frames, i));
        put(page, "</li>");
    }
    put(page, "</ol>");
}

static void put_stack(struct page *page, const char *role)
{
    const json_t *stacks = mz_field_array(page->error, "stacks");

    for (size_t i = json_array_size(stacks); i-- > 0;) {
        const json_t *stack = json_array_get(stacks, i);
        const json_t *frames = mz_field_array(stack, "frames");

        if (strcmp(mz_field_text(stack, "role"), role) ||
            json_array_size(frames) < 2)
            continue;
        put_form(page, "<details><summary>call stack, %zu frames</summary>",
                 json_array_size(frames));
        put_frames(page, stack);
        put(page, "</details>");
        return;
    }
}

static const char *access_of(const json_t *side)
{
    bool atomic = mz_field_is_true(side, "atomic");
    const char *what = mz_field_text(side, "side");

    if (*what && strcmp(what, "access"))
        return what;
    if (mz_field_is_true(side, "write"))
        return atomic ? "atomic write" : "write";
    return atomic ? "atomic read" : "read";
}

static void begin_card(struct page *page, const char *thread)
{
    put_form(page, "<div class=\"card t%zu\"><h3>", colour_of(page, thread));
    put_thread(page, thread);
}

static void put_object(struct page *page, const json_t *of)
{
    if (!*mz_field_text(of, "object"))
        return;
    put(page, "<p class=obj>");
    put_field(page, of, "object");
    put(page, "</p>");
}

/* One side of a data race, or who made it an error. */
static void put_side(struct page *page, const json_t *side, const char *role)
{
    begin_card(page, mz_field_text(side, "thread_name"));
    put(page, " <span class=does>");
    put_text(page, access_of(side));
    if (mz_field_number(side, "size") > 0 &&
        !strcmp(mz_field_text(side, "side"), "access")) {
        put(page, " of ");
        put_count(page, mz_field_number(side, "size"), "byte", "bytes");
    }
    put(page, "</span>");
    if (mz_field_number(side, "step") > 0) {
        put(page, " <span class=when>");
        put_step_link(page, mz_field_number(side, "step"));
        put(page, "</span>");
    }
    put(page, "</h3>");
    put_object(page, side);
    put_source(page, side);
    put_stack(page, role);
    put(page, "</div>");
}

static void put_failed_thread(struct page *page)
{
    const char *thread = mz_field_text(page->error, "thread_name");

    if (!*thread)
        return;
    begin_card(page, thread);
    put(page, " <span class=does>fails</span></h3>");
    put_object(page, page->error);
    put_source(page, page->error);
    put_stack(page, "failure");
    put(page, "</div>");
}

static const char *name_of_thread(const struct page *page, long long thread)
{
    const json_t *trace = mz_field_array(page->error, "trace");

    for (size_t i = json_array_size(trace); i-- > 0;)
        if (mz_field_number(json_array_get(trace, i), "thread") == thread)
            return mz_field_text(json_array_get(trace, i), "thread_name");
    return "";
}

/* Who has allocated, or freed the memory. */
static void put_call(struct page *page, const char *key, const char *does)
{
    const json_t *call = json_object_get(page->error, key);
    const char *thread = name_of_thread(page, mz_field_number(call, "thread"));

    if (!json_is_object(call))
        return;
    begin_card(page, thread);
    put_form(page, " <span class=does>%s</span></h3>", does);
    put_source(page, call);
    put(page, "</div>");
}

/* `waits for a, held by main.1 since step 3` */
static void put_wait(struct page *page, const json_t *blocked)
{
    const char *operation = mz_field_text(blocked, "operation");
    const char *holder = mz_field_text(blocked, "holder_name");
    const char *object = mz_field_text(blocked, "object");
    bool joins = !strcmp(operation, "pthread_join");

    put(page, "waits ");
    if (*mz_field_text(blocked, "condition")) {
        put(page, "until <span class=obj>");
        put_field(page, blocked, "condition");
        put(page, "</span>");
        return;
    }
    put(page, joins ? "for the end of " : "for ");
    if (*object) {
        put(page, "<span class=obj>");
        put_text(page, object);
        put(page, "</span>");
    } else if (!joins) {
        put_text(page, operation);
    }
    if (!*holder)
        return;
    put(page, joins ? "" : ", held by ");
    put_thread(page, holder);
    if (mz_field_number(blocked, "since") > 0) {
        put(page, " since ");
        put_step_link(page, mz_field_number(blocked, "since"));
    }
}

static void put_blocked(struct page *page)
{
    const json_t *all = mz_field_array(page->error, "blocked");

    for (size_t i = 0; i < json_array_size(all); i++) {
        const json_t *blocked = json_array_get(all, i);

        begin_card(page, mz_field_text(blocked, "thread_name"));
        put(page, " <span class=does>");
        put_wait(page, blocked);
        put(page, "</span></h3>");
        put_source(page, blocked);
        put(page, "</div>");
    }
}

static bool is_kind(const json_t *error, const char *kind)
{
    return !strcmp(mz_field_text(error, "kind"), kind);
}

/* Beside other errors who waits is no news. */
static bool tells_blocked(const json_t *error)
{
    return is_kind(error, "deadlock") || is_kind(error, "loop") ||
           is_kind(error, "max-events") || is_kind(error, "watchdog");
}

static void put_what_happened(struct page *page)
{
    const json_t *other = json_object_get(page->error, "other");

    put(page, "<section class=cards aria-label=\"what happened\">");
    if (is_kind(page->error, "data-race"))
        put_side(page, page->error, "failure");
    else if (!is_kind(page->error, "deadlock"))
        put_failed_thread(page);
    if (json_is_object(other))
        put_side(page, other, "other");
    put_call(page, "allocated", "allocated it");
    put_call(page, "freed", "freed it");
    if (tells_blocked(page->error))
        put_blocked(page);
    put(page, "</section>\n");
}

/* ---- memory -------------------------------------------------------------- */

/* The object that a step, an error or a blocked thread is about. */
static struct cell *find_cell(struct page *page, const json_t *user)
{
    for (size_t i = 0; i < page->cell_count; i++)
        if (mz_is_same_object(page->cells[i].step, user))
            return &page->cells[i];
    return NULL;
}

static bool has_result(const json_t *step)
{
    const char *access = mz_field_text(step, "access");

    return *mz_field_text(step, "result_text") || !strcmp(access, "write") ||
           !strcmp(access, "update");
}

static void note_cell(struct page *page, const json_t *step)
{
    const char *object = mz_field_text(step, "object_anywhere");
    const char *thread = mz_field_text(step, "thread_name");
    struct cell *cell = find_cell(page, step);

    if (cell)
        cell->is_shared |= strcmp(cell->thread, thread) != 0;
    else if (*object && has_result(step) && page->cell_count < MOST_CELLS)
        page->cells[page->cell_count++] =
            (struct cell){.step = step, .object = object, .thread = thread};
}

/* `s->id` of `s->id (int, in struct session allocated at ...)` */
static size_t brief(const char *name)
{
    const char *detail = strstr(name, " (");

    return detail ? (size_t)(detail - name) : strlen(name);
}

static bool is_briefly(const char *name, const char *other)
{
    return brief(name) == brief(other) && !strncmp(name, other, brief(name));
}

/* Another object, too, is called so, somewhere. */
static bool is_ambiguous(const struct page *page, const struct cell *cell)
{
    const json_t *trace = mz_field_array(page->error, "trace");

    for (size_t i = 0; i < json_array_size(trace); i++) {
        const json_t *step = json_array_get(trace, i);

        if (is_briefly(mz_field_text(step, "object"), cell->object) &&
            !mz_is_same_object(step, cell->step))
            return true;
    }
    return false;
}

static void mark_cell(struct page *page, const json_t *user)
{
    struct cell *cell = find_cell(page, user);

    if (cell)
        cell->is_shared = true;
}

static const json_t *last_of(const json_t *trace, const char *thread)
{
    for (size_t i = json_array_size(trace); i-- > 0;)
        if (!strcmp(mz_field_text(json_array_get(trace, i), "thread_name"),
                    thread))
            return json_array_get(trace, i);
    return NULL;
}

/* Those that several threads use, or wait for, that of the error, and what who
 * failed has used last. */
static void find_cells(struct page *page)
{
    const json_t *trace = mz_field_array(page->error, "trace");
    const json_t *blocked = mz_field_array(page->error, "blocked");

    page->cell_count = 0;
    for (size_t i = 0; i < json_array_size(trace); i++)
        note_cell(page, json_array_get(trace, i));
    mark_cell(page, page->error);
    mark_cell(page, last_of(trace, mz_field_text(page->error, "thread_name")));
    for (size_t i = 0; i < json_array_size(blocked); i++)
        mark_cell(page, json_array_get(blocked, i));
    for (size_t i = 0; i < page->cell_count; i++)
        page->cells[i].is_ambiguous = is_ambiguous(page, &page->cells[i]);
}

/* How many shared ones have changed later than that step. */
static size_t changed_later(const struct page *page, size_t changed)
{
    size_t count = 0;

    for (size_t i = 0; i < page->cell_count; i++)
        count += page->cells[i].is_shared && page->cells[i].changed > changed;
    return count;
}

static void put_name(struct page *page, const struct cell *cell)
{
    mz_escape(cell->object,
              cell->is_ambiguous ? strlen(cell->object) : brief(cell->object),
              page->out);
}

static void put_cell(struct page *page, const struct cell *cell,
                     const char *before, bool is_now)
{
    put(page,
        is_now ? "<span class=\"v now\" title=\"" : "<span class=v title=\"");
    put_text(page, cell->object);
    put(page, "\"><span class=o>");
    put_name(page, cell);
    put(page, "</span> <span class=x>");
    if (is_now && before && *before && strcmp(before, cell->value)) {
        put(page, "<del>");
        put_text(page, before);
        put(page, "</del> &#8594; ");
    }
    put_text(page, *cell->value ? cell->value : "(written)");
    put(page, "</span></span>");
}

/* What is there after the step. */
static void put_memory(struct page *page, const json_t *step, size_t ordinal)
{
    struct cell *own = find_cell(page, step);
    const char *result = mz_field_text(step, "result_text");
    const char *before = own ? own->value : NULL;

    if (own && has_result(step)) {
        own->value = result; /* "": it is not known */
        if (!before || strcmp(before, own->value))
            own->changed = ordinal;
    }
    put(page, "<div class=mem>");
    for (size_t i = 0; i < page->cell_count; i++) {
        const struct cell *cell = &page->cells[i];

        if (cell->is_shared && cell->value &&
            (cell == own || changed_later(page, cell->changed) < SHOWN_CELLS))
            put_cell(page, cell, before,
                     cell == own && cell->changed == ordinal);
    }
    put(page, "</div>");
}

/* ---- the interleaving ---------------------------------------------------- */

static const json_t *step_at(const struct page *page, size_t i)
{
    return json_array_get(mz_field_array(page->error, "trace"), i);
}

static size_t step_count(const struct page *page)
{
    return json_array_size(mz_field_array(page->error, "trace"));
}

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

static void put_after(struct page *page, const json_t *step)
{
    const json_t *after = mz_field_array(step, "after");

    put(page, " data-after=\"");
    for (size_t i = 0; i < json_array_size(after); i++)
        put_form(page, "%s%lld", i ? " " : "",
                 (long long)json_integer_value(json_array_get(after, i)));
    put(page, "\"");
}

/* What the code of the step calls otherwise: another one may call another
 * object so. */
static void put_alias(struct page *page, const json_t *step)
{
    const char *name = mz_field_text(step, "object_anywhere");

    if (!*name || is_briefly(name, mz_field_text(step, "object")))
        return;
    put(page, "<div class=alias>which is ");
    put_text(page, name);
    put(page, "</div>");
}

static void put_box(struct page *page, const json_t *step)
{
    const char *tag = tag_of(step);

    put(page, "<div class=box tabindex=0><div class=op>");
    put_thread(page, mz_field_text(step, "thread_name"));
    if (*tag)
        put_form(page, "<span class=\"tag %s\" aria-hidden=true>%s</span>", tag,
                 tag);
    put(page, "<span class=text>");
    put_field(page, step, "text");
    put(page, "</span></div>");
    put_alias(page, step);
    put_source(page, step);
    put(page, "</div>");
}

static void put_step(struct page *page, size_t i, bool is_in)
{
    const json_t *step = step_at(page, i);
    const char *thread = mz_field_text(step, "thread_name");
    long long number = mz_field_number(step, "step");

    put_form(page, "<li class=\"s t%zu%s\" id=\"e%zus%lld\" style=\"--l:%zu\"",
             colour_of(page, thread), is_in ? " in" : "", page->number, number,
             mz_lanes_find(&page->lanes, thread));
    put_after(page, step);
    put_form(page, "><span class=n>%lld</span>", number);
    put_box(page, step);
    put_memory(page, step, i + 1);
    put(page, "</li>\n");
}

static void put_preemption(struct page *page, size_t i)
{
    const json_t *step = step_at(page, i);

    if (!i || !mz_field_is_true(step, "preempts"))
        return;
    put(page, "<li class=\"bar pre\"><span>preemption: ");
    put_thread(page, mz_field_text(step_at(page, i - 1), "thread_name"));
    put(page, " could go on, ");
    put_thread(page, mz_field_text(step, "thread_name"));
    put(page, " does</span></li>\n");
}

/* How many steps from there on are folded together. */
static size_t folded(const struct page *page, size_t from)
{
    size_t count = 0;

    while (from + count < step_count(page) &&
           page->folds[from + count] != MZ_FOLD_NOT)
        count++;
    return count;
}

static void put_reasons(struct page *page, size_t from, size_t count)
{
    const char *between = ": ";

    for (unsigned fold = 1; fold < MZ_FOLD_COUNT; fold++)
        for (size_t i = from; i < from + count; i++)
            if (page->folds[i] == fold) {
                put_form(page, "%s%s", between, mz_fold_reasons[fold]);
                between = "; ";
                break;
            }
}

static void put_fold(struct page *page, size_t from, size_t count)
{
    put(page, "<li class=\"bar fold\"><button type=button aria-expanded=true>"
              "<span class=tri aria-hidden=true></span>");
    put_count(page, (long long)count, "step", "steps");
    put_reasons(page, from, count);
    put(page, "</button></li>\n");
}

/* Turns of a loop are all alike: not all of them need be there. */
static bool is_too_much(const struct page *page, size_t from, size_t i,
                        size_t count)
{
    return page->folds[i] == MZ_FOLD_AGAIN && i - from >= MOST_AGAIN &&
           i + 1 < from + count;
}

static size_t put_folded(struct page *page, size_t from, size_t count)
{
    size_t left_out = 0;

    put_fold(page, from, count);
    for (size_t i = from; i < from + count; i++) {
        if (is_too_much(page, from, i, count)) {
            left_out++;
            continue;
        }
        put_step(page, i, true);
    }
    if (left_out) {
        put(page, "<li class=\"bar in\"><span>");
        put_count(page, (long long)left_out, "step", "steps");
        put(page, " of these turns are not on this page</span></li>\n");
    }
    return count;
}

static void put_left_out(struct page *page, size_t i)
{
    long long before = i ? mz_field_number(step_at(page, i - 1), "step") : 0;
    long long missing = mz_field_number(step_at(page, i), "step") - before - 1;

    if (missing <= 0)
        return;
    put(page, "<li class=bar><span>");
    put_count(page, missing, "step is", "steps are");
    put(page, " not in the report</span></li>\n");
}

static void put_failure_box(struct page *page, const char *thread,
                            const json_t *blocked)
{
    put_form(page, "<li class=\"s bad t%zu\" style=\"--l:%zu\"",
             colour_of(page, thread), mz_lanes_find(&page->lanes, thread));
    if (is_kind(page->error, "data-race"))
        put_form(
            page, " data-race=\"%lld\"",
            mz_field_number(json_object_get(page->error, "other"), "step"));
    put(page, "><span class=n aria-label=\"the error\">&#10005;</span>"
              "<div class=box tabindex=0><div class=op>");
    put_thread(page, thread);
    put(page, "<span class=text>");
    if (blocked)
        put_wait(page, blocked);
    else
        put_field(page, page->error, "headline");
    put(page, "</span></div>");
    put_source(page, blocked ? blocked : page->error);
    put(page, "</div><div class=mem></div></li>\n");
}

/* The threads that have a box there: who fails; of a deadlock, who waits. */
static bool fails(const struct page *page, const char *thread)
{
    return *thread && !is_kind(page->error, "deadlock") &&
           !strcmp(mz_field_text(page->error, "thread_name"), thread);
}

static const json_t *waits(const struct page *page, const char *thread)
{
    const json_t *blocked = mz_field_array(page->error, "blocked");

    for (size_t i = 0;
         tells_blocked(page->error) && i < json_array_size(blocked); i++)
        if (!strcmp(mz_field_text(json_array_get(blocked, i), "thread_name"),
                    thread))
            return json_array_get(blocked, i);
    return NULL;
}

/* What the last step led to. */
static void put_end(struct page *page)
{
    for (size_t i = 0; i < page->lanes.count; i++) {
        const char *thread = page->lanes.names[i];

        if (fails(page, thread))
            put_failure_box(page, thread, NULL);
        else if (waits(page, thread))
            put_failure_box(page, thread, waits(page, thread));
    }
}

static void put_heads(struct page *page)
{
    put(page, "<li class=heads aria-hidden=true><span class=n></span>");
    for (size_t i = 0; i < page->lanes.count; i++) {
        put_form(page, "<span class=\"head t%zu\" style=\"--l:%zu\">",
                 i % COLOURS, i);
        put_text(page, page->lanes.names[i]);
        put(page, "</span>");
    }
    put(page, "<span class=\"head mem\">memory</span></li>\n");
    put(page, "<li class=lines aria-hidden=true>");
    for (size_t i = 0; i < page->lanes.count; i++)
        put_form(page, "<i class=t%zu style=\"--l:%zu\"></i>", i % COLOURS, i);
    put(page, "</li>\n");
}

/* What is not folded has a box there. */
static bool is_idle(const struct page *page, size_t lane)
{
    for (size_t i = 0; i < step_count(page); i++)
        if (page->folds[i] == MZ_FOLD_NOT &&
            !strcmp(mz_field_text(step_at(page, i), "thread_name"),
                    page->lanes.names[lane]))
            return false;
    return !fails(page, page->lanes.names[lane]) &&
           !waits(page, page->lanes.names[lane]);
}

/* Lanes without boxes are narrow. */
static void put_columns(struct page *page)
{
    for (size_t i = 0; i < page->lanes.count; i++)
        put(page,
            is_idle(page, i) ? " minmax(5rem,.3fr)" : " minmax(11.5rem,1fr)");
}

static void put_steps(struct page *page)
{
    put_form(page,
             "<div class=\"%s\"><ol class=lanes role=list "
             "style=\"--lanes:%zu;--cols:",
             page->lanes.count > MOST_FIXED ? "wide" : "", page->lanes.count);
    put_columns(page);
    put(page, "\" aria-label=\"the interleaving, step by step\">\n");
    put_heads(page);
    for (size_t i = 0; i < step_count(page);) {
        size_t count = folded(page, i);

        put_left_out(page, i);
        if (count) {
            i += put_folded(page, i, count);
        } else {
            put_preemption(page, i);
            put_step(page, i++, false);
        }
    }
    put_end(page);
    put(page, "</ol></div>\n");
}

/* Who ran when, at a glance: a row a thread, a column a step. */
static void put_overview(struct page *page)
{
    size_t count = step_count(page), rows = page->lanes.count;

    put_form(page,
             "<svg class=overview viewBox=\"0 0 %zu %zu\" "
             "preserveAspectRatio=none role=img aria-label=\"which thread ran "
             "when: %zu steps of %zu threads\">",
             count, rows * 10, count, rows);
    for (size_t i = 0; i < count;) {
        const char *thread = mz_field_text(step_at(page, i), "thread_name");
        size_t end = i + 1, lane = mz_lanes_find(&page->lanes, thread);

        while (
            end < count &&
            !strcmp(mz_field_text(step_at(page, end), "thread_name"), thread))
            end++;
        put_form(page,
                 "<rect class=t%zu x=%zu y=%zu width=%zu height=8 "
                 "data-step=%lld><title>",
                 lane % COLOURS, i, lane * 10 + 1, end - i,
                 mz_field_number(step_at(page, i), "step"));
        put_text(page, thread);
        put_form(page, ": steps %lld to %lld</title></rect>",
                 mz_field_number(step_at(page, i), "step"),
                 mz_field_number(step_at(page, end - 1), "step"));
        i = end;
    }
    put(page, "</svg>\n");
}

static void put_toolbar(struct page *page)
{
    put_form(page,
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

/* ---- an error ------------------------------------------------------------ */

static unsigned long count_if(const struct page *page, bool preemptions)
{
    unsigned long count = 0;

    for (size_t i = 1; i < step_count(page); i++)
        count += preemptions
                     ? mz_field_is_true(step_at(page, i), "preempts")
                     : strcmp(mz_field_text(step_at(page, i), "thread_name"),
                              mz_field_text(step_at(page, i - 1),
                                            "thread_name")) != 0;
    return count;
}

static void put_facts(struct page *page)
{
    long long left_out = mz_field_number(page->error, "steps_left_out");
    size_t steps = step_count(page);

    put(page, "<ul class=facts>");
    if (*mz_field_text(page->error, "thread_name")) {
        put(page, "<li>");
        put_thread(page, mz_field_text(page->error, "thread_name"));
        put(page, "</li>");
    }
    if (is_known(page->error)) {
        put(page, "<li>");
        put_place(page, page->error);
        put(page, "</li>");
    }
    if (mz_field_number(page->error, "execution") > 0)
        put_form(page, "<li>execution %lld of %lld</li>",
                 mz_field_number(page->error, "execution"),
                 mz_field_number(page->document, "executions"));
    if (steps) {
        put(page, "<li>");
        put_count(page, (long long)steps + left_out, "step", "steps");
        put(page, "</li><li>");
        put_count(page, (long long)count_if(page, false), "context switch",
                  "context switches");
        put(page, "</li><li>");
        put_count(page, (long long)count_if(page, true), "preemption",
                  "preemptions");
        put(page, "</li>");
    }
    put(page, "</ul>\n");
}

static void put_interleaving(struct page *page)
{
    put(page, "<section class=trace>");
    put_toolbar(page);
    if (page->lanes.count > 1)
        put_overview(page);
    find_cells(page);
    put_steps(page);
    put(page, "</section>\n");
}

static int put_error(struct page *page, const json_t *error, size_t number,
                     const char *badge)
{
    page->error = error;
    page->number = number;
    page->folds = mz_fold_make(error);
    if (!page->folds || !mz_lanes_make(&page->lanes, error)) {
        free(page->folds);
        return -ENOMEM;
    }
    put(page, "<article><header><p class=\"badge ");
    put(page, badge);
    put(page, "\">");
    put_words(page, mz_field_text(error, "kind"));
    put(page, number ? "</p><h2 class=title>" : "</p><h1 class=title>");
    put_field(page, error, "headline");
    put(page, number ? "</h2>" : "</h1>");
    put_facts(page);
    put(page, "</header>\n");
    put_what_happened(page);
    if (step_count(page))
        put_interleaving(page);
    put(page, "</article>\n");
    mz_lanes_release(&page->lanes);
    free(page->folds);
    return 0;
}

/* ---- no error ------------------------------------------------------------ */

static const char *verdict_words(const char *verdict)
{
    static const struct {
        const char *verdict, *words;
    } all[] = {
        {"safe", "No error: all executions were explored"},
        {"incomplete", "No error so far, but not all was explored or seen"},
        {"unsupported", "Not checked: something is not supported"},
        {"failed", "Not checked: mazurka failed"},
    };

    for (size_t i = 0; i < MZ_COUNT(all); i++)
        if (!strcmp(verdict, all[i].verdict))
            return all[i].words;
    return "An error was found";
}

static void put_paragraph(struct page *page, const char *before,
                          const char *text)
{
    if (!*text)
        return;
    put(page, "<p>");
    put(page, before);
    put_text(page, text);
    put(page, "</p>");
}

static void put_refusal(struct page *page, const json_t *refusal)
{
    if (!json_is_object(refusal))
        return;
    put(page, "<div class=card><h3>");
    put_field(page, refusal, "name");
    put(page, "</h3>");
    put_paragraph(page, "", mz_field_text(refusal, "what"));
    put_paragraph(page, "instead: ", mz_field_text(refusal, "instead"));
    put_source(page, refusal);
    put(page, "</div>");
}

static void put_verdict(struct page *page, const char *verdict)
{
    const json_t *document = page->document;

    put(page, "<article><header><p class=\"badge ");
    put(page, !strcmp(verdict, "safe") ? "good" : "open");
    put(page, "\">");
    put_text(page, verdict);
    put(page, "</p><h1 class=title>");
    put(page, verdict_words(verdict));
    put(page, "</h1></header>");
    put_paragraph(page,
                  "stopped at a limit: ", mz_field_text(document, "limit"));
    put_paragraph(page, "", mz_field_text(document, "message"));
    put_refusal(page, json_object_get(document, "unsupported"));
    put(page, "</article>\n");
}

/* ---- the rest ------------------------------------------------------------ */

static void put_not_seen(struct page *page)
{
    const json_t *list = mz_field_array(page->document, "not_seen");

    if (!json_array_size(list))
        return;
    put(page, "<section><h2>Not seen</h2><ul>");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *item = json_array_get(list, i);

        put(page, "<li>");
        put_field(page, item, "name");
        put(page, ": ");
        put_field(page, item, "why");
        if (is_known(item)) {
            put(page, ", ");
            put_place(page, item);
        }
        put(page,
            mz_field_is_true(item, "trusted") ? " (trusted)</li>" : "</li>");
    }
    put(page, "</ul></section>\n");
}

static void put_again(struct page *page)
{
    const char *command = mz_field_text(page->document, "replay_command");
    const json_t *errors = mz_field_array(page->document, "errors");

    if (!*command)
        return;
    put(page, "<section class=again><h2>See it again</h2><pre>");
    put_text(page, command);
    put(page, "          <span class=hc># with the program's output</span>\n");
    put_text(page, command);
    put(page, " --gdb    <span class=hc># stops at the failing step</span>");
    for (size_t i = 1; i < json_array_size(errors); i++)
        if (json_object_get(json_array_get(errors, i), "replay")) {
            put(page, "\n");
            put_text(page, command);
            put_form(page,
                     " --error=%zu    <span class=hc># the next error</span>",
                     i + 1);
        }
    put(page, "</pre></section>\n");
}

static void put_notes(struct page *page)
{
    put(page, "<footer><ul class=facts><li>");
    put_field(page, page->document, "program");
    put(page, "</li><li>");
    put_count(page, mz_field_number(page->document, "executions"), "execution",
              "executions");
    put(page, " explored</li><li>algorithm ");
    put_field(page, page->document, "algorithm");
    put(page, "</li><li>--plain=");
    put_field(page, json_object_get(page->document, "options"), "plain");
    put(page, "</li><li>mazurka ");
    put_field(page, page->document, "mazurka");
    put(page, "</li></ul>");
    put_paragraph(page, "hint: ", mz_field_text(page->document, "hint"));
    if (mz_field_is_true(page->document, "weak_atomics"))
        put_paragraph(page, "note: ", mz_hint_weak_atomics);
    put(page, "</footer>\n");
}

static void put_help(struct page *page)
{
    static const char *const keys[][2] = {
        {"&#8595; j", "next step"},
        {"&#8593; k", "step back"},
        {"&#8594; &#8592;", "next, previous step of the same thread"},
        {"Home End", "first, last step"},
        {"f", "show all steps, or what matters"},
        {"Enter", "on a grey bar: show what is folded there"},
        {"t", "dark or light"},
        {"?", "this"},
    };

    put(page, "<dialog id=help aria-label=\"keys\"><h2>Keys</h2><dl>");
    for (size_t i = 0; i < MZ_COUNT(keys); i++)
        put_form(page, "<dt><kbd>%s</kbd></dt><dd>%s</dd>", keys[i][0],
                 keys[i][1]);
    put(page, "</dl><p>Arrows lead from the steps that must come before the "
              "current one: a creation, or the use of one object. Steps that "
              "fade could have come before or after it.</p><form method=dialog>"
              "<button>close</button></form></dialog>\n");
}

static void put_head(struct page *page)
{
    const json_t *error =
        json_array_get(mz_field_array(page->document, "errors"), 0);

    put_form(page,
             "<!doctype html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n"
             "<meta name=viewport content=\"width=device-width, "
             "initial-scale=1\">\n<meta http-equiv=Content-Security-Policy "
             "content=\"default-src 'none'; style-src 'unsafe-inline'; "
             "script-src '%s'\">\n<meta name=referrer content=no-referrer>\n"
             "<title>",
             page_js_sha256);
    if (error)
        put_field(page, error, "headline");
    else
        put(page, verdict_words(mz_field_text(page->document, "verdict")));
    put(page, " &#8211; ");
    put_field(page, page->document, "program");
    put(page, "</title>\n<style>\n");
    put_lines(page, page_css);
    put(page, "</style>\n</head>\n<body>\n"
              "<nav class=top><span class=brand>mazurka</span> <span "
              "class=prog>");
    put_field(page, page->document, "program");
    put(page, "</span><span class=js><button type=button data-do=theme "
              "title=\"dark or light (t)\">theme</button><button type=button "
              "data-do=help title=\"keys (?)\">keys</button></span></nav>\n"
              "<main>\n");
}

/* Errors; or the execution that met a bound; or that there is none. */
static int put_body(struct page *page)
{
    const json_t *errors = mz_field_array(page->document, "errors");
    const json_t *cut = json_object_get(page->document, "cut");
    size_t count = json_array_size(errors);
    int failed = 0;

    for (size_t i = 0; i < count && !failed; i++)
        failed = put_error(page, json_array_get(errors, i), i, "bad");
    if (!count)
        put_verdict(page, mz_field_text(page->document, "verdict"));
    if (json_is_object(cut) && !failed)
        failed = put_error(page, cut, count + 1, "open");
    return failed;
}

int mz_view_html(const json_t *document, FILE *out)
{
    struct page page = {.out = out, .document = document};
    int failed;

    put_head(&page);
    failed = put_body(&page);
    put_not_seen(&page);
    put_again(&page);
    put_notes(&page);
    put(&page, "</main>\n");
    put_help(&page);
    put(&page, "<script>");
    put_lines(&page, page_js);
    put(&page, "</script>\n</body>\n</html>\n");
    return failed;
}
