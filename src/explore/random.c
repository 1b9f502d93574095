/* SPDX-License-Identifier: Apache-2.0 */
/* A random walk: of the threads that can go on any one, each as likely. */
#include "explore/sampling.h"

static mz_tid choose(struct mz_chooser *chooser, const struct mz_execution *x,
                     const struct mz_enabled *enabled)
{
    struct mz_sampling *s = (struct mz_sampling *)chooser;
    uint64_t left;
    mz_tid t;

    if (!mz_sampling_enter(s, x, enabled, &t))
        return t;
    left = mz_sampling_draw(s, mz_tset_count(enabled->threads));
    for (unsigned i = 0;; i++) {
        t = s->threads[i];
        if (mz_tset_has(enabled->threads, t) && !left--)
            return t;
    }
}

struct mz_algorithm *mz_random_create(
    struct mz_arena *arena, const struct mz_execution *x,
    const struct mz_algorithm_options *options)
{
    struct mz_sampling *s = mz_arena_take(arena, sizeof *s);

    mz_sampling_init(s, arena, x, options);
    s->algorithm.chooser.choose = choose;
    return &s->algorithm;
}
