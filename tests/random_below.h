/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers that tests draw. */
#ifndef MZ_TESTS_RANDOM_BELOW_H
#define MZ_TESTS_RANDOM_BELOW_H

#include "base/random.h"

/* Uniform in 0 .. bound-1 (bound > 0), up to a bias of bound / 2^32. */
static inline uint32_t mz_random_below(struct mz_random *random, uint32_t bound)
{
    return (mz_random_word(random) >> 32) * bound >> 32;
}

#endif
