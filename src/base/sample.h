/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A share of what has numbers: always the same ones, and of numbers in
 * succession as many as there should be but for a few, since multiples of the
 * golden ratio are spread as evenly over the unit interval as can be. Number 0
 * is in every share but the empty one, and what is in one share is in each
 * larger one.
 */
#ifndef MZ_BASE_SAMPLE_H
#define MZ_BASE_SAMPLE_H

#include "base/base.h"

static inline bool mz_sample_has(uint64_t number, unsigned percent)
{
    uint64_t place = number * 0x9E3779B97F4A7C15u >> 32; /* of 2^32 */

    return place * 100 < (uint64_t)percent << 32;
}

#endif
