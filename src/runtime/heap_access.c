/* SPDX-License-Identifier: Apache-2.0 */
/* Whether accesses are to live blocks. */
#include "runtime/heap_layout.h"

static enum mz_fault fault_of(const struct mz_heap_block *block,
                              uint64_t address)
{
    uint64_t user = (uint64_t)block->user;

    if (address < user)
        return MZ_FAULT_HEAP_UNDERFLOW;
    return block->freed && address < user + block->size
               ? MZ_FAULT_HEAP_FREED
               : MZ_FAULT_HEAP_OVERFLOW;
}

/* Of an overflow, where the first byte is that should not have been accessed;
 * else, how far before the block or into it. */
static uint64_t distance_of(const struct mz_heap_block *block, uint64_t address)
{
    uint64_t user = (uint64_t)block->user, end = user + block->size;

    switch (fault_of(block, address)) {
    case MZ_FAULT_HEAP_UNDERFLOW:
        return user - address;
    case MZ_FAULT_HEAP_FREED:
        return address - user;
    default:
        return address < end ? 0 : address - end;
    }
}

static _Noreturn MZ_COLD void bad_access(uint64_t address, size_t size,
                                         enum mz_action action, uint64_t pc)
{
    const struct mz_heap_block *block = mz_heap_block_near(address);
    struct mz_failure failure = {
        .fault = MZ_FAULT_HEAP_WILD,
        .action = action,
        .address = address,
        .size = size < UINT32_MAX ? size : UINT32_MAX,
        .pc = pc,
        .numbers = {size},
    };

    if (block) {
        failure.fault = fault_of(block, address);
        failure.numbers[1] = distance_of(block, address);
        failure.numbers[2] = block->size;
        failure.numbers[3] = block->freed;
    }
    mz_fail(&failure);
}

/* More than the rest of a granule: all of that, whole ones, a part of one. */
static bool in_small_block(uint64_t address, size_t size)
{
    const int8_t *shadow = mz_heap_shadow_of(address);

    size += address % MZ_HEAP_GRANULE;
    for (; size >= 8 * MZ_HEAP_GRANULE;
         size -= 8 * MZ_HEAP_GRANULE, shadow += 8)
        if (*(const mz_heap_word *)shadow != MZ_HEAP_BYTES(MZ_HEAP_GRANULE))
            return false;
    for (; size >= MZ_HEAP_GRANULE; size -= MZ_HEAP_GRANULE)
        if (*shadow++ != MZ_HEAP_GRANULE)
            return false;
    return (int)size <= *shadow || !size;
}

static bool in_large_block(uint64_t address, size_t size)
{
    const struct mz_heap_block *block = *mz_heap_slot_of(address);
    uint64_t offset;

    if (!block || block->freed)
        return false;
    offset = address - (uint64_t)block->user;
    return offset <= block->size && size <= block->size - offset;
}

static inline bool is_live(uint64_t address, size_t size)
{
    uint64_t offset = address % MZ_HEAP_GRANULE;

    if (MZ_LIKELY(size <= MZ_HEAP_GRANULE - offset)) {
        if (MZ_LIKELY((int)(offset + size) <= *mz_heap_shadow_of(address)))
            return true;
    } else if (size < -(uint64_t)MZ_HEAP_GRANULE &&
               in_small_block(address, size)) {
        return true;
    }
    return !size || in_large_block(address, size);
}

void mz_heap_check(uint64_t address, size_t size, enum mz_action action,
                   uint64_t pc)
{
    if (MZ_UNLIKELY(!is_live(address, size)))
        bad_access(address, size, action, pc);
}

bool mz_heap_is_live(uint64_t address, size_t size)
{
    return is_live(address, size);
}
