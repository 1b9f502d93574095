/* SPDX-License-Identifier: Apache-2.0 */
#include "report/format.h"

const struct mz_format mz_formats[MZ_FORMAT_COUNT] = {
#define X(name, ...) \
    [MZ_FORMAT_##name] = {#name, mz_report_##name, __VA_ARGS__},
    MZ_FORMATS(X)
#undef X
};

const struct mz_format *mz_format_to_keep(void)
{
    unsigned i = 0;

    while (!mz_formats[i].can_be_replayed)
        i++;
    return &mz_formats[i];
}
