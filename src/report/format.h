/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a report can be written as: a file each, and a row here. --format names
 * it. All but the text are views of the document (document.h), and so can be
 * made of a report that was kept.
 */
#ifndef MZ_REPORT_FORMAT_H
#define MZ_REPORT_FORMAT_H

#include <jansson.h>

#include "report/report.h"

/*
 * Name, whose writer is mz_view_NAME; whether mz_report_load reads it back, so
 * that the execution can be replayed (of one at least); whether it tells of
 * checks, too, that came to no result, which stderr says in any case.
 */
#define MZ_VIEWS(X)        \
    X(json, true, true)    \
    X(html, false, true)   \
    X(sarif, false, true)  \
    X(junit, false, true)  \
    X(github, false, true) \
    X(dot, false, true)    \
    X(witness, false, true) \
    X(graphml, false, true)

#define MZ_FORMATS(X)     \
    X(text, false, false) \
    MZ_VIEWS(X)

struct mz_format {
    const char *name;
    /* Either, the other is NULL. 0, or -errno when writing failed. The document
     * may come from a file that anybody has written: what it lacks is left out,
     * what has the wrong type, too. */
    int (*write)(const struct mz_report *, FILE *);
    int (*view)(const json_t *document, FILE *);
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

/* 0, or -errno when writing failed. What was written is flushed. */
int mz_format_write(const struct mz_format *, const struct mz_report *, FILE *);

/* What is kept of an error, to be replayed. */
const struct mz_format *mz_format_to_keep(void);

int mz_report_text(const struct mz_report *, FILE *);
#define X(name, ...) int mz_view_##name(const json_t *, FILE *);
MZ_VIEWS(X)
#undef X

#endif
