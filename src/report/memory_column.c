/* SPDX-License-Identifier: Apache-2.0 */
#include "report/memory_column.h"

#include <string.h>

#include "report/document.h"
#include "report/highlight.h"

enum { SHOWN_CELLS = 6 }; /* in one row */

/* The object that a step, an error or a blocked thread is about. */
static struct mz_column_cell *find_cell(struct mz_memory_column *column,
                                        const json_t *user)
{
    for (size_t i = 0; i < column->count; i++)
        if (mz_is_same_object(column->cells[i].step, user))
            return &column->cells[i];
    return NULL;
}

/* Where memory is weak, who reads or writes what others have overwritten
 * already leaves it as it is. */
static bool is_late(const json_t *step)
{
    return mz_field_is_true(step, "stale") ||
           json_is_false(json_object_get(step, "is_last"));
}

static bool has_result(const json_t *step)
{
    const char *access = mz_field_text(step, "access");

    return *mz_field_text(step, "result_text") || !strcmp(access, "write") ||
           !strcmp(access, "update");
}

static void note_cell(struct mz_memory_column *column, const json_t *step)
{
    const char *object = mz_field_text(step, "object_anywhere");
    const char *thread = mz_field_text(step, "thread_name");
    struct mz_column_cell *cell = find_cell(column, step);

    if (cell)
        cell->is_shared |= strcmp(cell->thread, thread) != 0;
    else if (*object && has_result(step) && column->count < MZ_COLUMN_CELLS)
        column->cells[column->count++] = (struct mz_column_cell){
            .step = step, .object = object, .thread = thread};
}

/* How long the name is in the text of that field: of `s->id (int, in struct
 * session allocated at ...)` that of `s->id`. */
static size_t brief(const json_t *step, const char *key, const char *brief_key)
{
    size_t whole = strlen(mz_field_text(step, key));
    long long length = mz_field_number(step, brief_key);

    return length > 0 && (size_t)length < whole ? (size_t)length : whole;
}

static size_t brief_anywhere(const json_t *step)
{
    return brief(step, "object_anywhere", "object_anywhere_brief");
}

bool mz_is_briefly(const json_t *step, const json_t *other)
{
    size_t length = brief_anywhere(step);

    return length == brief(other, "object", "object_brief") &&
           !strncmp(mz_field_text(step, "object_anywhere"),
                    mz_field_text(other, "object"), length);
}

/* Another object, too, is called so, somewhere. */
static bool is_ambiguous(const json_t *trace, const struct mz_column_cell *cell)
{
    for (size_t i = 0; i < json_array_size(trace); i++) {
        const json_t *step = json_array_get(trace, i);

        if (mz_is_briefly(cell->step, step) &&
            !mz_is_same_object(step, cell->step))
            return true;
    }
    return false;
}

static void mark_cell(struct mz_memory_column *column, const json_t *user)
{
    struct mz_column_cell *cell = find_cell(column, user);

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

void mz_memory_column_make(struct mz_memory_column *column, const json_t *error)
{
    const json_t *trace = mz_field_array(error, "trace");
    const json_t *blocked = mz_field_array(error, "blocked");

    column->count = 0;
    for (size_t i = 0; i < json_array_size(trace); i++)
        note_cell(column, json_array_get(trace, i));
    mark_cell(column, error);
    mark_cell(column, last_of(trace, mz_field_text(error, "thread_name")));
    for (size_t i = 0; i < json_array_size(blocked); i++)
        mark_cell(column, json_array_get(blocked, i));
    for (size_t i = 0; i < column->count; i++)
        column->cells[i].is_ambiguous = is_ambiguous(trace, &column->cells[i]);
}

/* How many shared ones have changed later than that step. */
static size_t changed_later(const struct mz_memory_column *column,
                            size_t changed)
{
    size_t count = 0;

    for (size_t i = 0; i < column->count; i++)
        count +=
            column->cells[i].is_shared && column->cells[i].changed > changed;
    return count;
}

static void put_name(struct mz_page *page, const struct mz_column_cell *cell)
{
    mz_escape(cell->object,
              cell->is_ambiguous ? strlen(cell->object)
                                 : brief_anywhere(cell->step),
              page->out);
}

static void put_cell(struct mz_page *page, const struct mz_column_cell *cell,
                     const char *before, bool is_now)
{
    mz_put(page, is_now ? "<span class=\"v now\" title=\""
                        : "<span class=v title=\"");
    mz_put_text(page, cell->object);
    mz_put(page, "\"><span class=o>");
    put_name(page, cell);
    mz_put(page, "</span> <span class=x>");
    if (is_now && before && *before && strcmp(before, cell->value)) {
        mz_put(page, "<del>");
        mz_put_text(page, before);
        mz_put(page, "</del> &#8594; ");
    }
    mz_put_text(page, *cell->value ? cell->value : "(written)");
    mz_put(page, "</span></span>");
}

void mz_put_memory(struct mz_page *page, struct mz_memory_column *column,
                   const json_t *step, size_t ordinal)
{
    struct mz_column_cell *own = find_cell(column, step);
    const char *result = mz_field_text(step, "result_text");
    const char *before = own ? own->value : NULL;

    if (own && has_result(step) && !is_late(step)) {
        own->value = result; /* "": it is not known */
        if (!before || strcmp(before, own->value))
            own->changed = ordinal;
    }
    mz_put(page, "<div class=mem>");
    for (size_t i = 0; i < column->count; i++) {
        const struct mz_column_cell *cell = &column->cells[i];

        if (cell->is_shared && cell->value &&
            (cell == own || changed_later(column, cell->changed) < SHOWN_CELLS))
            put_cell(page, cell, before,
                     cell == own && cell->changed == ordinal);
    }
    mz_put(page, "</div>");
}
