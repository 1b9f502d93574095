/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The interleaving as a drawing: a lane a thread, time goes down. It is for few
 * threads, and for who has room enough; for all else there is the table.
 */
#ifndef MZ_REPORT_DRAWING_H
#define MZ_REPORT_DRAWING_H

#include "report/narrator.h"
#include "report/printed.h"

/* A step, or, with `turns`, a remark: those before it come again. */
struct mz_row {
    const struct mz_step *step;
    uint64_t number; /* of the first step that it tells */
    uint64_t steps;  /* how many it tells */
    size_t turns;
    bool varies;       /* they have other values */
    uint64_t left_out; /* steps before it of which nothing is known, or which
                          there is no room for */
};

/* With lines of what the program has written between the steps. False: they do
 * not fit, or all is wanted, and nothing was printed. */
bool mz_drawing_print(const struct mz_narrator *, const struct mz_row *rows,
                      size_t count, const struct mz_printed_line *lines,
                      size_t line_count, FILE *);

/* `  ...  the same 4 steps 9 more times, with other values`, of a row with
 * turns. */
void mz_drawing_remark(const struct mz_row *, FILE *);

#endif
