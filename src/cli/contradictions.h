/* SPDX-License-Identifier: Apache-2.0 */
/* Options that make no sense beside one another. */
#ifndef MZ_CLI_CONTRADICTIONS_H
#define MZ_CLI_CONTRADICTIONS_H

#include "cli/options.h"

/* 0, or the exit status of options that contradict one another, or that are not
 * for the algorithm. */
int mz_contradictions_refuse(const struct mz_request *);

/* Do any two options contradict each other? Prints nothing. */
bool mz_contradictions_any(const struct mz_request *);

#endif
