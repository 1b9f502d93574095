/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Who writes a search that is kept, while its next shift is under way
 * already: nobody waits for the disk. A thread of the supervisor, which does
 * nothing else.
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

/* Begins to write it there as mz_search_state_save does, failures told as
 * there. All of these stay as they are until mz_scribe_finish. */
void mz_scribe_begin(struct mz_scribe *, const struct mz_search_state *,
                     const struct mz_search_origin *, const char *path);

bool mz_scribe_is_at_work(const struct mz_scribe *);

/* Waits until nothing is written any more. */
void mz_scribe_finish(struct mz_scribe *);

#endif
