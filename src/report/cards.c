/* SPDX-License-Identifier: Apache-2.0 */
#include "report/cards.h"

#include <string.h>

#include "report/document.h"

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

static void put_failed_thread(struct mz_page *page)
{
    const char *thread = mz_field_text(page->error, "thread_name");

    if (!*thread)
        return;
    begin_card(page, thread);
    mz_put(page, " <span class=does>fails</span></h3>");
    put_object(page, page->error);
    mz_put_source(page, page->error);
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

/* `waits for a, held by main.1 since step 3` */
void mz_put_wait(struct mz_page *page, const json_t *blocked)
{
    const char *operation = mz_field_text(blocked, "operation");
    const char *holder = mz_field_text(blocked, "holder_name");
    const char *object = mz_field_text(blocked, "object");
    bool joins = !strcmp(operation, "pthread_join");

    mz_put(page, "waits ");
    if (*mz_field_text(blocked, "condition")) {
        mz_put(page, "until <span class=obj>");
        mz_put_field(page, blocked, "condition");
        mz_put(page, "</span>");
        return;
    }
    mz_put(page, joins ? "for the end of " : "for ");
    if (*object) {
        mz_put(page, "<span class=obj>");
        mz_put_text(page, object);
        mz_put(page, "</span>");
    } else if (!joins) {
        mz_put_text(page, operation);
    }
    if (!*holder)
        return;
    mz_put(page, joins ? "" : ", held by ");
    mz_put_thread(page, holder);
    if (mz_field_number(blocked, "since") > 0) {
        mz_put(page, " since ");
        mz_put_step_link(page, mz_field_number(blocked, "since"));
    }
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
        mz_put(page, "</div>");
    }
}

/* Beside other errors who waits is no news. */
bool mz_error_tells_blocked(const json_t *error)
{
    return mz_error_is(error, "deadlock") || mz_error_is(error, "loop") ||
           mz_error_is(error, "max-events") || mz_error_is(error, "watchdog");
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
    if (mz_error_tells_blocked(page->error))
        put_blocked(page);
    mz_put(page, "</section>\n");
}
