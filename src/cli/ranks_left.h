/* SPDX-License-Identifier: Apache-2.0 */
/* What ranks have left to explore when a search is kept. */
#ifndef MZ_CLI_RANKS_LEFT_H
#define MZ_CLI_RANKS_LEFT_H

#include "cli/ranks.h"

/* What this rank's process has left (NULL: it is not known), which is released,
 * becomes that of all at rank 0, from mmap. NULL: it is not known, or this is
 * another rank. */
struct mz_rest *mz_ranks_gather_left(struct mz_ranks *, struct mz_rest *left);

#endif
