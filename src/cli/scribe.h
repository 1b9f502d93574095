/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The scribe: a thread of the supervisor that writes a search that is kept,
 * while the search's next shift is under way already, so that nobody waits
 * for the disk.
 */
#ifndef MZ_CLI_SCRIBE_H
#define MZ_CLI_SCRIBE_H

#include <pthread.h>

#include "cli/search_state.h"

/* Zeroed: it has nothing to write. */
struct mz_scribe {
    const struct mz_search_state *state;
    const struct mz_search_origin *origin;
    const char *path;
    pthread_t thread;
    bool has_begun; /* and nobody has waited for its end */
    uint32_t is_at_work;
};

/* Begins to write the search to the path, and tells failures, as
 * mz_search_state_save does. The caller changes and releases none of these
 * before mz_scribe_finish. */
void mz_scribe_begin(struct mz_scribe *, const struct mz_search_state *,
                     const struct mz_search_origin *, const char *path);

bool mz_scribe_is_at_work(const struct mz_scribe *);

/* Waits until the scribe has written all that it was given. */
void mz_scribe_finish(struct mz_scribe *);

#endif
