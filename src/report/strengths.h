/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What was found out of the orders of atomic accesses, by checking the program
 * with others (cli/strength.h): with which it has no error, or which of its own
 * may be weaker; and how that is told.
 */
#ifndef MZ_REPORT_STRENGTHS_H
#define MZ_REPORT_STRENGTHS_H

#include "report/document.h"
#include "report/narrator.h"

enum mz_strengths_outcome {
    MZ_STRENGTHS_FOUND,   /* the program is verified with these */
    MZ_STRENGTHS_NONE,    /* the error is there whatever the orders are */
    MZ_STRENGTHS_UNKNOWN, /* `why` nothing can be said */
    MZ_STRENGTHS_OUTCOMES
};

struct mz_report_strengths {
    bool is_to_relax; /* else to repair an error */
    uint8_t outcome;  /* enum mz_strengths_outcome */
    bool is_least;    /* no choice of fewer, or of weaker ones, is verified */
    uint32_t checks;  /* of the program, for this */
    uint64_t executions; /* that the verified program has */
    const char *why;
    uint32_t count;
    struct mz_strength at[MZ_MAX_STRENGTHS]; /* the places that were met */
};

/* The field `orders` of the document. */
json_t *mz_strengths_object(const struct mz_narrator *);

/* Some lines of text from that; NULL: nothing was looked for. */
void mz_strengths_print(const json_t *orders, FILE *);

/* Where a place is: of the functions inlined there, the innermost of the
 * user's; or else whatever is known. False: nothing. */
bool mz_strengths_place(const struct mz_narrator *, const struct mz_strength *,
                        struct mz_frame *);

#endif
