/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Errors of the program that are the C++ library's own: its operations on one
 * object that must not race do, or must not wait for good. Each is known by the
 * functions in which its threads are.
 */
#ifndef MZ_REPORT_LIBRARY_FAULT_H
#define MZ_REPORT_LIBRARY_FAULT_H

#include "report/narrator.h"

/* A line, if the account is of such an error; else nothing. */
void mz_library_fault_print(const struct mz_narrator *,
                            const struct mz_finding *, FILE *out);

#endif
