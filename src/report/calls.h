/* SPDX-License-Identifier: Apache-2.0 */
/* The calls of mz_linearizable: a column a thread, what each returned, and why
 * no order of them explains that. */
#ifndef MZ_REPORT_CALLS_H
#define MZ_REPORT_CALLS_H

#include "report/narrator.h"

enum {
    MZ_CALL_TEXT = 160,
    MZ_WHY_TEXT = 4096,
};

/* `push(1) = 0`, `pop() waits`. */
void mz_calls_text(const struct mz_told_call *, char out[MZ_CALL_TEXT]);

/* In sentences; empty: there is nothing to be said. */
void mz_calls_why(const struct mz_narrator *, char out[MZ_WHY_TEXT]);

/* Nothing unless there are calls. */
void mz_calls_print(const struct mz_narrator *, FILE *);

#endif
