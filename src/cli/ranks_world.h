/* SPDX-License-Identifier: Apache-2.0 */
/* The search that a rank supervises, as ranks/rank.h sees it: through the
 * memory that is shared with its process (region/exchange.h). */
#ifndef MZ_CLI_RANKS_WORLD_H
#define MZ_CLI_RANKS_WORLD_H

#include "cli/ranks_state.h"
#include "region/exchange.h"

extern const struct mz_rank_world mz_ranks_world;

struct mz_exchange *mz_ranks_exchange(const struct mz_ranks *);
void mz_ranks_ring(uint32_t *bell);

/* Of what has come nothing is left, and nothing has been put out. Read in this
 * order: it says that it is idle after that. */
bool mz_ranks_is_idle(struct mz_exchange *);

/* The task that is there: from malloc. */
char *mz_ranks_read_task(const struct mz_ranks *,
                         const struct mz_exchange_place *, size_t *size);

/* So many names are in a list. */
uint64_t mz_ranks_length(struct mz_ranks *, enum mz_rank_list);

#endif
