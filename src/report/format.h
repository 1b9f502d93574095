/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a report can be written as: a file each, and a row here. --format names
 * it.
 */
#ifndef MZ_REPORT_FORMAT_H
#define MZ_REPORT_FORMAT_H

#include "report/report.h"

/*
 * Name, whose writer is mz_report_NAME; whether mz_report_load reads it back,
 * so that the execution can be replayed (of one at least); whether it tells of
 * checks, too, that came to no result, which stderr says in any case.
 */
#define MZ_FORMATS(X)     \
    X(text, false, false) \
    X(json, true, true)

struct mz_format {
    const char *name;
    /* 0, or -errno when writing failed. What was written is flushed. */
    int (*write)(const struct mz_report *, FILE *);
    bool can_be_replayed;
    bool tells_failures;
};

/* The number of a format: MZ_FORMAT_text. */
enum mz_format_id {
#define X(name, ...) MZ_FORMAT_##name,
    MZ_FORMATS(X)
#undef X
        MZ_FORMAT_COUNT
};

extern const struct mz_format mz_formats[MZ_FORMAT_COUNT];

/* What is kept of an error, to be replayed. */
const struct mz_format *mz_format_to_keep(void);

#define X(name, ...) int mz_report_##name(const struct mz_report *, FILE *);
MZ_FORMATS(X)
#undef X

#endif
