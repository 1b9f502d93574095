/* SPDX-License-Identifier: Apache-2.0 */
#include "region/failing.h"

const struct mz_failing_row mz_failing_rows[MZ_FAILING_COUNT] = {
#define X(id, name, ...) [MZ_FAILING_##id] = {name, {__VA_ARGS__}},
    MZ_FAILING(X)
#undef X
};

unsigned mz_failing_ways(enum mz_failing failing)
{
    unsigned count = 0;

    while (count < MZ_MOST_WAYS && mz_failing_rows[failing].ways[count])
        count++;
    return count;
}
