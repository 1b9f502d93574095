/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bounds: how many preemptions, or context switches, an execution may have.
 *
 * The running thread is that of the last event that is not local, main at the
 * beginning. To choose another one is a context switch and, if the running
 * thread is enabled and does not yield, a preemption, too. What a thread does
 * between two places where another one is chosen, or can be at the cost of no
 * preemption, is a block.
 *
 * For each prefix of the execution at hand after which a thread is chosen, a
 * node tells what has been spent by then, and so which choices are within the
 * bound. Nodes of longer prefixes are left over from other executions.
 */
#ifndef MZ_EXPLORE_BOUND_H
#define MZ_EXPLORE_BOUND_H

#include "explore/algorithm.h"

/* How many preemptions and context switches there are; or how many there may
 * be, at most. */
struct mz_switches {
    uint32_t preemptions;
    uint32_t context_switches;
};

struct mz_bound_node {
    struct mz_enabled enabled; /* as told, but `running` as above */
    struct mz_switches spent;
    uint32_t block; /* the position where the running thread's block begins */
    bool is_over; /* the running thread has ended; its number is another's */
};

struct mz_bound {
    struct mz_switches most;
    struct mz_bound_node *nodes; /* [length of prefix]; NULL: no bound */
    enum mz_limit cut;           /* the bound that left something out */
};

static inline bool mz_bound_is_set(const struct mz_algorithm_options *options)
{
    return options->preemptions != MZ_NO_BOUND ||
           options->context_switches != MZ_NO_BOUND;
}

void mz_bound_init(struct mz_bound *, struct mz_arena *,
                   const struct mz_execution *,
                   const struct mz_algorithm_options *);

/*
 * Opens the node of the execution, where a thread is to be chosen. Returns what
 * the bound leaves of `enabled`: perhaps no thread, and then it was cut.
 */
struct mz_enabled mz_bound_enter(struct mz_bound *, const struct mz_execution *,
                                 const struct mz_enabled *enabled);

/* Of these threads, which are enabled after the prefix of length i, those
 * within the bound. Notes that something was cut, if these are not all. */
mz_tset mz_bound_allow(struct mz_bound *, uint32_t i, mz_tset threads);

/* Does it cost no preemption to choose another thread than the running one? */
static inline bool mz_bound_is_free(const struct mz_bound_node *node)
{
    return node->enabled.yielding || node->is_over ||
           !mz_tset_has(node->enabled.threads, node->enabled.running);
}

/* Where the block begins that the event at i belongs to, which is not local: at
 * i, if its thread was chosen there and need not have been. */
uint32_t mz_bound_block(const struct mz_bound *, const struct mz_execution *,
                        uint32_t i);

/* The last event that is not local, or MZ_NONE. */
uint32_t mz_bound_last_step(const struct mz_execution *);

/* Bounded partial-order reduction: what dpor and source are within a bound. */
struct mz_algorithm *mz_bounded_create(struct mz_arena *,
                                       const struct mz_execution *,
                                       const struct mz_algorithm_options *);

#endif
