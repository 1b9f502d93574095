/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a witness claims, in whatever format of SV-COMP it is written: that the
 * program violates the property, and where; or that it does not. Nothing is
 * claimed that was not shown: then there is no witness, but a reason.
 *
 * Places are those that the files have which the command named, also where a
 * line marker says that their lines are another file's.
 */
#ifndef MZ_REPORT_CLAIM_H
#define MZ_REPORT_CLAIM_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct mz_claim_place {
    const char *file; /* as the command named it */
    long long line;
    const char *function; /* or "" */
    const char *source;   /* the line's text; NULL: not known */
};

#define MZ_CLAIM_TEXT 400

struct mz_claim {
    const json_t *document;
    const json_t *error;          /* NULL: there is no violation */
    struct mz_claim_place target; /* where that is */
    const char *specification;
    char created[32];           /* now, or SOURCE_DATE_EPOCH: ISO 8601 */
    char excuse[MZ_CLAIM_TEXT]; /* why there is no witness */
};

/* By its name: a witness is of sources in C. */
bool mz_claim_is_c(const char *file);

/* False: there is none, see excuse. Borrows the document. */
bool mz_claim_make(struct mz_claim *, const json_t *document);

/* Of anything that has file, line, function. False: it is in no such file. */
bool mz_claim_place(const json_t *document, const json_t *place,
                    struct mz_claim_place *out);

/* Of a step that is a call of __VERIFIER_nondet_...: its name, NULL if it is
 * none, or its place is not known. */
const char *mz_claim_choice(const json_t *document, const json_t *step,
                            struct mz_claim_place *out);

/* In a line of source, which may be NULL: where the call of that function
 * ends, counted in characters from 1. 0: it is not in it, or not once. */
unsigned mz_claim_call_end(const char *source, const char *function);

#endif
