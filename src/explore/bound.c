/* SPDX-License-Identifier: Apache-2.0 */
#include "explore/bound.h"

void mz_bound_init(struct mz_bound *bound, struct mz_arena *arena,
                   const struct mz_execution *execution,
                   const struct mz_algorithm_options *options)
{
    size_t nodes = (size_t)execution->capacity + 1;

    *bound = (struct mz_bound){
        .most = {options->preemptions, options->context_switches},
    };
    if (mz_bound_is_set(options))
        bound->nodes = mz_arena_take(arena, nodes * sizeof *bound->nodes);
}

/* ---- what a choice costs ------------------------------------------------- */

/* What has been spent when thread t has been chosen at the node. */
static struct mz_switches spent_after(const struct mz_bound_node *node,
                                      mz_tid t)
{
    struct mz_switches spent = node->spent;

    if (t != node->enabled.running) {
        spent.context_switches++;
        spent.preemptions += !mz_bound_is_free(node);
    }
    return spent;
}

/* The bound that does not allow thread t to be chosen after the prefix of
 * length i, or none. */
static enum mz_limit forbids(const struct mz_bound *bound, uint32_t i, mz_tid t)
{
    struct mz_switches spent = spent_after(&bound->nodes[i], t);

    if (spent.preemptions > bound->most.preemptions)
        return MZ_LIMIT_PREEMPTIONS;
    if (spent.context_switches > bound->most.context_switches)
        return MZ_LIMIT_SWITCHES;
    return MZ_LIMIT_NONE;
}

static mz_tset within(const struct mz_bound *bound, uint32_t i, mz_tset threads)
{
    mz_tset allowed = MZ_TSET_EMPTY;

    MZ_EACH(rest, threads)
        if (!forbids(bound, i, mz_tset_first(rest)))
            mz_tset_add(&allowed, mz_tset_first(rest));
    return allowed;
}

mz_tset mz_bound_allow(struct mz_bound *bound, uint32_t i, mz_tset threads)
{
    mz_tset allowed = within(bound, i, threads);

    if (!mz_tset_equal(allowed, threads))
        bound->cut =
            forbids(bound, i, mz_tset_first(mz_tset_minus(threads, allowed)));
    return allowed;
}

/* ---- the nodes ----------------------------------------------------------- */

uint32_t mz_bound_block(const struct mz_bound *bound,
                        const struct mz_execution *execution, uint32_t i)
{
    const struct mz_bound_node *node = &bound->nodes[i];
    bool goes_on = execution->events[i].thread == node->enabled.running;

    return goes_on && !mz_bound_is_free(node) ? node->block : i;
}

uint32_t mz_bound_last_step(const struct mz_execution *execution)
{
    uint32_t i = execution->length;

    while (i > 0 && mz_op_is_local(execution->events[i - 1].kind))
        i--;
    return i - 1;
}

/* Has another thread of its number begun since its last step? */
static bool is_over(const struct mz_execution *execution, uint32_t last)
{
    for (uint32_t i = last + 1; i < execution->length; i++)
        if (execution->events[i].kind == MZ_BEGIN &&
            execution->events[i].thread == execution->events[last].thread)
            return true;
    return false;
}

struct mz_enabled mz_bound_enter(struct mz_bound *bound,
                                 const struct mz_execution *execution,
                                 const struct mz_enabled *enabled)
{
    uint32_t i = execution->length, last = mz_bound_last_step(execution);
    struct mz_bound_node *node = &bound->nodes[i];
    struct mz_enabled left;

    *node = (struct mz_bound_node){.enabled = *enabled, .block = i};
    node->enabled.running = 0;
    if (last != MZ_NONE) {
        mz_tid t = execution->events[last].thread;

        node->enabled.running = t;
        node->is_over = is_over(execution, last);
        node->spent = spent_after(&bound->nodes[last], t);
        node->block = mz_bound_block(bound, execution, last);
    }
    node->enabled.yielding &= enabled->running == node->enabled.running;
    left = node->enabled;
    left.threads = within(bound, i, enabled->threads);
    if (!mz_tset_some(left.threads))
        mz_bound_allow(bound, i, enabled->threads);
    return left;
}
