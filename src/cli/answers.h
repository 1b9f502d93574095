/* SPDX-License-Identifier: Apache-2.0 */
/* What a checked process asks while it searches, and only who knows symbols can
 * tell: is an access at this place to be passed over (region/suppressed.h)? */
#ifndef MZ_CLI_ANSWERS_H
#define MZ_CLI_ANSWERS_H

#include "cli/suppressions.h"
#include "region/region.h"

/* Zeroed, but for: */
struct mz_answers {
    const struct mz_suppressions *suppressions; /* NULL: nobody asks */
    const char *executable;
    struct mz_symbols *symbols; /* ours; read when first needed */
};

/* Answers whoever asks, of so many regions. */
void mz_answers_give(struct mz_answers *, struct mz_region *, uint32_t count);

void mz_answers_release(struct mz_answers *);

#endif
