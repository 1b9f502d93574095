/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Dovetailing: the search of a program with wide choices (runtime/wide.h) is
 * done in lanes, one after the other, so that neither the values nor the orders
 * of the threads starve: were all orders explored with one value first, there
 * might be no end to them; and were all values tried in one order, neither.
 *
 * A phase begins with a lane in which each choice is one of so many first
 * values, four times as many as in the phase before, and all of that is
 * explored; but after so many executions, four times as many, too, it is given
 * up. Then come lanes in which each choice has a single value, with a share of
 * that budget each: in these the orders of the threads are explored with a few
 * values only. A lane of single values that was explored to its end is not
 * explored again. So all executions are explored in the end, if there is time.
 *
 * Which lanes there are depends on what lanes before have come to, and on
 * nothing else: no clock, no chance.
 */
#ifndef MZ_CLI_DOVETAIL_H
#define MZ_CLI_DOVETAIL_H

#include "region/region.h"

enum { MZ_DOVETAIL_KNOWN = 1024 }; /* lanes of which it is known */

struct mz_dovetail {
    bool is_on;
    unsigned phase;
    uint64_t most_executions; /* of all lanes together; 0: any number */
    uint8_t is_done[MZ_DOVETAIL_KNOWN]; /* lanes of single values */
};

/* Of the first attempt; `settings` are those that the user has asked for. Where
 * there are several workers only the search that turns out to have wide choices
 * has lanes, and one worker. */
void mz_dovetail_begin(struct mz_dovetail *, struct mz_settings *);

/* The search has come to an end: is there a lane after it? */
bool mz_dovetail_next(struct mz_dovetail *, const struct mz_region *,
                      struct mz_settings *);

/* What the next attempt is about, for who wants to know. */
void mz_dovetail_tell(const struct mz_settings *);

#endif
