/* SPDX-License-Identifier: Apache-2.0 */
#include "report/cards.h"

#include <stdio.h>
#include <string.h>

#include "report/document.h"
#include "report/highlight.h"

static void put_frames(struct mz_page *page, const json_t *stack)
{
    const json_t *frames = mz_field_array(stack, "frames");

    mz_put(page, "<ol class=frames>");
    for (size_t i = 0; i < json_array_size(frames); i++) {
        mz_put(page, "<li>");
        mz_put_place(page, json_array_get(frames, i));
        mz_put(page, "</li>");
    }
    mz_put(page, "</ol>");
}

static void put_stack(struct mz_page *page, const char *role)
{
    const json_t *stacks = mz_field_array(page->error, "stacks");

    for (size_t i = json_array_size(stacks); i-- > 0;) {
        const json_t *stack = json_array_get(stacks, i);
        const json_t *frames = mz_field_array(stack, "frames");

        if (strcmp(mz_field_text(stack, "role"), role) ||
            json_array_size(frames) < 2)
            continue;
        mz_put_form(page, "<details><summary>call stack, %zu frames</summary>",
                    json_array_size(frames));
        put_frames(page, stack);
        mz_put(page, "</details>");
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

static void begin_card(struct mz_page *page, const char *thread)
{
    mz_put_form(page, "<div class=\"card t%zu\"><h3>",
                mz_page_colour(page, thread));
    mz_put_thread(page, thread);
}

static void put_object(struct mz_page *page, const json_t *of)
{
    if (!*mz_field_text(of, "object"))
        return;
    mz_put(page, "<p class=obj>");
    mz_put_field(page, of, "object");
    mz_put(page, "</p>");
}

/* One side of a data race, or who made it an error. */
static void put_side(struct mz_page *page, const json_t *side, const char *role)
{
    begin_card(page, mz_field_text(side, "thread_name"));
    mz_put(page, " <span class=does>");
    mz_put_text(page, access_of(side));
    if (mz_field_number(side, "size") > 0 &&
        !strcmp(mz_field_text(side, "side"), "access")) {
        mz_put(page, " of ");
        mz_put_count(page, mz_field_number(side, "size"), "byte", "bytes");
    }
    mz_put(page, "</span>");
    if (mz_field_number(side, "step") > 0) {
        mz_put(page, " <span class=when>");
        mz_put_step_link(page, mz_field_number(side, "step"));
        mz_put(page, "</span>");
    }
    mz_put(page, "</h3>");
    put_object(page, side);
    mz_put_source(page, side);
    put_stack(page, role);
    mz_put(page, "</div>");
}

/* `there b->count is 0, seen is 100` */
static void put_values(struct mz_page *page)
{
    const json_t *values = mz_field_array(page->error, "values");

    for (size_t i = 0; i < json_array_size(values); i++) {
        const json_t *value = json_array_get(values, i);

        mz_put(page, i ? ", " : "<p class=obj>there ");
        mz_put_field(page, value, "object");
        mz_put(page, " is ");
        mz_put_field(page, value, "value_text");
    }
    if (json_array_size(values))
        mz_put(page, "</p>");
}

static void put_failed_thread(struct mz_page *page)
{
    const char *thread = mz_field_text(page->error, "thread_name");

    if (!*thread)
        return;
    begin_card(page, thread);
    mz_put(page, " <span class=does>fails</span></h3>");
    put_object(page, page->error);
    mz_put_source(page, page->error);
    put_values(page);
    put_stack(page, "failure");
    mz_put(page, "</div>");
}

static const char *name_of_thread(const struct mz_page *page, long long thread)
{
    const json_t *trace = mz_field_array(page->error, "trace");

    for (size_t i = json_array_size(trace); i-- > 0;)
        if (mz_field_number(json_array_get(trace, i), "thread") == thread)
            return mz_field_text(json_array_get(trace, i), "thread_name");
    return "";
}

/* Who has allocated, or freed the memory. */
static void put_call(struct mz_page *page, const char *key, const char *does)
{
    const json_t *call = json_object_get(page->error, key);
    const char *thread = name_of_thread(page, mz_field_number(call, "thread"));

    if (!json_is_object(call))
        return;
    begin_card(page, thread);
    mz_put_form(page, " <span class=does>%s</span></h3>", does);
    mz_put_source(page, call);
    mz_put(page, "</div>");
}

/* The variable beside whose bytes, or after whose scope, it was used. */
static void put_variable(struct mz_page *page)
{
    const json_t *variable = json_object_get(page->error, "variable");

    if (!json_is_object(variable))
        return;
    mz_put(page, "<div class=card><h3><b class=obj>");
    mz_put_field(page, variable, "name");
    mz_put(page, "</b> <span class=does>has ");
    mz_put_count(page, mz_field_number(variable, "size"), "byte", "bytes");
    mz_put(page, "</span></h3>");
    mz_put_source(page, variable);
    mz_put(page, "</div>");
}

static void put_last_signal(struct mz_page *page, const json_t *blocked)
{
    if (mz_field_number(blocked, "last_signal") <= 0)
        return;
    mz_put(page, "; the last signal came in ");
    mz_put_step_link(page, mz_field_number(blocked, "last_signal"));
    mz_put(page, ", by ");
    mz_put_thread(page, mz_field_text(blocked, "last_signal_by"));
}

static void put_name(struct mz_page *page, const char *name)
{
    mz_put(page, "<span class=obj>");
    mz_put_text(page, name);
    mz_put(page, "</span>");
}

static bool stands_at(const json_t *blocked, enum mz_action action)
{
    return !strcmp(mz_field_text(blocked, "operation"),
                   mz_action_names[action]);
}

/* After the first of several. */
static void put_also(struct mz_page *page, const json_t *blocked)
{
    const json_t *also = mz_field_array(blocked, "also");
    size_t count = json_array_size(also);
    long long more = mz_field_number(blocked, "more");

    for (size_t i = 0; i < count; i++) {
        const char *name = json_string_value(json_array_get(also, i));

        mz_put(page, i + 1 == count && more <= 0 ? " or " : ", ");
        put_name(page, name ? name : "");
    }
    if (more > 0)
        mz_put_form(page, " or %lld more", more);
}

/* What is not an object that somebody else could hold. */
static bool put_odd_wait(struct mz_page *page, const json_t *blocked)
{
    if (*mz_field_text(blocked, "condition")) {
        mz_put(page, "waits until ");
        put_name(page, mz_field_text(blocked, "condition"));
    } else if (stands_at(blocked, MZ_ACTION_THREAD_JOIN)) {
        mz_put(page, "waits for the end of ");
        mz_put_thread(page, mz_field_text(blocked, "holder_name"));
    } else if (stands_at(blocked, MZ_ACTION_EXIT)) {
        mz_put(page, "waits in exit for ");
        mz_put_thread(page, mz_field_text(blocked, "holder_name"));
        mz_put(page, " to end the process");
    } else if (stands_at(blocked, MZ_ACTION_ASSUME_FALSE)) {
        mz_put(page, "stands at an assumption that is false");
    } else if (stands_at(blocked, MZ_ACTION_SIGNAL_WAIT)) {
        mz_put(page, "waits for a signal to be sent");
    } else if (stands_at(blocked, MZ_ACTION_LOOP)) {
        mz_put(page, "waits in a loop for ");
        put_name(page, mz_field_text(blocked, "object"));
        put_also(page, blocked);
        mz_put(page, " to change");
    } else {
        return false;
    }
    return true;
}

static void put_holder(struct mz_page *page, const json_t *blocked)
{
    const char *holder = mz_field_text(blocked, "holder_name");

    if (!*holder)
        return;
    if (!strcmp(holder, mz_field_text(blocked, "thread_name"))) {
        mz_put(page, ", which it holds itself");
    } else {
        mz_put(page, ", held by ");
        mz_put_thread(page, holder);
    }
    if (mz_field_number(blocked, "since") > 0) {
        mz_put(page, " since ");
        mz_put_step_link(page, mz_field_number(blocked, "since"));
    }
    if (mz_field_is_true(blocked, "holder_ended"))
        mz_put(page, " (it has ended)");
}

/* Several, each with the step in which it took it. */
static void put_sharers(struct mz_page *page, const json_t *blocked)
{
    const json_t *sharers = mz_field_array(blocked, "sharers");
    size_t count = json_array_size(sharers);

    if (count) {
        mz_put(page, ", ");
        mz_put_field(page, blocked, "shared");
    }
    for (size_t i = 0; i < count; i++) {
        const json_t *sharer = json_array_get(sharers, i);

        mz_put(page, i ? ", by " : " by ");
        mz_put_thread(page, mz_field_text(sharer, "thread_name"));
        mz_put(page, " since ");
        mz_put_step_link(page, mz_field_number(sharer, "since"));
        if (mz_field_is_true(sharer, "ended"))
            mz_put(page, " (it has ended)");
    }
}

void mz_put_wait(struct mz_page *page, const json_t *blocked)
{
    const char *object = mz_field_text(blocked, "object");

    if (put_odd_wait(page, blocked))
        return;
    mz_put(page, "waits for ");
    if (*object)
        put_name(page, object);
    else
        mz_put_field(page, blocked, "operation");
    put_also(page, blocked);
    put_last_signal(page, blocked);
    put_holder(page, blocked);
    put_sharers(page, blocked);
}

/* Where the lock was taken, which another card may not tell: who holds it may
 * have ended. */
static void put_taken(struct mz_page *page, const json_t *blocked)
{
    const json_t *taken = json_object_get(blocked, "taken");

    if (!json_is_object(taken))
        return;
    mz_put(page, "<p class=taken>locked here");
    mz_put(page, mz_field_is_true(blocked, "holder_ended")
                     ? ", never unlocked:</p>"
                     : ":</p>");
    mz_put_source(page, taken);
}

static void put_blocked(struct mz_page *page)
{
    const json_t *all = mz_field_array(page->error, "blocked");

    for (size_t i = 0; i < json_array_size(all); i++) {
        const json_t *blocked = json_array_get(all, i);

        begin_card(page, mz_field_text(blocked, "thread_name"));
        mz_put(page, " <span class=does>");
        mz_put_wait(page, blocked);
        mz_put(page, "</span></h3>");
        mz_put_source(page, blocked);
        put_taken(page, blocked);
        mz_put(page, "</div>");
    }
}

/* Beside other errors who waits is no news. */
bool mz_error_tells_blocked(const json_t *error)
{
    return mz_error_is(error, "deadlock") || mz_error_is(error, "loop") ||
           mz_error_is(error, "max-events") || mz_error_is(error, "watchdog");
}

/* A note that names two steps, in these bytes of it: as links. */
static void put_note(struct mz_page *page, const char *note,
                     const json_t *named)
{
    const json_t *steps = mz_field_array(named, "steps");
    long long at = mz_field_number(named, "at");
    long long length = mz_field_number(named, "length");

    if (at < 0 || length <= 0 || at > (long long)strlen(note) ||
        length > (long long)strlen(note) - at) {
        mz_put_text(page, note);
        return;
    }
    mz_escape(note, (size_t)at, page->out);
    mz_put(page, "(");
    mz_put_step_link(page, json_integer_value(json_array_get(steps, 0)));
    mz_put(page, " and ");
    mz_put_step_link(page, json_integer_value(json_array_get(steps, 1)));
    mz_put(page, ")");
    mz_put_text(page, note + at + length);
}

/* `named`, or NULL: in which of them two steps are named. */
static void put_list(struct mz_page *page, const json_t *notes,
                     const json_t *named)
{
    if (!json_array_size(notes))
        return;
    mz_put(page, "<ul class=notes>");
    for (size_t i = 0; i < json_array_size(notes); i++) {
        const char *note = json_string_value(json_array_get(notes, i));
        bool is_named = named && mz_field_number(named, "note") == (long long)i;

        mz_put(page, "<li>");
        put_note(page, note ? note : "", is_named ? named : NULL);
        mz_put(page, "</li>");
    }
    mz_put(page, "</ul>\n");
}

static void put_notes(struct mz_page *page)
{
    put_list(page, mz_field_array(page->error, "notes"),
             json_object_get(page->error, "note_steps"));
    put_list(page,
             mz_field_array(json_object_get(page->error, "critical"), "text"),
             NULL);
}

static void put_calls_head(struct mz_page *page, const json_t *columns)
{
    mz_put(page, "<thead><tr>");
    for (size_t c = 0; c < json_array_size(columns); c++) {
        const char *thread =
            mz_field_text(json_array_get(columns, c), "thread_name");

        mz_put_form(page, "<th scope=col class=t%zu>",
                    mz_page_colour(page, thread));
        mz_put_thread(page, thread);
        mz_put(page, "</th>");
    }
    mz_put(page, "</tr></thead>");
}

/* False: no column has so many. */
static bool put_calls_row(struct mz_page *page, const json_t *columns,
                          size_t row)
{
    size_t most = 0;

    for (size_t c = 0; c < json_array_size(columns); c++) {
        size_t size = json_array_size(
            mz_field_array(json_array_get(columns, c), "calls"));

        most = size > most ? size : most;
    }
    if (row >= most)
        return false;
    mz_put(page, "<tr>");
    for (size_t c = 0; c < json_array_size(columns); c++) {
        const json_t *calls =
            mz_field_array(json_array_get(columns, c), "calls");

        mz_put(page, "<td>");
        mz_put_field(page, json_array_get(calls, row), "text");
        mz_put(page, "</td>");
    }
    mz_put(page, "</tr>");
    return true;
}

/* Of mz_linearizable: a column a thread, and why no order of the calls will
 * do. */
static void put_calls(struct mz_page *page)
{
    const json_t *calls = json_object_get(page->error, "calls");
    const json_t *columns = mz_field_array(calls, "columns");

    if (!json_array_size(columns))
        return;
    mz_put(page, "<div class=calls><table aria-label=\"calls, from first to "
                 "last\">");
    put_calls_head(page, columns);
    mz_put(page, "<tbody>");
    for (size_t row = 0; put_calls_row(page, columns, row); row++)
        ;
    mz_put(page, "</tbody></table><p>");
    mz_put_field(page, calls, "why");
    mz_put(page, "</p></div>\n");
}

void mz_put_cards(struct mz_page *page)
{
    const json_t *other = json_object_get(page->error, "other");

    mz_put(page, "<section class=cards aria-label=\"what happened\">");
    if (mz_error_is(page->error, "data-race"))
        put_side(page, page->error, "failure");
    else if (!mz_error_is(page->error, "deadlock"))
        put_failed_thread(page);
    if (json_is_object(other))
        put_side(page, other, "other");
    put_call(page, "allocated", "allocated it");
    put_call(page, "freed", "freed it");
    put_variable(page);
    if (mz_error_tells_blocked(page->error))
        put_blocked(page);
    mz_put(page, "</section>\n");
    put_calls(page);
    put_notes(page);
}
