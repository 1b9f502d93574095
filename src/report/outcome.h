/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the interleaving led to, in a few words: how its last row calls the
 * error. The sentence about it (report/sentence) tells more.
 */
#ifndef MZ_REPORT_OUTCOME_H
#define MZ_REPORT_OUTCOME_H

#include "report/narrator.h"

/* Whether the search was only stopped there, which is no error. */
bool mz_outcome_is_limit(const struct mz_report *, const struct mz_finding *);

/* `error: stack overflow`, `error: read races with step 5`. False: it is shown
 * as a step of nobody. */
bool mz_outcome(const struct mz_narrator *, char out[MZ_PHRASE]);

#endif
