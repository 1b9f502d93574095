/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The path of a depth-first search: for each prefix of the execution at hand,
 * which threads are to be explored from there (backtrack), which have been
 * (done), and which sleep. The recursion of the papers' Explore(E, Sleep),
 * turned into a stack that is as long as E.
 *
 * Algorithms that search depth-first differ in how backtrack sets grow.
 */
#ifndef MZ_EXPLORE_PATH_H
#define MZ_EXPLORE_PATH_H

#include "explore/bound.h"
#include "trace/sleep.h"

struct mz_path_node {
    mz_tset enabled; /* not set where a local event comes next */
    mz_tset backtrack;
    mz_tset done; /* explored from here, and so asleep as well */
    struct mz_sleep sleep;
};

struct mz_path {
    enum mz_relation relation;
    bool sleep_sets;
    bool started;
    mz_tid planned; /* what to choose first, MZ_NO_THREAD: anything */
    uint32_t planned_value;
    uint32_t planned_at; /* position of that choice, or MZ_NONE */
    uint32_t length;     /* nodes[0 .. length) are of prefixes on the path */
    const uint32_t *first; /* [position] which value of a choice was explored
                              first, where it was not 0; NULL: it always was */
    uint32_t first_count;  /* of these positions */
    struct mz_path_node *nodes;
    struct mz_sleep_stack sleepers;
    struct mz_bound bound;
};

void mz_path_init(struct mz_path *, struct mz_arena *,
                  const struct mz_execution *,
                  const struct mz_algorithm_options *);

/* From the empty prefix once more; without sleep sets. */
void mz_path_begin(struct mz_path *);

/*
 * Backtracks: takes the last prefix with a thread, or a value, still to be
 * explored, cuts the execution there and plans that step. The first call
 * plans the empty prefix. False: nothing is left.
 */
bool mz_path_next(struct mz_path *, struct mz_execution *);

/* Cuts the execution at i, and plans that thread as the next one to go on. */
void mz_path_plan(struct mz_path *, struct mz_execution *, uint32_t i, mz_tid);

/* Of these enabled threads, the default: the running one, if it is one of them
 * and does not yield; if it yields the next one after it, else the least.
 * MZ_NO_THREAD: there are none. */
mz_tid mz_path_default(mz_tset candidates, const struct mz_enabled *);

/*
 * The thread to go on, by plan or by default: the running one, if it can and
 * does not sleep, else the least. MZ_NO_THREAD: all enabled ones sleep. Opens
 * the node of this prefix, if new, with that thread as its backtrack set.
 */
mz_tid mz_path_choose(struct mz_path *, const struct mz_execution *,
                      const struct mz_enabled *);

/* The value for a choice of the program: the planned one, else 0. Those after
 * the first one are explored in their order, round from the last to 0. */
uint32_t mz_path_value(struct mz_path *, const struct mz_execution *);

/* Opens the nodes that local operations at the end have left out. */
void mz_path_catch_up(struct mz_path *, const struct mz_execution *);

/* A rough estimate of the share of the tree that has been explored. */
double mz_path_explored(const struct mz_path *);

#endif
