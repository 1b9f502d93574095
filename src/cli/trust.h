/* SPDX-License-Identifier: Apache-2.0 */
/* --trust: what of that which was not seen is said not to matter. */
#ifndef MZ_CLI_TRUST_H
#define MZ_CLI_TRUST_H

#include "region/region.h"

/* Marks those of the list that `names` trusts: names as reports have them,
 * joined by commas. An archive stands for all of its members; a module, or a
 * unit, also for accesses that the audit caught in it or in a call of it, and
 * for its functions of which nothing is known; a function's name without what
 * is in parentheses for all of that name; `all` for everything. NULL: none.
 * Functions have got their names of C++ then, as reports have them. */
void mz_trust_apply(struct mz_region *, const char *names);

#endif
