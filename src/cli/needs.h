/* SPDX-License-Identifier: Apache-2.0 */
/* What a program turns out to need more than its search was begun with: the
 * search begins anew, with that. */
#ifndef MZ_CLI_NEEDS_H
#define MZ_CLI_NEEDS_H

#include "cli/supervise.h"

/* Has the process ended for such a thing? Then `settings` are those of the next
 * one. What the region says is taken from a process that may have written
 * anything: it is examined. */
bool mz_needs_more(const struct mz_run *, const struct mz_region *,
                   struct mz_settings *);

#endif
