/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Chains of pointers that lead to a heap block over other blocks, for sights
 * (region/sight.h). Sought from words that are met one after the other, by
 * breadth: so the shortest ones are found, each with the block that it begins
 * in.
 */
#ifndef MZ_RUNTIME_CHAINS_H
#define MZ_RUNTIME_CHAINS_H

#include "base/arena.h"
#include "region/region.h"

struct mz_chains; /* in the region */

struct mz_chains *mz_chains_take(struct mz_arena *);

/* Libraries may have been loaded since. */
void mz_chains_reset(struct mz_chains *);

/* Begins a search for chains to that block. */
void mz_chains_seek(struct mz_chains *, const struct mz_block_note *);

/* A word that may begin some. */
void mz_chains_meet(struct mz_chains *, uint64_t value);

/* Finds them; how many. */
unsigned mz_chains_find(struct mz_chains *,
                        struct mz_sight_chain out[MZ_SIGHT_CHAINS]);

/* Whether the word points into the block that this chain begins in. */
bool mz_chains_begins(const struct mz_chains *, unsigned chain, uint64_t value);

/* Calls `visit` for each aligned word of the program's variables that may point
 * into the heap; of very many not for all. */
void mz_chains_variables(struct mz_chains *, void *context,
                         void (*visit)(void *context, const uint64_t *word));

#endif
