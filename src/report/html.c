/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The report as a page: one file that needs nothing else. What page.css and
 * page.js hold is in it as it is; the page is whole without the script, which
 * folds, steps and draws arrows.
 *
 * Here is what stands around: head, verdict, foot. What happened is told by
 * cards.h, the steps by interleaving.h; all of them write by markup.h.
 *
 * All text of the program and of the document is escaped, and the page's policy
 * lets no script run but that one.
 */
#define _GNU_SOURCE /* open_memstream */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "page.h"
#include "report/cards.h"
#include "report/document.h"
#include "report/format.h"
#include "report/highlight.h"
#include "report/hint.h"
#include "report/interleaving.h"
#include "report/strengths.h"

static void put_lines(struct mz_page *page, const char *const *lines)
{
    for (; *lines; lines++)
        mz_put(page, *lines);
}

/* `data race` for `data-race` */
static void put_words(struct mz_page *page, const char *name)
{
    for (; *name; name++)
        mz_escape(*name == '-' ? " " : name, 1, page->out);
}

/* ---- an error ------------------------------------------------------------ */

static unsigned long count_if(const struct mz_page *page, bool preemptions)
{
    unsigned long count = 0;

    for (size_t i = 1; i < mz_page_steps(page); i++)
        count +=
            preemptions
                ? mz_field_is_true(mz_page_step(page, i), "preempts")
                : strcmp(mz_field_text(mz_page_step(page, i), "thread_name"),
                         mz_field_text(mz_page_step(page, i - 1),
                                       "thread_name")) != 0;
    return count;
}

static void put_facts(struct mz_page *page)
{
    long long left_out = mz_field_number(page->error, "steps_left_out");
    size_t steps = mz_page_steps(page);

    mz_put(page, "<ul class=facts>");
    if (*mz_field_text(page->error, "thread_name")) {
        mz_put(page, "<li>");
        mz_put_thread(page, mz_field_text(page->error, "thread_name"));
        mz_put(page, "</li>");
    }
    if (mz_place_is_known(page->error)) {
        mz_put(page, "<li>");
        mz_put_place(page, page->error);
        mz_put(page, "</li>");
    }
    if (mz_field_number(page->error, "execution") > 0)
        mz_put_form(page, "<li>execution %lld of %lld</li>",
                    mz_field_number(page->error, "execution"),
                    mz_field_number(page->document, "executions"));
    if (steps) {
        mz_put(page, "<li>");
        mz_put_count(page, (long long)steps + left_out, "step", "steps");
        mz_put(page, "</li><li>");
        mz_put_count(page, (long long)count_if(page, false), "context switch",
                     "context switches");
        mz_put(page, "</li><li>");
        mz_put_count(page, (long long)count_if(page, true), "preemption",
                     "preemptions");
        mz_put(page, "</li>");
    }
    mz_put(page, "</ul>\n");
}

static int put_error(struct mz_page *page, const json_t *error, size_t number,
                     const char *badge)
{
    int failed = 0;

    page->error = error;
    page->number = number;
    if (!mz_lanes_make(&page->lanes, error))
        return -ENOMEM;
    mz_put(page, "<article><header><p class=\"badge ");
    mz_put(page, badge);
    mz_put(page, "\">");
    put_words(page, mz_field_text(error, "kind"));
    mz_put(page, number ? "</p><h2 class=title>" : "</p><h1 class=title>");
    mz_put_field(page, error, "headline");
    mz_put(page, number ? "</h2>" : "</h1>");
    put_facts(page);
    mz_put(page, "</header>\n");
    mz_put_cards(page);
    if (mz_page_steps(page))
        failed = mz_put_interleaving(page);
    mz_put(page, "</article>\n");
    mz_lanes_release(&page->lanes);
    return failed;
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

static void put_paragraph(struct mz_page *page, const char *before,
                          const char *text)
{
    if (!*text)
        return;
    mz_put(page, "<p>");
    mz_put(page, before);
    mz_put_text(page, text);
    mz_put(page, "</p>");
}

static void put_refusal(struct mz_page *page, const json_t *refusal)
{
    if (!json_is_object(refusal))
        return;
    mz_put(page, "<div class=card><h3>");
    mz_put_field(page, refusal, "name");
    mz_put(page, "</h3>");
    put_paragraph(page, "", mz_field_text(refusal, "what"));
    put_paragraph(page, "instead: ", mz_field_text(refusal, "instead"));
    mz_put_source(page, refusal);
    mz_put(page, "</div>");
}

static void put_verdict(struct mz_page *page, const char *verdict)
{
    const json_t *document = page->document;

    mz_put(page, "<article><header><p class=\"badge ");
    mz_put(page, !strcmp(verdict, "safe") ? "good" : "open");
    mz_put(page, "\">");
    mz_put_text(page, verdict);
    mz_put(page, "</p><h1 class=title>");
    mz_put(page, verdict_words(verdict));
    mz_put(page, "</h1></header>");
    put_paragraph(page,
                  "stopped at a limit: ", mz_field_text(document, "limit"));
    put_paragraph(page, "", mz_field_text(document, "message"));
    put_refusal(page, json_object_get(document, "unsupported"));
    mz_put(page, "</article>\n");
}

/* ---- the rest ------------------------------------------------------------ */

static void put_not_seen(struct mz_page *page)
{
    const json_t *list = mz_field_array(page->document, "not_seen");

    if (!json_array_size(list))
        return;
    mz_put(page, "<section><h2>Not seen</h2><ul>");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *item = json_array_get(list, i);

        mz_put(page, "<li>");
        mz_put_field(page, item, "name");
        mz_put(page, ": ");
        mz_put_field(page, item, "why");
        if (mz_place_is_known(item)) {
            mz_put(page, ", ");
            mz_put_place(page, item);
        }
        mz_put(page,
               mz_field_is_true(item, "trusted") ? " (trusted)</li>" : "</li>");
    }
    mz_put(page, "</ul></section>\n");
}

static void put_again(struct mz_page *page)
{
    const char *command = mz_field_text(page->document, "replay_command");
    const json_t *errors = mz_field_array(page->document, "errors");

    if (!*command)
        return;
    mz_put(page, "<section class=again><h2>See it again</h2><pre>"
                 "<span class=hc># with the program's output</span>\n");
    mz_put_text(page, command);
    mz_put(page, "\n<span class=hc># in gdb, up to the failing step</span>\n");
    mz_put_text(page, command);
    mz_put(page, " --gdb");
    for (size_t i = 1; i < json_array_size(errors); i++)
        if (json_object_get(json_array_get(errors, i), "replay")) {
            mz_put_form(page, "\n<span class=hc># error %zu</span>\n", i + 1);
            mz_put_text(page, command);
            mz_put_form(page, " --error=%zu", i + 1);
        }
    mz_put(page, "</pre></section>\n");
}

static void put_orders(struct mz_page *page)
{
    const json_t *orders = json_object_get(page->document, "orders");
    char *text = NULL;
    size_t size;
    FILE *out = orders ? open_memstream(&text, &size) : NULL;

    if (!out)
        return;
    mz_strengths_print(orders, out);
    if (fclose(out) == 0) {
        mz_put(page, "<section><h2>Orders</h2><pre>");
        mz_put_text(page, text);
        mz_put(page, "</pre></section>\n");
    }
    free(text);
}

static void put_notes(struct mz_page *page)
{
    mz_put(page, "<footer><ul class=facts><li>");
    mz_put_field(page, page->document, "program");
    mz_put(page, "</li><li>");
    mz_put_count(page, mz_field_number(page->document, "executions"),
                 "execution", "executions");
    mz_put(page, " explored</li><li>algorithm ");
    mz_put_field(page, page->document, "algorithm");
    mz_put(page, "</li><li>--plain=");
    mz_put_field(page, json_object_get(page->document, "options"), "plain");
    mz_put(page, "</li><li>mazurka ");
    mz_put_field(page, page->document, "mazurka");
    mz_put(page, "</li></ul>");
    put_paragraph(page, "hint: ", mz_field_text(page->document, "hint"));
    put_paragraph(page, "note: ",
                  mz_field_text(page->document, "weak_note"));
    if (mz_field_is_true(page->document, "load_buffering"))
        put_paragraph(page, "note: ", mz_hint_load_buffering);
    put_paragraph(page, "note: ",
                  mz_field_text(page->document, "unwritten_read"));
    mz_put(page, "</footer>\n");
}

static void put_help(struct mz_page *page)
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

    mz_put(page, "<dialog id=help aria-label=\"keys\"><h2>Keys</h2><dl>");
    for (size_t i = 0; i < MZ_COUNT(keys); i++)
        mz_put_form(page, "<dt><kbd>%s</kbd></dt><dd>%s</dd>", keys[i][0],
                    keys[i][1]);
    mz_put(page,
           "</dl><p>Arrows lead from the steps that must come before the "
           "current one: a creation, or the use of one object. Steps that "
           "fade could have come before or after it.</p><form method=dialog>"
           "<button>close</button></form></dialog>\n");
}

static void put_head(struct mz_page *page)
{
    const json_t *error =
        json_array_get(mz_field_array(page->document, "errors"), 0);

    mz_put_form(
        page,
        "<!doctype html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n"
        "<meta name=viewport content=\"width=device-width, "
        "initial-scale=1\">\n<meta http-equiv=Content-Security-Policy "
        "content=\"default-src 'none'; style-src 'unsafe-inline'; "
        "script-src '%s'\">\n<meta name=referrer content=no-referrer>\n"
        "<title>",
        page_js_sha256);
    if (error)
        mz_put_field(page, error, "headline");
    else
        mz_put(page, verdict_words(mz_field_text(page->document, "verdict")));
    mz_put(page, " &#8211; ");
    mz_put_field(page, page->document, "program");
    mz_put(page, "</title>\n<style>\n");
    put_lines(page, page_css);
    mz_put(page, "</style>\n</head>\n<body>\n"
                 "<nav class=top><span class=brand>mazurka</span> <span "
                 "class=prog>");
    mz_put_field(page, page->document, "program");
    mz_put(page,
           "</span><span class=js><button type=button data-do=theme "
           "title=\"dark or light (t)\">theme</button><button type=button "
           "data-do=help title=\"keys (?)\">keys</button></span></nav>\n"
           "<main>\n");
}

/* Errors; or the execution that met a bound; or that there is none. */
static int put_body(struct mz_page *page)
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
    struct mz_page page = {.out = out, .document = document};
    int failed;

    put_head(&page);
    failed = put_body(&page);
    put_not_seen(&page);
    put_orders(&page);
    put_again(&page);
    put_notes(&page);
    mz_put(&page, "</main>\n");
    put_help(&page);
    mz_put(&page, "<script>");
    put_lines(&page, page_js);
    mz_put(&page, "</script>\n</body>\n</html>\n");
    return failed;
}
