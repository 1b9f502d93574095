/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory comes in objects of 8 aligned bytes; a mask says which of them, a bit
 * for each.
 */
#ifndef MZ_OP_MEMORY_H
#define MZ_OP_MEMORY_H

#include "base/base.h"

/* Where the lowest byte of a mask lies in its object, in bits. */
static inline unsigned mz_mask_shift(uint8_t mask)
{
    return 8 * __builtin_ctz(mask);
}

/* The bits of the bytes of a mask, where they lie in their object. */
static inline uint64_t mz_mask_bits(uint8_t mask)
{
    const uint64_t one = 0x0101010101010101;        /* in each byte */
    uint64_t own = mask * one & 0x8040201008040201; /* its bit, in each */

    return ((own + 0x7f * one) >> 7 & one) * 0xff;
}

#endif
