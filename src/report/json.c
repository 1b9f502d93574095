/* SPDX-License-Identifier: Apache-2.0 */
/* The report for machines: the document as it is. */
#include <errno.h>

#include "report/format.h"

/* Seventeen digits are those that give the same number again. */
int mz_view_json(const json_t *document, FILE *out)
{
    int failed =
        json_dumpf(document, out, JSON_INDENT(1) | JSON_REAL_PRECISION(17));

    fputc('\n', out);
    return failed ? -EIO : 0;
}
