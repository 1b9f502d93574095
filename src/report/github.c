/* SPDX-License-Identifier: Apache-2.0 */
/* Annotations of GitHub's workflows: a line each, which CI shows beside the
 * source. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report/document.h"
#include "report/format.h"
#include "report/outline.h"

/* In a property, a colon and a comma end something, too. */
static void put_escaped(const char *text, bool in_property, FILE *out)
{
    for (; *text; text++)
        if (*text == '%' || *text == '\n' || *text == '\r' ||
            (in_property && (*text == ':' || *text == ',')))
            fprintf(out, "%%%02X", (unsigned char)*text);
        else
            putc(*text, out);
}

static void put_property(const char *before, const char *text, FILE *out)
{
    fputs(before, out);
    put_escaped(text, true, out);
}

/* `text` is freed; NULL: there was no memory for it. `place` may be NULL. */
static int put_annotation(const char *level, const json_t *place,
                          const char *title, char *text, FILE *out)
{
    if (!text)
        return -ENOMEM;
    fprintf(out, "::%s ", level);
    if (*mz_field_text(place, "file")) {
        put_property("file=", mz_field_text(place, "file"), out);
        fprintf(out, ",line=%lld,", mz_field_number(place, "line"));
    }
    put_property("title=mazurka%3A ", title, out);
    fputs("::", out);
    put_escaped(text, false, out);
    fputc('\n', out);
    free(text);
    return 0;
}

static int put_error(const json_t *error, const char *level, FILE *out)
{
    return put_annotation(level, mz_outline_place(error),
                          mz_field_text(error, "kind"), mz_outline(error), out);
}

static int put_verdict(const json_t *document, FILE *out)
{
    const char *verdict = mz_field_text(document, "verdict");
    const char *level = !strcmp(verdict, "safe")         ? "notice"
                        : !strcmp(verdict, "incomplete") ? "warning"
                                                         : "error";

    return put_annotation(level, json_object_get(document, "unsupported"),
                          mz_field_text(document, "program"),
                          mz_outline_verdict(document), out);
}

int mz_view_github(const json_t *document, FILE *out)
{
    const json_t *errors = mz_field_array(document, "errors");
    const json_t *cut = json_object_get(document, "cut");
    size_t count = json_array_size(errors);
    int failed = 0;

    for (size_t i = 0; i < count && !failed; i++)
        failed = put_error(json_array_get(errors, i), "error", out);
    if (!count && !failed)
        failed = put_verdict(document, out);
    if (json_is_object(cut) && !failed)
        failed = put_error(cut, "warning", out);
    return failed;
}
