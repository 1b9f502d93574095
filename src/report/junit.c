/* SPDX-License-Identifier: Apache-2.0 */
/* JUnit's XML, which most CI systems read: the check is a test case, and so is
 * each error beyond the first. Only a verdict of `safe` passes. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report/document.h"
#include "report/format.h"
#include "report/highlight.h"
#include "report/outline.h"

static void put_text(const char *text, FILE *out)
{
    mz_escape(text, strlen(text), out);
}

/* Its newlines stay. */
static void put_lines(const char *text, FILE *out)
{
    size_t length;

    for (; *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        mz_escape(text, length, out);
        fputc('\n', out);
    }
}

static void begin_case(const json_t *document, size_t number, FILE *out)
{
    fputs("  <testcase classname=\"mazurka\" name=\"", out);
    put_text(mz_field_text(document, "program"), out);
    if (number)
        fprintf(out, " (error %zu)", number + 1);
    fputc('"', out);
}

static void begin_fault(const char *element, const char *type,
                        const char *message, FILE *out)
{
    fprintf(out, ">\n    <%s type=\"", element);
    put_text(type, out);
    fputs("\" message=\"", out);
    put_text(message, out);
    fputs("\">", out);
}

static int put_failure(const json_t *document, size_t number, FILE *out)
{
    const json_t *error =
        json_array_get(mz_field_array(document, "errors"), number);
    char *text = mz_outline(error);

    if (!text)
        return -ENOMEM;
    begin_case(document, number, out);
    begin_fault("failure", mz_field_text(error, "kind"),
                mz_field_text(error, "headline"), out);
    put_lines(text, out);
    fputs("</failure>\n  </testcase>\n", out);
    free(text);
    return 0;
}

static int put_no_error(const json_t *document, bool is_safe, FILE *out)
{
    char *line = mz_outline_verdict(document);

    if (!line)
        return -ENOMEM;
    begin_case(document, 0, out);
    if (is_safe) {
        fputs("/>\n", out);
    } else {
        begin_fault("error", mz_field_text(document, "verdict"), line, out);
        fputs("</error>\n  </testcase>\n", out);
    }
    free(line);
    return 0;
}

int mz_view_junit(const json_t *document, FILE *out)
{
    size_t errors = json_array_size(mz_field_array(document, "errors"));
    bool is_safe = !strcmp(mz_field_text(document, "verdict"), "safe");
    int failed = 0;

    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
            " <testsuite name=\"mazurka check\" tests=\"%zu\" "
            "failures=\"%zu\" errors=\"%d\" skipped=\"0\">\n",
            errors ? errors : 1, errors, !errors && !is_safe);
    for (size_t i = 0; i < errors && !failed; i++)
        failed = put_failure(document, i, out);
    if (!errors)
        failed = put_no_error(document, is_safe, out);
    fputs(" </testsuite>\n</testsuites>\n", out);
    return failed;
}
