/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How the heap lies in memory: of the files heap*.c, and of no others.
 *
 * Address space, from MZ_HEAP_ADDRESS, MZ_HEAP_SHADOW and MZ_HEAP_SLOTS on. A
 * unit is 8 GiB, or what can be had:
 *
 *   HEAP     8 units for main, then 1 for each other thread. The lower half of
 *            an arena is for small blocks, the upper half for large ones.
 *   SHADOW   a byte for each 16 bytes of HEAP (a granule): how many of them,
 *            from the first, are in a live small block; or MARK, the granule
 *            just below a small block, live or freed.
 *   SLOTS    a pointer for each 256 KiB of HEAP: to the large block, live or
 *            freed, that owns this slot.
 *
 * A block: a header of 32 bytes, the user's bytes from an aligned address on, a
 * red zone up to the second next multiple of 16. Blocks lie in the order of
 * their allocation; a large one begins in a slot of its own.
 *
 *   ... gap | header | user's bytes | red zone | gap | header | ...
 *                MARK  16 16 .. 16 7   0
 *
 * Beyond arena->next, shadow and slots are zero: what an execution has changed
 * there is what it has allocated, and rollback costs as much. The shadow of
 * blocks of before the snapshot is restored by the snapshot, as they are.
 */
#ifndef MZ_RUNTIME_HEAP_LAYOUT_H
#define MZ_RUNTIME_HEAP_LAYOUT_H

#include "runtime/heap.h"

#define MZ_HEAP_ADDRESS 0x530000000000u
#define MZ_HEAP_SHADOW 0x540000000000u
#define MZ_HEAP_SLOTS 0x541000000000u

enum {
    MZ_HEAP_GRANULE = 16,
    MZ_HEAP_MARK = -1,
    MZ_HEAP_SLOT_SHIFT = 18,
    MZ_HEAP_SLOT = 1 << MZ_HEAP_SLOT_SHIFT,
    MZ_HEAP_MAIN_UNITS = 8,
    MZ_HEAP_TID_BITS = MZ_MAX_THREADS > 256 ? 12 : 8,
    MZ_HEAP_UNITS = MZ_HEAP_MAIN_UNITS + MZ_MAX_THREADS - 1,
};

struct mz_heap_block {
    uint64_t size;
    uint64_t allocated_pc;
    uint64_t freed_pc;
    uint32_t freed : 1; /* or not */
    uint32_t early : 1; /* allocated before main, or by our own calls of libc */
    uint32_t reach : 2; /* enum mz_heap_reach; zero but in heap_reach.c */
    uint32_t made_by : 2; /* enum mz_heap_maker */
    uint32_t unused : 2;
    uint32_t allocated_by : MZ_HEAP_TID_BITS;
    uint32_t freed_by : MZ_HEAP_TID_BITS;
    uint32_t seal; /* see seal_of in heap.c; last: an underflow hits it first */
    char user[];
};

enum { MZ_HEAP_HEADER = sizeof(struct mz_heap_block) };
_Static_assert(MZ_HEAP_HEADER == 2 * MZ_HEAP_GRANULE,
               "the user's bytes are aligned");

/* Small blocks from `start` to `limit`, large ones on to `large_limit`. */
struct mz_heap_arena {
    uint64_t next, limit;
    uint64_t large_next, large_limit;
    uint64_t own, large_own; /* where the blocks of the execution begin */
    uint64_t start;
};

extern struct mz_heap_arena mz_heap_arenas[MZ_MAX_THREADS];
extern mz_tset mz_heap_touched; /* which the execution has allocated from */
extern unsigned mz_heap_unit_shift;

static inline uint64_t mz_heap_round_up(uint64_t n, uint64_t unit)
{
    return (n + unit - 1) & -unit;
}

static inline int8_t *mz_heap_shadow_of(uint64_t address)
{
    return (int8_t *)(MZ_HEAP_SHADOW +
                      (address - MZ_HEAP_ADDRESS) / MZ_HEAP_GRANULE);
}

static inline struct mz_heap_block **mz_heap_slot_of(uint64_t address)
{
    return (struct mz_heap_block **)MZ_HEAP_SLOTS +
           (address - MZ_HEAP_ADDRESS) / MZ_HEAP_SLOT;
}

static inline struct mz_heap_block *mz_heap_block_of(uint64_t user)
{
    return (struct mz_heap_block *)(user - MZ_HEAP_HEADER);
}

static inline struct mz_heap_arena *mz_heap_arena_of(uint64_t address)
{
    uint64_t unit = (address - MZ_HEAP_ADDRESS) >> mz_heap_unit_shift;

    return &mz_heap_arenas[unit < MZ_HEAP_MAIN_UNITS
                               ? 0
                               : unit - MZ_HEAP_MAIN_UNITS + 1];
}

/* The block whose room an address is in: from its header to the next header.
 * Takes time with the distance: for reports. */
struct mz_heap_block *mz_heap_block_near(uint64_t address);

typedef uint64_t mz_heap_word __attribute__((may_alias, aligned(1)));
typedef struct {
    uint64_t low, high;
} __attribute__((may_alias, packed)) mz_heap_granule;

#define MZ_HEAP_BYTES(byte) (0x0101010101010101u * (byte))

static inline void mz_heap_fill(char *at, uint64_t size, uint64_t bytes)
{
    if (size > 256) {
        mz_fill(at, (uint8_t)bytes, size);
        return;
    }
    for (char *end = at + size; at < end; at += MZ_HEAP_GRANULE) {
        *(mz_heap_granule *)at = (mz_heap_granule){bytes, bytes};
        __asm__ volatile("" : : : "memory"); /* clang: not a memset */
    }
}

#endif
