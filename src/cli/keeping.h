/* SPDX-License-Identifier: Apache-2.0 */
/* --checkpoint=FILE[:SECONDS]: the search is kept there when it is stopped, so
 * that `mazurka resume FILE` can go on with it. */
#ifndef MZ_CLI_KEEPING_H
#define MZ_CLI_KEEPING_H

#include "cli/options.h"
#include "cli/supervise.h"

/* A search that goes on, from a file. */
struct mz_resumed {
    const char *file;
    bool is_moved; /* it is kept elsewhere from now on */
    bool is_limited; /* to so many executions, by this command */
    struct mz_search_state state;
    struct mz_search_origin origin;
};

/* Settles where the search with these words, be it `resumed` or not (NULL), is
 * kept; path NULL: nowhere. 0, or the exit status of what is refused, the
 * message having been given. */
int mz_keeping_settle(struct mz_keeping *, const struct mz_request *,
                      const struct mz_arguments *words,
                      const struct mz_resumed *resumed);

/* Says where it is, or removes what is of no use any more, as the search has
 * come to its end. */
void mz_keeping_conclude(const struct mz_keeping *, const struct mz_result *,
                         bool is_quiet);

#endif
