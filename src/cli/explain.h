/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Errors are explained after the search, each by a process of its own that runs
 * the execution in which it was found, and others that may be easier to read
 * (runtime/explain.h). The search's counts and its verdict stay what they are;
 * where a process comes to nothing, the error is told as the search has told
 * it.
 */
#ifndef MZ_CLI_EXPLAIN_H
#define MZ_CLI_EXPLAIN_H

#include "cli/supervise.h"

/* Tells the errors that `run` has found, as many as it asks for: those beyond
 * the first in result->told; the first, if it can be told better than the
 * search has, in result->region. */
void mz_explain_errors(const struct mz_run *, struct mz_result *);

/* Looks where the error of that account, which is the region's first, was to be
 * avoided (runtime/critical.h), and says so in the account. */
void mz_explain_critical(const struct mz_run *, struct mz_region *,
                         bool *was_stopped);

void mz_explain_release(struct mz_result *);

#endif
