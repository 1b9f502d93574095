/* SPDX-License-Identifier: Apache-2.0 */
/* Why a history is not explained, for people: the order of calls that comes
 * nearest to it. */
#ifndef MZ_HISTORY_EXPLAIN_H
#define MZ_HISTORY_EXPLAIN_H

#include "history/check.h"
#include "history/told.h"

/* Fills in what told.h says of `why`, for a verdict and its witness. */
void mz_history_explain(const struct mz_sequential *, const struct mz_columns *,
                        const struct mz_record *, enum mz_history_verdict,
                        const struct mz_history_witness *,
                        struct mz_told_calls *);

#endif
