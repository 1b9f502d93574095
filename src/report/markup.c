/* SPDX-License-Identifier: Apache-2.0 */
#include "report/markup.h"

#include <stdarg.h>
#include <string.h>

#include "base/text.h"
#include "report/document.h"
#include "report/highlight.h"

void mz_put(struct mz_page *page, const char *html)
{
    fputs(html, page->out);
}

void mz_put_form(struct mz_page *page, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    vfprintf(page->out, format, values);
    va_end(values);
}

void mz_put_text(struct mz_page *page, const char *text)
{
    mz_escape(text, strlen(text), page->out);
}

void mz_put_field(struct mz_page *page, const json_t *object, const char *key)
{
    mz_put_text(page, mz_field_text(object, key));
}

void mz_put_count(struct mz_page *page, long long count, const char *one,
                  const char *many)
{
    mz_put_form(page, "%lld %s", count, count == 1 ? one : many);
}

bool mz_place_is_known(const json_t *place)
{
    return *mz_field_text(place, "file");
}

/* A library's own file is told by its last part. */
static const char *short_name(const char *file)
{
    return strncmp(file, "/usr/", 5) ? file : mz_text_last_part(file);
}

/* file.c:12 in f */
void mz_put_place(struct mz_page *page, const json_t *place)
{
    const char *function = mz_field_text(place, "function");

    if (mz_place_is_known(place)) {
        mz_put(page, "<span class=file>");
        mz_put_text(page, short_name(mz_field_text(place, "file")));
        mz_put_form(page, ":%lld</span>", mz_field_number(place, "line"));
    }
    if (*function) {
        mz_put(page, mz_place_is_known(place) ? " in <span class=fn>"
                                              : "<span class=fn>");
        mz_put_text(page, function);
        mz_put(page, "</span>");
    }
}

/* The line that is there, and where that is. */
void mz_put_source(struct mz_page *page, const json_t *place)
{
    const char *source = mz_document_source(page->document, place);

    if (source && *source) {
        mz_put(page, "<code class=src>");
        mz_highlight(source, page->out);
        mz_put(page, "</code>");
    }
    if (!mz_place_is_known(place) && !*mz_field_text(place, "function"))
        return;
    mz_put(page, "<div class=at title=\"");
    mz_put_field(page, place, "file");
    mz_put(page, "\">");
    mz_put_place(page, place);
    mz_put(page, "</div>");
}

size_t mz_page_colour(const struct mz_page *page, const char *thread)
{
    return mz_lanes_find(&page->lanes, thread) % MZ_PAGE_COLOURS;
}

void mz_put_thread(struct mz_page *page, const char *thread)
{
    mz_put_form(page, "<b class=\"who t%zu\">", mz_page_colour(page, thread));
    mz_put_text(page, thread);
    mz_put(page, "</b>");
}

void mz_put_step_link(struct mz_page *page, long long step)
{
    if (step > 0)
        mz_put_form(page, "<a href=\"#e%zus%lld\">step %lld</a>", page->number,
                    step, step);
}

const json_t *mz_page_step(const struct mz_page *page, size_t i)
{
    return json_array_get(mz_field_array(page->error, "trace"), i);
}

size_t mz_page_steps(const struct mz_page *page)
{
    return json_array_size(mz_field_array(page->error, "trace"));
}

bool mz_error_is(const json_t *error, const char *kind)
{
    return !strcmp(mz_field_text(error, "kind"), kind);
}
