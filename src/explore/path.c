/* SPDX-License-Identifier: Apache-2.0 */
#include "explore/path.h"

void mz_path_init(struct mz_path *path, struct mz_arena *arena,
                  const struct mz_execution *execution,
                  const struct mz_algorithm_options *options)
{
    size_t nodes = (size_t)execution->capacity + 1;

    *path = (struct mz_path){
        .relation = options->relation,
        .sleep_sets = options->sleep_sets && !mz_bound_is_set(options),
        .planned = MZ_NO_THREAD,
        .planned_at = MZ_NONE,
    };
    path->nodes = mz_arena_take(arena, nodes * sizeof *path->nodes);
    if (path->sleep_sets)
        mz_sleep_stack_init(&path->sleepers, arena, nodes);
    mz_bound_init(&path->bound, arena, execution, options);
}

void mz_path_begin(struct mz_path *path)
{
    MZ_ASSERT(!path->sleep_sets);
    path->started = false;
    path->length = 0;
    path->planned = MZ_NO_THREAD;
    path->planned_at = MZ_NONE;
}

static void open_node(struct mz_path *path,
                      const struct mz_execution *execution)
{
    uint32_t i = path->length++;
    struct mz_path_node *node = &path->nodes[i];

    node->backtrack = MZ_TSET_EMPTY;
    node->done = MZ_TSET_EMPTY;
    if (i == 0 || !mz_tset_some(node[-1].sleep.threads))
        mz_sleep_none(&path->sleepers, &node->sleep);
    else
        mz_sleep_after(&path->sleepers, path->relation, &node[-1].sleep,
                       execution, i - 1, &node->sleep);
}

void mz_path_catch_up(struct mz_path *path,
                      const struct mz_execution *execution)
{
    while (path->length < execution->length)
        open_node(path, execution);
}

/* The next one after t, round from the greatest to the least: so that each gets
 * its turn. */
static mz_tid next_of(mz_tset others, mz_tid t)
{
    mz_tset behind = mz_tset_behind(others, t);

    return mz_tset_first(mz_tset_some(behind) ? behind : others);
}

mz_tid mz_path_default(mz_tset candidates, const struct mz_enabled *enabled)
{
    mz_tset others = mz_tset_without(candidates, enabled->running);
    bool yields = enabled->yielding && mz_tset_some(others);

    if (!mz_tset_some(candidates))
        return MZ_NO_THREAD;
    if (mz_tset_has(candidates, enabled->running) && !yields)
        return enabled->running;
    return yields ? next_of(others, enabled->running)
                  : mz_tset_first(candidates);
}

mz_tid mz_path_choose(struct mz_path *path,
                      const struct mz_execution *execution,
                      const struct mz_enabled *enabled)
{
    uint32_t i = execution->length;
    struct mz_path_node *node = &path->nodes[i];
    struct mz_enabled within;
    mz_tid t;

    if (i == path->planned_at) {
        path->planned_at = MZ_NONE;
        MZ_ASSERT(mz_tset_has(enabled->threads, path->planned));
        return path->planned;
    }
    mz_path_catch_up(path, execution);
    if (path->length == i)
        open_node(path, execution);
    node->enabled = enabled->threads;
    if (path->bound.nodes) {
        within = mz_bound_enter(&path->bound, execution, enabled);
        enabled = &within;
    }
    t = mz_path_default(mz_tset_minus(enabled->threads, node->sleep.threads),
                        enabled);
    node->backtrack = t == MZ_NO_THREAD ? MZ_TSET_EMPTY : mz_tset_of(t);
    return t;
}

uint32_t mz_path_value(struct mz_path *path,
                       const struct mz_execution *execution)
{
    if (execution->length != path->planned_at)
        return 0;
    path->planned_at = MZ_NONE;
    return path->planned_value;
}

/* Round to the first one. */
static bool plan_value(struct mz_path *path, const struct mz_event *e,
                       uint32_t i)
{
    uint32_t first = i < path->first_count ? path->first[i] : 0;

    path->planned = e->thread;
    path->planned_value = e->value + 1 < e->bound ? e->value + 1 : 0;
    return path->planned_value != first;
}

/* Marks what was explored from the prefix of length i; is anything left? */
static bool plan_at(struct mz_path *path, const struct mz_execution *execution,
                    uint32_t i)
{
    const struct mz_event *e = &execution->events[i];
    struct mz_path_node *node = &path->nodes[i];
    mz_tset rest;

    if (e->kind == MZ_CHOOSE)
        return plan_value(path, e, i);
    mz_tset_add(&node->done, e->thread);
    if (path->sleep_sets)
        mz_sleep_add(&path->sleepers, &node->sleep, execution, i);
    rest = mz_tset_minus(mz_tset_minus(node->backtrack, node->done),
                         node->sleep.threads);
    if (!mz_tset_some(rest))
        return false;
    path->planned = mz_tset_first(rest);
    return true;
}

/* Drops the nodes above prefix i, which are of another branch. */
static void cut(struct mz_path *path, struct mz_execution *execution,
                uint32_t i)
{
    mz_sleep_drop_above(&path->sleepers, &path->nodes[i].sleep);
    path->length = i + 1;
    path->planned_at = i;
    if (path->first_count > i + 1)
        path->first_count = i + 1;
    mz_execution_cut(execution, i);
}

void mz_path_plan(struct mz_path *path, struct mz_execution *execution,
                  uint32_t i, mz_tid t)
{
    path->planned = t;
    cut(path, execution, i);
}

bool mz_path_next(struct mz_path *path, struct mz_execution *execution)
{
    if (!path->started) {
        path->started = true;
        execution->length = 0;
        return true;
    }
    for (uint32_t i = execution->length; i-- > 0;) {
        if (!mz_op_is_unplanned(execution->events[i].kind) &&
            plan_at(path, execution, i)) {
            cut(path, execution, i);
            return true;
        }
    }
    return false;
}

double mz_path_explored(const struct mz_path *path)
{
    double share = 1, explored = 0;

    for (uint32_t i = 0; i < path->length && share > 1e-9; i++) {
        const struct mz_path_node *node = &path->nodes[i];
        mz_tset all = mz_tset_or(node->backtrack, node->done);
        unsigned branches = mz_tset_count(all);

        if (branches < 2)
            continue;
        share /= branches;
        explored += share * mz_tset_count(node->done);
    }
    return explored;
}
