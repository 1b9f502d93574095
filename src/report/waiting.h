/* SPDX-License-Identifier: Apache-2.0 */
/* Who is blocked at the end of the execution, for what, and where. */
#ifndef MZ_REPORT_WAITING_H
#define MZ_REPORT_WAITING_H

#include "report/narrator.h"

void mz_waiting_print(const struct mz_narrator *, FILE *);

/* The same of an error that has no account. */
void mz_waiting_print_briefly(const struct mz_narrator *,
                              const struct mz_finding *, FILE *);

#endif
