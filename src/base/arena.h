/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An arena: a range of reserved address space, given out from its start and
 * never taken back piecemeal. Pages are touched (and so cost memory) only when
 * written. Search structures live here and nowhere else: in the checked process
 * the range is part of the region that survives rollback and fork.
 */
#ifndef MZ_BASE_ARENA_H
#define MZ_BASE_ARENA_H

#include "base/base.h"

struct mz_arena {
    char *start;
    size_t used;     /* bytes given out */
    size_t capacity; /* bytes reserved */
};

/* `memory` is borrowed, zero-filled, and must outlive the arena. */
void mz_arena_init(struct mz_arena *, void *memory, size_t capacity);

/* Zero-filled, 64-byte aligned. Running out is our mistake: it asserts. */
void *mz_arena_take(struct mz_arena *, size_t size);

#endif
