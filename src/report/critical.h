/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The critical step of the first error's interleaving, in words: the last step
 * before which the error could be avoided, and by what. Only what was explored
 * is said (region/region.h, struct mz_critical).
 */
#ifndef MZ_REPORT_CRITICAL_H
#define MZ_REPORT_CRITICAL_H

#include "report/narrator.h"

enum { MZ_CRITICAL_TEXT = 2 * MZ_PHRASE };

/* What is told: the critical event may have no step, so that it is not known
 * behind which one each way ends in an error. */
enum mz_critical_kind mz_critical_kind(const struct mz_account *);

/* Its index among the account's steps, or of the last one before it; MZ_NONE:
 * there is none, or it is the step that fails. */
uint32_t mz_critical_step(const struct mz_account *);

/* Is that step the last one before which it could be avoided? */
bool mz_critical_is_step(const struct mz_account *, const struct mz_step *);

/* `critical is step 6: ...`, and how that would have been avoided, or "".
 * False: nothing was found out. */
bool mz_critical_text(const struct mz_narrator *, char what[MZ_PHRASE],
                      char way[MZ_CRITICAL_TEXT]);

/* What would have avoided it, as a step is told; or "". */
void mz_critical_instead(const struct mz_narrator *, char out[MZ_PHRASE]);

/* A paragraph of the text. */
void mz_critical_print(const struct mz_narrator *, FILE *);

#endif
