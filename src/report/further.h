/* SPDX-License-Identifier: Apache-2.0 */
/* Errors beyond the first (--keep-going): each has an account of its own, in a
 * region in which it is the first. */
#ifndef MZ_REPORT_FURTHER_H
#define MZ_REPORT_FURTHER_H

#include "report/report.h"

/* `out` becomes a report of that error, from 1 on, alone. False: how it comes
 * about is not told. */
bool mz_further(const struct mz_report *, uint32_t error,
                struct mz_report *out);

#endif
