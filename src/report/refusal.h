/* SPDX-License-Identifier: Apache-2.0 */
/* What was met that cannot be checked: where, what it is, what can be used in
 * its place. */
#ifndef MZ_REPORT_REFUSAL_H
#define MZ_REPORT_REFUSAL_H

#include "report/narrator.h"

/* What the end of a search says beside its status, if anything: the region's
 * message, or what is told of its gap. The next call may overwrite it. */
const char *mz_refusal_message(const struct mz_region *);

/* The kind of the gap, as `futex-wakes`, or of what the algorithm cannot treat,
 * as `several`; NULL: the message says it. The next call overwrites it. */
const char *mz_refusal_kind(const struct mz_region *);

/* The call stack; NULL: it was not met in a program that ran. */
const struct mz_stack *mz_refusal_stack(const struct mz_narrator *);

/* Its innermost frame of the user's own source; false: there is none. */
bool mz_refusal_place(const struct mz_narrator *, struct mz_frame *);

/* `a second process`, `check each process by itself`; NULL: the sentence says
 * it all. */
const char *mz_refusal_what(const struct mz_region *);
const char *mz_refusal_instead(const struct mz_region *);

/*
 *     f.c:12: unsupported: NAME (what it is) in FUNCTION, thread main.1
 *
 * after a prefix, then the stack and what to use instead.
 */
void mz_refusal_print(const struct mz_narrator *, const char *prefix, FILE *);

#endif
