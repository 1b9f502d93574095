/* SPDX-License-Identifier: Apache-2.0 */
/* The loop of every search, and what it counts (DESIGN section 6). */
#ifndef MZ_EXPLORE_EXPLORE_H
#define MZ_EXPLORE_EXPLORE_H

#include "explore/algorithm.h"
#include "trace/tally.h"

/* Asked before each execution (may be NULL), and told of it afterwards; false:
 * stop here. */
struct mz_observer {
    bool (*may_run)(struct mz_observer *, const struct mz_tally *);
    bool (*ran)(struct mz_observer *, const struct mz_execution *,
                enum mz_outcome, const struct mz_tally *);
};

/* True: everything has been explored. False: the search was stopped, by the
 * observer, by the algorithm (`wrong`, `unsupported`), or since an execution
 * was abandoned. */
bool mz_explore(struct mz_algorithm *, struct mz_program *,
                struct mz_execution *, struct mz_observer *, struct mz_tally *);

#endif
