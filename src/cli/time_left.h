/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How long a search may still take, from the share explored and the time that
 * took. The share is an estimate. It may grow fast at first and then hardly: so
 * nothing is said unless it grows steadily, nor as long as there is little to
 * go by; and what is said is smoothed. It never says more than it has said
 * before: where it was much too low, it says nothing any more.
 */
#ifndef MZ_CLI_TIME_LEFT_H
#define MZ_CLI_TIME_LEFT_H

#include <stdbool.h>
#include <stddef.h>

struct mz_explored {
    double seconds, share;
};

struct mz_time_left { /* zeroed: nothing is known */
    double left;      /* seconds */
    double told;      /* seconds: the least of `left` so far, once has_told */
    double last;      /* when it was noted */
    bool is_known, has_told;
    struct mz_explored older, newer; /* noted when time had doubled */
};

/* `seconds` have passed since the search began, not fewer than at the call
 * before; `share` is what was explored, 0 to 1. */
void mz_time_left_note(struct mz_time_left *, double seconds, double share);

/* "about 3 min left"; empty if not known. */
void mz_time_left_tell(const struct mz_time_left *, char *text, size_t size);

#endif
