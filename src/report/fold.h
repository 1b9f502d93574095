/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which steps of a trace in the document are folded away: those that do not
 * explain the error, as the document says (slice.h), and what is done over and
 * over.
 */
#ifndef MZ_REPORT_FOLD_H
#define MZ_REPORT_FOLD_H

#include <jansson.h>

#include "report/slice.h"

/* Why: what the document says is a name of these. */
#define MZ_FOLDS(X)                                    \
    X(START_UP, "start-up", "start-up")                \
    X(LIFE, "life", "creation, join, end, allocation") \
    X(LIBRARY, "library", "in libraries")              \
    X(APART, "apart", "on other objects")

enum { MZ_FOLD_NOT = MZ_OMIT_NONE, MZ_FOLD_AGAIN = MZ_OMITS, MZ_FOLD_COUNT };

/* By enum mz_omit. In the document; NULL: it is shown. */
extern const char *const mz_fold_names[MZ_FOLD_COUNT];

/* For people. */
extern const char *const mz_fold_reasons[MZ_FOLD_COUNT];

/* One for each step, an enum mz_omit or MZ_FOLD_AGAIN, from malloc. NULL: no
 * memory. */
unsigned char *mz_fold_make(const json_t *error);

#endif
