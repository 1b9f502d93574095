/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Orders of accesses by where they stand in the code: region/strength.h. Which
 * order counts is known before the search begins, so that it is the same in all
 * its executions.
 */
#ifndef MZ_RUNTIME_STRENGTH_H
#define MZ_RUNTIME_STRENGTH_H

#include "region/strength.h"

/* What an access that is wanted to be known is told by. */
struct mz_strength_use {
    uint64_t pc, address;
    unsigned size;
    enum mz_strength_role role;
    enum mz_order order, failure; /* as written; mz_strength_apply: what counts
                                     in their place */
    uint32_t number; /* of the place; MZ_NONE: it is not known */
};

/* Are they wanted at all? Else what follows does nothing. */
bool mz_strength_is_wanted(void);

void mz_strength_apply(struct mz_strength_use *);

/* It was executed; a compare-exchange perhaps in vain. */
void mz_strength_tell(const struct mz_strength_use *, bool has_failed);

#endif
