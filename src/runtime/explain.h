/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A process of its own that explains one error which a search has found: it
 * runs the execution in which that was, looks for one that is easier to read,
 * and tells it. What the search has counted and found is not touched, whatever
 * comes of this.
 */
#ifndef MZ_RUNTIME_EXPLAIN_H
#define MZ_RUNTIME_EXPLAIN_H

#include "runtime/simplify.h"

/* The error is findings[0] of the region, its execution the plan of the
 * account. Afterwards there is one finding in the region, which is told; or
 * none: it did not show up again. */
void mz_explain(struct mz_search *, struct mz_arena *);

#endif
