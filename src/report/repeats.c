/* SPDX-License-Identifier: Apache-2.0 */
#include "report/repeats.h"

enum { MAX_PERIOD = 8, FEWEST = 3 }; /* twice may well be told twice */

static size_t turns(const void *items, size_t at, size_t end, size_t period,
                    mz_same *same)
{
    size_t next = at + period;

    while (next < end && same(items, next, next - period))
        next++;
    return (next - at) / period;
}

struct mz_repetition mz_repeats_at(const void *items, size_t at, size_t end,
                               mz_same *same)
{
    struct mz_repetition most = {1, 1};

    for (size_t period = 1; period <= MAX_PERIOD && period < end - at;
         period++) {
        size_t times = turns(items, at, end, period, same);

        if (times >= FEWEST && times * period > most.times * most.period)
            most = (struct mz_repetition){period, times};
    }
    return most;
}
