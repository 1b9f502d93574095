/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Plain enumeration: every enabled thread is explored from every prefix. With
 * sleep sets, each Mazurkiewicz trace is completed exactly once, and all
 * interleavings but one of it end early. The oracle of the other algorithms.
 */
#include "explore/path.h"

struct naive {
    struct mz_algorithm algorithm; /* first */
    struct mz_path path;
};

static mz_tid choose(struct mz_chooser *chooser,
                     const struct mz_execution *execution,
                     const struct mz_enabled *enabled)
{
    struct mz_path *path = &((struct naive *)chooser)->path;
    uint32_t i = execution->length;
    bool planned = i == path->planned_at;
    mz_tid t = mz_path_choose(path, execution, enabled);

    if (!planned)
        path->nodes[i].backtrack =
            path->bound.nodes
                ? mz_bound_allow(&path->bound, i, enabled->threads)
                : enabled->threads;
    return t;
}

static uint32_t value(struct mz_chooser *chooser,
                      const struct mz_execution *execution, mz_tid thread,
                      uint32_t bound)
{
    (void)thread, (void)bound;
    return mz_path_value(&((struct naive *)chooser)->path, execution);
}

static bool next(struct mz_algorithm *algorithm, struct mz_execution *execution)
{
    struct mz_path *path = &((struct naive *)algorithm)->path;

    if (path->bound.cut)
        algorithm->cut = path->bound.cut;
    return mz_path_next(path, execution);
}

static void learn(struct mz_algorithm *algorithm,
                  struct mz_execution *execution, enum mz_outcome outcome)
{
    (void)outcome;
    mz_path_catch_up(&((struct naive *)algorithm)->path, execution);
}

static double explored(const struct mz_algorithm *algorithm)
{
    return mz_path_explored(&((const struct naive *)algorithm)->path);
}

struct mz_algorithm *mz_naive_create(struct mz_arena *arena,
                                     const struct mz_execution *execution,
                                     const struct mz_algorithm_options *options)
{
    struct naive *naive = mz_arena_take(arena, sizeof *naive);

    naive->algorithm = (struct mz_algorithm){
        .chooser = {choose, value},
        .next = next,
        .learn = learn,
        .explored = explored,
    };
    mz_path_init(&naive->path, arena, execution, options);
    return &naive->algorithm;
}
