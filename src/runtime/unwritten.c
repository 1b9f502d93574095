/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/unwritten.h"

#include <sys/mman.h>

#include "base/system_call.h"
#include "runtime/heap.h"
#include "runtime/libc_owners.h"
#include "runtime/parts.h"

enum { MOST = 8 }; /* bytes of a read that counts */

static uint8_t *bits; /* of the heap, in its order; a set one: unwritten */

void mz_unwritten_init(void)
{
    uint64_t size;
    long got;

    if (!mz_rt.region->settings.uninitialised)
        return;
    mz_heap_init();
    size = (mz_heap_end - mz_heap_start) / 8 + MZ_PAGE;
    got = MZ_SYSTEM(mmap, NULL, size, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (got < 0 && got > -MZ_PAGE)
        mz_give_up("no address space for --uninitialised: %lu bytes", size);
    MZ_SYSTEM(madvise, got, size, MADV_NOHUGEPAGE);
    bits = (uint8_t *)got;
    mz_rt.seeks_unwritten = true;
    mz_set_observing();
}

static void set_bit(uint64_t i, bool value)
{
    uint8_t bit = (uint8_t)(1u << i % 8);

    if (value)
        bits[i / 8] |= bit;
    else
        bits[i / 8] &= (uint8_t)~bit;
}

static bool bit(uint64_t i)
{
    return bits[i / 8] >> i % 8 & 1;
}

static void set(uint64_t address, uint64_t size, bool value)
{
    uint64_t i = address - mz_heap_start, end = i + size;

    for (; i < end && i % 8; i++)
        set_bit(i, value);
    if (end - i >= 8) {
        mz_fill(&bits[i / 8], value ? 0xff : 0, (end - i) / 8);
        i = end & -8ull;
    }
    for (; i < end; i++)
        set_bit(i, value);
}

/* Code that announces what it writes, and that of before main does not. */
static bool is_known(uint64_t pc)
{
    return mz_rt.active && mz_owners_program_code(pc);
}

void mz_unwritten_begin(uint64_t address, uint64_t size, uint64_t pc)
{
    set(address, size, is_known(pc));
}

void mz_unwritten_end(uint64_t address, uint64_t size)
{
    if (mz_heap_has(address))
        set(address, size, false);
}

void mz_unwritten_copy(uint64_t to, uint64_t from, uint64_t size)
{
    if (!mz_heap_has(to) || !mz_heap_has(from) || to - from < size ||
        from - to < size)
        return;
    for (uint64_t i = 0; i < size; i++)
        set_bit(to - mz_heap_start + i, bit(from - mz_heap_start + i));
}

static bool is_unwritten(uint64_t address, uint64_t size)
{
    for (uint64_t i = 0; i < size; i++)
        if (!bit(address - mz_heap_start + i) ||
            ((const uint8_t *)address)[i] != MZ_HEAP_NEW_BYTE)
            return false;
    return true;
}

static _Noreturn MZ_COLD void fail(uint64_t address, uint64_t size, uint64_t pc)
{
    struct mz_block_note block = {0};

    mz_heap_describe(address, &block);
    mz_fail(&(struct mz_failure){
        .fault = MZ_FAULT_UNWRITTEN,
        .action = MZ_ACTION_READ,
        .address = address,
        .size = (uint32_t)size,
        .pc = pc,
        .numbers = {size, address - block.address, block.size},
    });
}

void mz_unwritten_read(uint64_t address, uint64_t size, uint64_t pc)
{
    if (mz_heap_has(address) && size <= MOST && is_unwritten(address, size))
        fail(address, size, pc);
}
