/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bounds: how many preemptions, or context switches, an execution may have.
 *
 * The running thread is that of the last event that is not local, main at the
 * beginning. To choose another one is a context switch and, if the running
 * thread is enabled and does not yield, a preemption, too.
 *
 * For each prefix of the execution at hand after which a thread is chosen, a
 * node tells what has been spent by then, and so which choices are within the
 * bound. Nodes of longer prefixes are left over from other executions.
 */
#ifndef MZ_EXPLORE_BOUND_H
#define MZ_EXPLORE_BOUND_H

#include "explore/algorithm.h"

/* A number of either; or how many there may be, at most. */
struct mz_switches {
    uint32_t preemptions;
    uint32_t context_switches;
};

struct mz_bound_node {
    struct mz_enabled enabled; /* as told, but `running` as above */
    struct mz_switches spent;
};

struct mz_bound {
    struct mz_switches most;
    struct mz_bound_node *nodes; /* [length of prefix]; NULL: no bound */
    const char *cut; /* NULL, or the bound that left something out */
};

static inline bool mz_bound_is_set(const struct mz_algorithm_options *options)
{
    return options->preemptions != MZ_NO_BOUND ||
           options->context_switches != MZ_NO_BOUND;
}

/* Can this algorithm search within a bound? */
bool mz_bound_is_for(const struct mz_algorithm_entry *);

void mz_bound_init(struct mz_bound *, struct mz_arena *,
                   const struct mz_execution *,
                   const struct mz_algorithm_options *);

/*
 * Opens the node of the execution, where a thread is to be chosen. Returns what
 * the bound leaves of `enabled`: perhaps no thread, and then it was cut.
 */
struct mz_enabled mz_bound_enter(struct mz_bound *, const struct mz_execution *,
                                 const struct mz_enabled *enabled);

/* Of threads enabled after the prefix of length i, those within the bound.
 * Notes that it was cut, if these are not all. */
mz_tset mz_bound_allow(struct mz_bound *, uint32_t i, mz_tset threads);

#endif
