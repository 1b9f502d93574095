/* SPDX-License-Identifier: Apache-2.0 */
/* A seeded generator (xorshift*): the same seed, the same sequence. */
#ifndef MZ_BASE_RANDOM_H
#define MZ_BASE_RANDOM_H

#include "base/base.h"

struct mz_random {
    uint64_t state;
};

static inline void mz_random_seed(struct mz_random *random, uint64_t seed)
{
    random->state = mz_hash_word(0x243F6A8885A308D3u, seed) | 1;
}

static inline uint64_t mz_random_word(struct mz_random *random)
{
    uint64_t x = random->state;

    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    random->state = x;
    return x * 0x2545F4914F6CDD1Du;
}

#endif
