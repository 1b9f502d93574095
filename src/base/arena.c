/* SPDX-License-Identifier: Apache-2.0 */
#include "base/arena.h"

void mz_arena_init(struct mz_arena *arena, void *memory, size_t capacity)
{
    arena->start = memory;
    arena->used = 0;
    arena->capacity = capacity;
}

void *mz_arena_take(struct mz_arena *arena, size_t size)
{
    size_t aligned = (size + 63) & ~(size_t)63;
    char *memory = arena->start + arena->used;

    MZ_ASSERT(aligned >= size && aligned <= arena->capacity - arena->used);
    arena->used += aligned;
    return memory;
}
