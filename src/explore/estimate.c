/* SPDX-License-Identifier: Apache-2.0 */
#include "explore/estimate.h"

void mz_estimate_init(struct mz_estimate *estimate, struct mz_arena *arena,
                      uint32_t lengths)
{
    *estimate = (struct mz_estimate){.lengths = lengths, .least = lengths};
    estimate->subtrees =
        mz_arena_take(arena, lengths * sizeof *estimate->subtrees);
    estimate->executions =
        mz_arena_take(arena, lengths * sizeof *estimate->executions);
}

void mz_estimate_add(struct mz_estimate *estimate, uint32_t length,
                     uint64_t executions)
{
    estimate->subtrees[length]++;
    estimate->executions[length] += executions;
    if (length < estimate->least)
        estimate->least = length;
    if (length > estimate->most)
        estimate->most = length;
}

static double average(const struct mz_estimate *estimate, uint32_t length)
{
    return (double)estimate->executions[length] / estimate->subtrees[length];
}

double mz_estimate_of(const struct mz_estimate *estimate, uint32_t length)
{
    if (length < estimate->least)
        return estimate->all;
    if (length > estimate->most)
        return 1;
    while (!estimate->subtrees[length])
        length++;
    return average(estimate, length);
}
