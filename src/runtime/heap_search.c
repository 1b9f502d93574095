/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks by an address in or near them; and where all of them lie. */
#include "runtime/heap_layout.h"

#include "arch/page.h"

/* The last small block in a part of an arena, by decreasing address; the
 * granule of `from` included. */
static struct mz_heap_block *last_small(uint64_t from, uint64_t start)
{
    for (int8_t *shadow = mz_heap_shadow_of(from);
         shadow >= mz_heap_shadow_of(start); shadow--)
        if (*shadow == MZ_HEAP_MARK)
            return mz_heap_block_of(
                MZ_HEAP_ADDRESS +
                (shadow + 1 - mz_heap_shadow_of(MZ_HEAP_ADDRESS)) *
                    MZ_HEAP_GRANULE);
    return NULL;
}

static struct mz_heap_block *last_large(uint64_t from, uint64_t start)
{
    for (struct mz_heap_block **slot = mz_heap_slot_of(from);
         slot >= mz_heap_slot_of(start); slot--)
        if (*slot)
            return *slot;
    return NULL;
}

struct mz_heap_block *mz_heap_block_near(uint64_t address)
{
    struct mz_heap_arena *arena = mz_heap_arena_of(address);

    if (address >= arena->limit) {
        if (address >= arena->large_next)
            address = arena->large_next - 1;
        return last_large(address, arena->limit);
    }
    if (address >= arena->next)
        address = arena->next - 1;
    if (address < arena->start)
        return NULL;
    /* The first granule of a header has no mark, the second has. */
    if (*mz_heap_shadow_of(address + MZ_HEAP_GRANULE) == MZ_HEAP_MARK)
        address += MZ_HEAP_GRANULE;
    return last_small(address, arena->start);
}

bool mz_heap_describe(uint64_t address, struct mz_block_note *out)
{
    struct mz_heap_block *block =
        mz_heap_has(address) ? mz_heap_block_near(address) : NULL;

    if (!block)
        return false;
    *out = (struct mz_block_note){
        .address = (uint64_t)block->user,
        .size = block->size,
        .allocated_pc = block->allocated_pc,
        .freed_pc = block->freed_pc,
        .allocated_by = block->allocated_by,
        .freed_by = block->freed_by,
    };
    return true;
}

void mz_heap_parts(mz_tid t, struct mz_heap_part parts[2])
{
    const struct mz_heap_arena *arena = &mz_heap_arenas[t];

    parts[0] = (struct mz_heap_part){arena->start, mz_page_up(arena->next)};
    parts[1] =
        (struct mz_heap_part){arena->limit, mz_page_up(arena->large_next)};
}
