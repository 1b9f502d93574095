/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which options are for which algorithms: an option that bears the name of an
 * ability (explore/algorithm.h) is for those that have it.
 */
#ifndef MZ_CLI_ALGORITHMS_H
#define MZ_CLI_ALGORITHMS_H

#include "cli/option.h"
#include "explore/algorithm.h"

/* The abilities that the options ask for, a bit each. */
uint32_t mz_algorithms_asked(const struct mz_request *);

/* Are all options for the algorithm? */
bool mz_algorithms_can(const struct mz_request *);

/* 0, or the exit status of an option that is not for the algorithm. */
int mz_algorithms_refuse(const struct mz_request *);

/* An option's help, which says whom it is for. */
const char *mz_algorithms_help(const struct mz_option *);

#endif
