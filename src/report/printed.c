/* SPDX-License-Identifier: Apache-2.0 */
#include "report/printed.h"

#include <stdlib.h>
#include <string.h>

#include "report/steps.h"

enum {
    FIRST_LINES = 4, /* of the text, if there are more */
    LAST_LINES = 8,
    NARROWEST = 40, /* columns that a line has in any case */
};

static const struct mz_printed *printed_of(const struct mz_report *report)
{
    return &report->region->account.printed;
}

static uint32_t begin_of(const struct mz_printed *printed, uint32_t part)
{
    return part ? printed->parts[part - 1].end : 0;
}

/* The step that it comes after, if that is known. */
static const struct mz_step *step_before(const struct mz_account *account,
                                         uint64_t after)
{
    for (uint32_t i = 0; i < account->step_count; i++)
        if (mz_steps_number(account, i) == after)
            return &account->steps[i];
    return NULL;
}

static void put_thread(const struct mz_narrator *n, unsigned thread,
                       uint64_t after, char out[MZ_PHRASE])
{
    const struct mz_step *step =
        step_before(&n->report->region->account, after);

    if (step)
        mz_narrator_thread_in(n, thread, step, out);
    else
        mz_narrator_thread(n, thread, out);
}

/* ---- lines --------------------------------------------------------------- */

/* Those of a part, at the end of the list if there is one. */
static size_t add_part(const struct mz_printed *printed, uint32_t i,
                       struct mz_printed_line *list, size_t count)
{
    const char *at = printed->bytes + begin_of(printed, i);
    const char *end = printed->bytes + printed->parts[i].end;

    if (printed->left_out && i == printed->left_out_before) {
        if (list)
            list[count] = (struct mz_printed_line){
                .after = printed->parts[i].after,
                .thread = MZ_NOBODY,
                .bytes = printed->left_out,
            };
        count++;
    }
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((stop ? stop : end) - at);

        if (list)
            list[count] = (struct mz_printed_line){
                .after = printed->parts[i].after,
                .thread = printed->parts[i].thread,
                .text = at,
                .length = length,
            };
        count++;
        at += length + 1;
    }
    return count;
}

static size_t add_all(const struct mz_printed *printed,
                      struct mz_printed_line *list)
{
    size_t count = 0;

    for (uint32_t i = 0; i < printed->part_count; i++)
        count = add_part(printed, i, list, count);
    return count;
}

/* One line stands for those in the midst. */
static size_t shorten(struct mz_printed_line *list, size_t count)
{
    struct mz_printed_line *rest = &list[FIRST_LINES + 1];

    if (count <= FIRST_LINES + LAST_LINES + 1)
        return count;
    list[FIRST_LINES].thread = MZ_NOBODY;
    list[FIRST_LINES].lines = count - FIRST_LINES - LAST_LINES;
    for (size_t i = FIRST_LINES + 1; i < count - LAST_LINES; i++)
        list[FIRST_LINES].bytes += list[i].bytes;
    memmove(rest, &list[count - LAST_LINES], LAST_LINES * sizeof *rest);
    return FIRST_LINES + 1 + LAST_LINES;
}

struct mz_printed_line *mz_printed_lines(const struct mz_report *report,
                                         size_t *count)
{
    const struct mz_printed *printed = printed_of(report);
    struct mz_printed_line *list = NULL;

    *count = add_all(printed, NULL);
    if (*count)
        list = calloc(*count, sizeof *list);
    if (!list) {
        *count = 0;
        return NULL;
    }
    add_all(printed, list);
    if (!report->verbose)
        *count = shorten(list, *count);
    return list;
}

static size_t trimmed(const struct mz_printed_line *line)
{
    size_t length = line->length;

    while (length && line->text[length - 1] &&
           strchr(" \t\r", line->text[length - 1]))
        length--;
    return length;
}

static bool is_utf8(const char *text, size_t length)
{
    json_t *string = json_stringn(text, length);

    json_decref(string);
    return string != NULL;
}

/* Not in the midst of a character. */
static size_t cut(const char *text, size_t length)
{
    while (length && (text[length] & 0xc0) == 0x80)
        length--;
    return length;
}

static void put_byte(unsigned char c, bool is_text, FILE *out)
{
    bool is_strange = c < 0x20 || c == 0x7f || (c > 0x7f && !is_text);

    fputc(c == '\t' ? ' ' : is_strange ? '?' : c, out);
}

static void put_remark(const struct mz_printed_line *line, FILE *out)
{
    fputs("| ... ", out);
    if (line->lines)
        fprintf(out, "%lu more lines of output (-v shows them)%s",
                (unsigned long)line->lines, line->bytes ? ", and " : "");
    if (line->bytes)
        fprintf(out, "%lu bytes that were not kept",
                (unsigned long)line->bytes);
    fputc('\n', out);
}

void mz_printed_put(const struct mz_printed_line *line, int columns, FILE *out)
{
    size_t room = columns > NARROWEST ? (size_t)columns - 2 : NARROWEST - 2;
    size_t length = trimmed(line);
    bool is_cut = length > room;
    bool is_text = is_utf8(line->text, length);

    if (mz_printed_is_remark(line)) {
        put_remark(line, out);
        return;
    }
    fputs(length ? "| " : "|", out);
    if (is_cut)
        length = cut(line->text, room - 3);
    for (size_t i = 0; i < length; i++)
        put_byte((unsigned char)line->text[i], is_text, out);
    fputs(is_cut ? "...\n" : "\n", out);
}

void mz_printed_thread(const struct mz_narrator *n,
                       const struct mz_printed_line *line, char out[MZ_PHRASE])
{
    put_thread(n, line->thread, line->after, out);
}

/* ---- the document -------------------------------------------------------- */

/* What is no text is a question mark. */
static json_t *text_of(const char *bytes, size_t size)
{
    json_t *text = json_stringn(bytes, size);
    char *clean;

    if (text)
        return text;
    clean = malloc(size + 1);
    if (!clean)
        return NULL;
    for (size_t i = 0; i < size; i++)
        clean[i] = (signed char)bytes[i] < 0 ? '?' : bytes[i];
    text = json_stringn(clean, size);
    free(clean);
    return text;
}

json_t *mz_printed_array(const struct mz_narrator *n)
{
    const struct mz_printed *printed = printed_of(n->report);
    json_t *array = json_array();
    char name[MZ_PHRASE];

    for (uint32_t i = 0; i < printed->part_count; i++) {
        const struct mz_printed_part *part = &printed->parts[i];
        uint32_t begin = begin_of(printed, i);
        json_t *object = json_object();

        json_object_set_new(object, "after",
                            json_integer((json_int_t)part->after));
        if (part->thread != MZ_NOBODY) {
            put_thread(n, part->thread, part->after, name);
            json_object_set_new(object, "thread", json_integer(part->thread));
            json_object_set_new(object, "thread_name", json_string(name));
        }
        json_object_set_new(object, "text",
                            text_of(printed->bytes + begin,
                                    part->end - begin));
        if (printed->left_out && i == printed->left_out_before)
            json_object_set_new(object, "left_out",
                                json_integer((json_int_t)printed->left_out));
        json_array_append_new(array, object);
    }
    return array;
}
