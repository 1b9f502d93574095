/* SPDX-License-Identifier: Apache-2.0 */
/* What the search was not shown, as the text has it: a line for each. */
#ifndef MZ_REPORT_UNSEEN_H
#define MZ_REPORT_UNSEEN_H

#include "report/report.h"

/* `not seen: libfoo.so.1 (/usr/lib/libfoo.so.1: not instrumented)` */
void mz_report_unseen(const struct mz_report *, FILE *);

enum { MZ_UNSEEN_WHY = MZ_UNSEEN_TEXT + 128 };

/* `/usr/lib/libfoo.so.1: not instrumented`; empty if there is nothing to say.
 */
void mz_unseen_why(const struct mz_unseen *, char out[MZ_UNSEEN_WHY]);

/* Whether it tells of one access, which has an address and a thread. */
bool mz_unseen_is_of_access(const struct mz_unseen *);

/* Code of which nobody sees what orders the program by it: a unit, or a module
 * of which is not known what is in it; calls of a library that is not
 * instrumented are seen. NULL: there is none. */
const struct mz_unseen *mz_unseen_order(const struct mz_unseen_list *);

/* The first library or unit without instrumentation, trusted or not; NULL:
 * there is none. */
const struct mz_unseen *mz_unseen_code(const struct mz_unseen_list *);

/* `, trusting libfoo.so.1, bar.o`: what the verdict relies on; or nothing. */
void mz_report_trust(const struct mz_report *, FILE *);

#endif
