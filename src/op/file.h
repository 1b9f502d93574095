/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What descriptors lead to: an open file description, what a file contains, a
 * pipe with both its ends, the table of descriptors itself.
 *
 * The state of a pipe, a pair of sockets or the like is which operations on it
 * would not have to wait, a bit each: MZ_FILE_READY of what is done at which of
 * its two ends. The number of a FILE_WAIT is the bits of which it needs one.
 * Only the kernel knows what an operation makes of them; so any two on one
 * object depend on each other, but for two that only look. Other objects have
 * no state: nobody waits for them.
 */
#ifndef MZ_OP_FILE_H
#define MZ_OP_FILE_H

#include "op/automaton.h"

enum mz_file_way { MZ_FILE_IN, MZ_FILE_OUT };

/* An operation this way, at that end, 0 or 1. */
#define MZ_FILE_READY(way, end) (1ull << ((way) + 2 * (end)))

/* Of a FILE_CHANGE, in what its event has besides the state: there was nothing
 * to be had, and nothing has changed. */
#define MZ_FILE_IN_VAIN (1ull << 63)

static inline bool mz_file_is_in_vain(enum mz_op kind, uint64_t other)
{
    return kind == MZ_FILE_CHANGE && other & MZ_FILE_IN_VAIN;
}

static inline bool mz_file_enabled(enum mz_op kind, uint64_t state,
                                   const struct mz_op_operand *operand)
{
    return kind != MZ_FILE_WAIT || state & operand->number;
}

static inline bool mz_file_after(enum mz_op kind, uint64_t *state,
                                 const struct mz_op_operand *operand)
{
    (void)state, (void)operand;
    return !mz_op_changes(kind);
}

static inline mz_tid mz_file_holder(uint64_t state)
{
    (void)state;
    return MZ_NO_THREAD;
}

#endif
