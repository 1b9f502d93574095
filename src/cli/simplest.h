/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The simplest witness: an error that was found is looked for once more, within
 * 0, 1, 2, ... preemptions, so that what is told has as few of them as there
 * need be. It is a search of its own, by a process of its own, which changes
 * nothing of what the first one has counted and found.
 */
#ifndef MZ_CLI_SIMPLEST_H
#define MZ_CLI_SIMPLEST_H

#include "cli/supervise.h"

/* Of what `run` has found, `result` tells a simpler execution afterwards, if
 * there is one of the same error, and it comes first among the few hundred that
 * are run. How many these are depends on no clock, unless they take so long
 * that the first execution is told. */
void mz_simplest_look_for(const struct mz_run *, struct mz_result *);

#endif
