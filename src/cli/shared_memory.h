/* SPDX-License-Identifier: Apache-2.0 */
/* The memory that the tool and the process that searches share. */
#ifndef MZ_CLI_SHARED_MEMORY_H
#define MZ_CLI_SHARED_MEMORY_H

#include "cli/search_state.h"
#include "region/region.h"

struct mz_shared_memory {
    struct mz_region *region; /* and those of workers: so many bytes ... */
    size_t head;
    uint64_t size; /* ... of all; what is behind them is the search's */
    int file;
};

/* For so many workers. */
size_t mz_shared_head(uint32_t workers);

/* What a search reserves at its start: for each event that an execution may
 * have up to 3.9 KB, most of it for clocks, which have a place for each thread
 * (in the wide build, of eight times as many, up to 33 KB); up to 120 MB
 * besides; an eighth more, for what workers exchange. */
uint64_t mz_shared_least(const struct mz_settings *);

/* `continues`: what the search goes on with, which is put into it; NULL:
 * nothing. False: it cannot be had, and the message has been given. */
bool mz_shared_create(struct mz_shared_memory *, const struct mz_settings *,
                      const struct mz_search_state *continues);
void mz_shared_release(const struct mz_shared_memory *);

#endif
