/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which steps of a trace in the document are no news, and so are folded away:
 * how threads come and go, allocations, what happens before there is a second
 * thread, memory that one thread alone uses, and what a loop does over and
 * over. Never the last step of a thread before its end, one that preempts, or
 * one on the object of the error.
 */
#ifndef MZ_REPORT_FOLD_H
#define MZ_REPORT_FOLD_H

#include <jansson.h>

#define MZ_FOLDS(X)                                   \
    X(NOT, "")                                        \
    X(START, "before there is a second thread")       \
    X(THREAD, "threads are created, end, are joined") \
    X(HEAP, "allocations")                            \
    X(PRIVATE, "memory that one thread uses")         \
    X(AGAIN, "the same again")

enum mz_fold {
#define X(fold, why) MZ_FOLD_##fold,
    MZ_FOLDS(X)
#undef X
        MZ_FOLD_COUNT
};

extern const char *const mz_fold_reasons[MZ_FOLD_COUNT];

/* One for each step, from malloc. NULL: no memory. */
unsigned char *mz_fold_make(const json_t *error);

#endif
