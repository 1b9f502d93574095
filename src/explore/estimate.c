/* SPDX-License-Identifier: Apache-2.0 */
#include "explore/estimate.h"

void mz_estimate_init(struct mz_estimate *estimate, struct mz_arena *arena,
                      uint32_t lengths)
{
    *estimate = (struct mz_estimate){.lengths = lengths, .least = lengths};
    estimate->sizes = mz_arena_take(arena, lengths * sizeof *estimate->sizes);
}

void mz_estimate_forget(struct mz_estimate *estimate)
{
    if (estimate->least <= estimate->most)
        mz_fill(estimate->sizes[estimate->least], 0,
                (estimate->most - estimate->least + 1) *
                    sizeof *estimate->sizes);
    estimate->least = estimate->lengths;
    estimate->most = 0;
    estimate->all = 0;
}

static uint32_t kept(uint32_t rank)
{
    return rank < MZ_ESTIMATE_RANKS ? rank : MZ_ESTIMATE_RANKS - 1;
}

void mz_estimate_add(struct mz_estimate *estimate, uint32_t length,
                     uint32_t rank, uint64_t executions)
{
    struct mz_estimate_size *size = &estimate->sizes[length][kept(rank)];

    size->subtrees++;
    size->executions += executions;
    if (length < estimate->least)
        estimate->least = length;
    if (length > estimate->most)
        estimate->most = length;
}

static double average(const struct mz_estimate *estimate, uint32_t length,
                      uint32_t rank)
{
    const struct mz_estimate_size *size = &estimate->sizes[length][rank];

    return (double)size->executions / size->subtrees;
}

static bool is_known(const struct mz_estimate *estimate, uint32_t length,
                     uint32_t rank)
{
    return length <= estimate->most && rank < MZ_ESTIMATE_RANKS &&
           estimate->sizes[length][rank].subtrees;
}

/* The first length, from this one on, at which a subtree of that rank has been
 * explored; or more than `most`. */
static uint32_t known_from(const struct mz_estimate *estimate, uint32_t length,
                           uint32_t rank)
{
    if (length < estimate->least)
        length = estimate->least;
    while (length <= estimate->most && !is_known(estimate, length, rank))
        length++;
    return length;
}

/* How large a subtree of one rank is, if that of the next rank has size 1: at
 * that length or, if no two are known there, at the next one where they are. */
static double ratio_from(const struct mz_estimate *estimate, uint32_t length)
{
    for (; length <= estimate->most; length++)
        for (uint32_t rank = 0; rank + 1 < MZ_ESTIMATE_RANKS; rank++)
            if (is_known(estimate, length, rank) &&
                is_known(estimate, length, rank + 1))
                return average(estimate, length, rank) /
                       average(estimate, length, rank + 1);
    return 1;
}

/* The size of a subtree of that rank, concluded from a higher rank at that
 * length: the higher ranks are explored first. */
static double below_rank(const struct mz_estimate *estimate, uint32_t length,
                         uint32_t rank, uint32_t higher)
{
    double size = average(estimate, length, higher);
    double ratio = ratio_from(estimate, length);

    while (higher-- > rank)
        size *= ratio;
    return size;
}

/* Are the subtrees of the rank as large whatever length they begin at? */
static bool is_flat(const struct mz_estimate *estimate, uint32_t rank)
{
    uint32_t first = known_from(estimate, 0, rank);
    uint32_t next = known_from(estimate, first + 1, rank);

    if (next > estimate->most)
        return false;
    for (; next <= estimate->most; next = known_from(estimate, next + 1, rank))
        if (average(estimate, next, rank) < average(estimate, first, rank))
            return false;
    return true;
}

double mz_estimate_of(const struct mz_estimate *estimate, uint32_t length,
                      uint32_t rank)
{
    uint32_t known;

    rank = kept(rank);
    for (uint32_t r = rank; r < MZ_ESTIMATE_RANKS; r++)
        if (is_known(estimate, length, r))
            return below_rank(estimate, length, rank, r);
    if (length < estimate->least && !is_flat(estimate, rank))
        return estimate->all;
    known = known_from(estimate, length, rank);
    return known <= estimate->most ? average(estimate, known, rank) : 1;
}
