/* SPDX-License-Identifier: Apache-2.0 */
#include "report/format.h"

#include <errno.h>

#include "report/document.h"

const struct mz_format mz_formats[MZ_FORMAT_COUNT] = {
    [MZ_FORMAT_text] = {.name = "text", .write = mz_report_text},
#define X(name_, replayed, failures)                    \
    [MZ_FORMAT_##name_] = {.name = #name_,              \
                           .view = mz_view_##name_,     \
                           .can_be_replayed = replayed, \
                           .tells_failures = failures},
    MZ_VIEWS(X)
#undef X
};

static int write_view(const struct mz_format *format,
                      const struct mz_report *report, FILE *out)
{
    json_t *document = mz_document(report);
    int failed;

    if (!document)
        return -ENOMEM;
    failed = format->view(document, out);
    json_decref(document);
    return failed;
}

int mz_format_write(const struct mz_format *format,
                    const struct mz_report *report, FILE *out)
{
    int failed = format->write ? format->write(report, out)
                               : write_view(format, report, out);

    fflush(out);
    return failed ? failed : ferror(out) ? -EIO : 0;
}

const struct mz_format *mz_format_to_keep(void)
{
    unsigned i = 0;

    while (!mz_formats[i].can_be_replayed)
        i++;
    return &mz_formats[i];
}
