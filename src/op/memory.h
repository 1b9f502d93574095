/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory comes in objects of 8 aligned bytes; a mask says which of them, a bit
 * for each. The state is what they hold, as a number whose lowest byte is the
 * lowest of them. An await waits until they satisfy its condition; a
 * compare-exchange succeeds if they hold what it expects.
 *
 * An addition (or subtraction) is an update whose result nobody uses. Additions
 * to the same bytes commute: what each of them has found, its event's value,
 * tells one order of theirs, and nobody may ask for it. They do not where bytes
 * are carried into that others access, and an await would have to be tried
 * behind each set of them; so where that is met, all additions are
 * read-modify-writes (trace/additions.h).
 */
#ifndef MZ_OP_MEMORY_H
#define MZ_OP_MEMORY_H

#include "op/automaton.h"
#include "op/await.h"

/* Where the lowest byte of a mask lies in its object, in bits. */
static inline unsigned mz_mask_shift(uint8_t mask)
{
    return 8 * __builtin_ctz(mask);
}

/* The bits of the bytes of a mask, where they lie in their object. */
static inline uint64_t mz_mask_bits(uint8_t mask)
{
    const uint64_t one = 0x0101010101010101;        /* in each byte */
    uint64_t own = mask * one & 0x8040201008040201; /* in each byte the bit of
                                                       that byte in `mask` */

    return ((own + 0x7f * one) >> 7 & one) * 0xff;
}

/* The greatest number that there is room for in the bytes of a mask, which lie
 * together. */
static inline uint64_t mz_mask_room(uint8_t mask)
{
    return mz_mask_bits(mask) >> mz_mask_shift(mask);
}

static inline bool mz_memory_enabled(enum mz_op kind, uint64_t state,
                                     const struct mz_op_operand *operand)
{
    switch (kind) {
    case MZ_AWAIT:
        return mz_condition_holds(operand->condition, operand->mask, state,
                                  operand->number);
    case MZ_CAS:
        return state == operand->number;
    default:
        return true;
    }
}

static inline bool mz_memory_after(enum mz_op kind, uint64_t *state,
                                   const struct mz_op_operand *operand)
{
    if (kind == MZ_WRITE)
        *state = operand->number;
    else if (kind == MZ_ADD)
        *state = (*state + operand->number) & mz_mask_room(operand->mask);
    return kind == MZ_WRITE || kind == MZ_ADD || !mz_op_writes(kind);
}

static inline mz_tid mz_memory_holder(uint64_t state)
{
    (void)state;
    return MZ_NO_THREAD;
}

#endif
