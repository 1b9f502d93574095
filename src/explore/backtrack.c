/* SPDX-License-Identifier: Apache-2.0 */
#include "explore/backtrack.h"

static mz_tid choose(struct mz_chooser *chooser,
                     const struct mz_execution *execution,
                     const struct mz_enabled *enabled)
{
    return mz_path_choose(&((struct mz_backtrack *)chooser)->path, execution,
                          enabled);
}

static uint32_t value(struct mz_chooser *chooser,
                      const struct mz_execution *execution, mz_tid thread,
                      uint32_t bound)
{
    (void)thread, (void)bound;
    return mz_path_value(&((struct mz_backtrack *)chooser)->path, execution);
}

static bool next(struct mz_algorithm *algorithm, struct mz_execution *execution)
{
    struct mz_backtrack *b = (struct mz_backtrack *)algorithm;
    uint32_t length = execution->length;

    if (!mz_path_next(&b->path, execution))
        return false;
    if (length)
        mz_happens_before_truncate(&b->hb, execution, execution->length);
    return true;
}

static void learn(struct mz_algorithm *algorithm,
                  struct mz_execution *execution, enum mz_outcome outcome)
{
    struct mz_backtrack *b = (struct mz_backtrack *)algorithm;
    uint32_t first_new = b->hb.length;

    (void)outcome;
    mz_path_catch_up(&b->path, execution);
    mz_happens_before_extend_to(&b->hb, execution,
                                mz_execution_racing(execution));
    for (uint32_t j = first_new; j < b->hb.length; j++) {
        struct mz_later later = mz_later_event(execution, j);

        b->reverse(b, execution, &later);
    }
    MZ_EACH(rest, execution->waiting) {
        struct mz_later later =
            mz_later_pending(execution, mz_tset_first(rest));

        if (mz_op_blocks(later.event->kind))
            b->reverse(b, execution, &later);
    }
}

static double explored(const struct mz_algorithm *algorithm)
{
    return mz_path_explored(&((const struct mz_backtrack *)algorithm)->path);
}

void mz_backtrack_add(struct mz_backtrack *b, uint32_t i, mz_tset threads)
{
    mz_tset *all = &b->path.nodes[i].backtrack;
    uint32_t size;

    *all = mz_tset_or(*all, threads);
    size = mz_tset_count(*all);

    if (size > b->algorithm.largest)
        b->algorithm.largest = size;
}

struct mz_algorithm *mz_backtrack_create(
    struct mz_arena *arena, const struct mz_execution *execution,
    const struct mz_algorithm_options *options,
    void (*reverse)(struct mz_backtrack *, const struct mz_execution *,
                    const struct mz_later *))
{
    struct mz_backtrack *b;

    if (mz_bound_is_set(options)) /* to reverse races would not be enough */
        return mz_bounded_create(arena, execution, options);
    b = mz_arena_take(arena, sizeof *b);
    b->algorithm = (struct mz_algorithm){
        .chooser = {choose, value},
        .next = next,
        .learn = learn,
        .explored = explored,
        .largest = 1,
    };
    b->reverse = reverse;
    mz_path_init(&b->path, arena, execution, options);
    mz_happens_before_init(&b->hb, arena, execution, options->relation);
    return &b->algorithm;
}
