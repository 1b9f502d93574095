/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Source-DPOR: [AAJS17] Algorithm 1, with Algorithm 3 for locks.
 *
 * The paper detects the races of an event when it is executed; here a whole
 * execution is recorded first, and the races of its new events are looked for
 * afterwards, in the same order. Lines 2-8 of Algorithm 3 ask at each state for
 * the races of each thread that is about to lock; it suffices to ask when it
 * does lock (then the acquisition before it is the last one) and, for those
 * that never do, at the end of the execution.
 */
#include "explore/path.h"
#include "trace/reversal.h"

struct source {
    struct mz_algorithm algorithm; /* first */
    struct mz_path path;
    struct mz_happens_before hb;
};

static mz_tid choose(struct mz_chooser *chooser,
                     const struct mz_execution *execution,
                     const struct mz_enabled *enabled)
{
    return mz_path_choose(&((struct source *)chooser)->path, execution,
                          enabled);
}

static uint32_t value(struct mz_chooser *chooser,
                      const struct mz_execution *execution, mz_tid thread,
                      uint32_t bound)
{
    (void)thread, (void)bound;
    return mz_path_value(&((struct source *)chooser)->path, execution);
}

/* Algorithm 1, lines 6-9. */
static void reverse_race(struct source *source, const struct mz_reversal *r)
{
    const struct mz_path_node *node = &source->path.nodes[r->e];
    mz_tid later = r->later.event->thread;
    /* Sequences that begin with a sleeping thread have been explored. */
    mz_tset enough = node->backtrack | node->sleep.threads;
    mz_tid first;
    mz_tset initials = mz_reversal_initials(r, enough, &first);
    uint32_t size;

    if (initials & enough)
        return;
    if (mz_tset_has(initials, later))
        first = later;
    size = mz_path_add(&source->path, r->e, mz_tset_of(first));
    if (size > source->algorithm.largest)
        source->algorithm.largest = size;
}

static void reverse_races(struct source *source,
                          const struct mz_execution *execution,
                          const struct mz_later *later)
{
    struct mz_reversals all;

    mz_reversals_begin(&all, &source->hb, execution, later, later->position);
    while (mz_reversals_next(&all))
        reverse_race(source, &all.reversal);
}

static bool next(struct mz_algorithm *algorithm, struct mz_execution *execution)
{
    struct source *source = (struct source *)algorithm;
    uint32_t length = execution->length;

    if (!mz_path_next(&source->path, execution))
        return false;
    if (length)
        mz_happens_before_truncate(&source->hb, execution, execution->length);
    return true;
}

static void learn(struct mz_algorithm *algorithm,
                  struct mz_execution *execution, enum mz_outcome outcome)
{
    struct source *source = (struct source *)algorithm;
    uint32_t first_new = source->hb.length;

    (void)outcome;
    mz_path_catch_up(&source->path, execution);
    mz_happens_before_extend_to(&source->hb, execution,
                                mz_execution_racing(execution));
    for (uint32_t j = first_new; j < source->hb.length; j++) {
        struct mz_later later = mz_later_event(execution, j);

        reverse_races(source, execution, &later);
    }
    for (mz_tset rest = execution->waiting; rest; rest &= rest - 1) {
        struct mz_later later =
            mz_later_pending(execution, mz_tset_first(rest));

        if (mz_op_blocks(later.event->kind))
            reverse_races(source, execution, &later);
    }
}

static double explored(const struct mz_algorithm *algorithm)
{
    return mz_path_explored(&((const struct source *)algorithm)->path);
}

struct mz_algorithm *mz_source_create(
    struct mz_arena *arena, const struct mz_execution *execution,
    const struct mz_algorithm_options *options)
{
    struct source *source;
    struct mz_algorithm_options with_sleep = *options;

    if (mz_bound_is_set(options)) /* source sets would not be sound */
        return mz_naive_create(arena, execution, options);
    source = mz_arena_take(arena, sizeof *source);
    with_sleep.sleep_sets = true;
    source->algorithm = (struct mz_algorithm){
        .chooser = {choose, value},
        .next = next,
        .learn = learn,
        .explored = explored,
        .largest = 1,
    };
    mz_path_init(&source->path, arena, execution, &with_sleep);
    mz_happens_before_init(&source->hb, arena, execution, options->relation);
    return &source->algorithm;
}
