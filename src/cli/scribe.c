/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/scribe.h"

static void *write_it(void *context)
{
    struct mz_scribe *scribe = context;

    mz_search_state_save(scribe->state, scribe->origin, scribe->path);
    __atomic_store_n(&scribe->is_at_work, 0, __ATOMIC_RELEASE);
    return NULL;
}

/* Without a thread it is written at once. Signals are held, and it inherits
 * that. */
void mz_scribe_begin(struct mz_scribe *scribe,
                     const struct mz_search_state *state,
                     const struct mz_search_origin *origin, const char *path)
{
    *scribe = (struct mz_scribe){
        .state = state,
        .origin = origin,
        .path = path,
        .is_at_work = 1,
    };
    scribe->has_begun =
        !pthread_create(&scribe->thread, NULL, write_it, scribe);
    if (!scribe->has_begun)
        write_it(scribe);
}

bool mz_scribe_is_at_work(const struct mz_scribe *scribe)
{
    return __atomic_load_n(&scribe->is_at_work, __ATOMIC_ACQUIRE);
}

void mz_scribe_finish(struct mz_scribe *scribe)
{
    if (scribe->has_begun)
        pthread_join(scribe->thread, NULL);
    scribe->has_begun = false;
}
