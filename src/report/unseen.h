/* SPDX-License-Identifier: Apache-2.0 */
/* What the search was not shown, as the text has it: a line for each. */
#ifndef MZ_REPORT_UNSEEN_H
#define MZ_REPORT_UNSEEN_H

#include "report/report.h"

/* `not seen: libfoo.so.1 (/usr/lib/libfoo.so.1: not instrumented)` */
void mz_report_unseen(const struct mz_report *, FILE *);

/* `, trusting libfoo.so.1, bar.o`: what the verdict relies on; or nothing. */
void mz_report_trust(const struct mz_report *, FILE *);

#endif
