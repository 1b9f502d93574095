/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the program has written to its standard output and error streams in the
 * execution that is told: in parts, each of one thread, after one step.
 */
#ifndef MZ_REPORT_PRINTED_H
#define MZ_REPORT_PRINTED_H

#include <jansson.h>

#include "report/narrator.h"

/* A line of it, as it is put between the steps of the text: without its end,
 * and without what a terminal would not take for text. */
struct mz_printed_line {
    uint64_t after;  /* the step, 0: before all */
    unsigned thread; /* MZ_NOBODY: not known */
    uint64_t lines;  /* not shown, of those that come here */
    uint64_t bytes;  /* that come here, and were not kept; else both are 0: */
    const char *text;
    size_t length;
};

/* From malloc, NULL: none. Without --verbose of many the first and last. */
struct mz_printed_line *mz_printed_lines(const struct mz_report *,
                                         size_t *count);

/* Has nobody written it, does it stand for others? */
static inline bool mz_printed_is_remark(const struct mz_printed_line *line)
{
    return line->lines || line->bytes;
}

/* `| text`, or `| ... 12 more lines of output (-v shows them)`, in at most so
 * many columns, with its end of line. */
void mz_printed_put(const struct mz_printed_line *, int columns, FILE *);

/* The name of who has written it. */
void mz_printed_thread(const struct mz_narrator *,
                       const struct mz_printed_line *, char out[MZ_PHRASE]);

/* Of the document: an array of the parts. */
json_t *mz_printed_array(const struct mz_narrator *);

#endif
