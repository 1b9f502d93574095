/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/unwritten.h"

#include <sys/mman.h>

#include "base/system_call.h"
#include "runtime/heap.h"
#include "runtime/libc_owners.h"
#include "runtime/loop.h"
#include "runtime/parts.h"

enum { MOST = 8 }; /* bytes of a read that counts, for --uninitialised */

/* Of all addresses that a program may have, a bit each; a set one: unwritten.
 */
#define ADDRESSES (1ull << 47)
static uint8_t *bits;

static bool is_doubted(void)
{
    return mz_rt.region->settings.uninitialised == MZ_UNWRITTEN_DOUBTED;
}

void mz_unwritten_init(void)
{
    uint64_t size = ADDRESSES / 8;
    long got;

    if (!mz_rt.region->settings.uninitialised)
        return;
    got = MZ_SYSTEM(mmap, NULL, size, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (got < 0 && got > -MZ_PAGE)
        mz_give_up("no address space to tell reads of what nobody has written "
                   "(%lu bytes): raise ulimit -v%s", size,
                   is_doubted() ? "" : ", or leave --uninitialised out");
    MZ_SYSTEM(madvise, got, size, MADV_NOHUGEPAGE);
    MZ_SYSTEM(madvise, got, size, MADV_DONTDUMP);
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
    uint64_t i = address, end = i + size;

    for (; i < end && i % 8; i++)
        set_bit(i, value);
    if (end - i >= 8) {
        mz_fill(&bits[i / 8], value ? 0xff : 0, (end - i) / 8);
        i = end & -8ull;
    }
    for (; i < end; i++)
        set_bit(i, value);
}

static bool is_fresh(uint64_t address)
{
    return bit(address) && *(const uint8_t *)address == MZ_HEAP_NEW_BYTE;
}

static bool all_are_fresh(uint64_t address, uint64_t size)
{
    for (uint64_t i = 0; i < size; i++)
        if (!is_fresh(address + i))
            return false;
    return true;
}

static bool any_is_fresh(uint64_t address, uint64_t size)
{
    for (uint64_t i = 0; i < size; i++)
        if (is_fresh(address + i))
            return true;
    return false;
}

/* Of several places the lowest. */
static MZ_COLD void doubt(uint64_t size, uint64_t pc)
{
    struct mz_unwritten_read *seen = &mz_rt.region->unwritten;

    if (seen->pc && seen->pc <= pc)
        return;
    seen->pc = pc;
    seen->size = (uint32_t)size;
}

/* Code that announces what it writes, and that of before main does not. */
static bool is_known(uint64_t pc)
{
    return mz_rt.active && mz_owners_program_code(pc);
}

void mz_unwritten_begin(uint64_t address, uint64_t size, uint64_t pc)
{
    bool is_filled =
        size && *(const uint8_t *)address == MZ_HEAP_NEW_BYTE;

    if (is_filled)
        set(address, size, is_known(pc));
    else if (size && is_doubted() && is_known(pc))
        doubt(size, pc);
}

void mz_unwritten_end(uint64_t address, uint64_t size)
{
    if (size < ADDRESSES && address < ADDRESSES - size)
        set(address, size, false);
}

static bool overlap(uint64_t to, uint64_t from, uint64_t size)
{
    return to - from < size || from - to < size;
}

void mz_unwritten_copy(uint64_t to, uint64_t from, uint64_t size, uint64_t pc)
{
    bool are_apart = !overlap(to, from, size);

    if (!are_apart && to != from && is_doubted() && any_is_fresh(from, size))
        doubt(size, pc);
    for (uint64_t i = 0; are_apart && i < size; i++)
        set_bit(to + i, bit(from + i));
}

static _Noreturn MZ_COLD void fail(uint64_t address, uint64_t size, uint64_t pc)
{
    struct mz_block_note block = {0};
    bool is_local = !mz_heap_has(address);

    if (!is_local)
        mz_heap_describe(address, &block);
    mz_fail(&(struct mz_failure){
        .fault = is_local ? MZ_FAULT_UNWRITTEN_LOCAL : MZ_FAULT_UNWRITTEN,
        .action = MZ_ACTION_READ,
        .address = address,
        .size = (uint32_t)size,
        .pc = pc,
        .numbers = {size, address - block.address, block.size},
    });
}

void mz_unwritten_read(uint64_t address, uint64_t size,
                       enum mz_unwritten_use use, uint64_t pc)
{
    if (is_doubted()) {
        if (use != MZ_USE_PASSED_ON && any_is_fresh(address, size))
            doubt(size, pc);
    } else if (use == MZ_USE_SCALAR && size <= MOST &&
               all_are_fresh(address, size)) {
        fail(address, size, pc);
    }
}

void mz_unwritten_leave(uint64_t pc)
{
    if (is_doubted())
        doubt(0, pc);
}

/* ---- what compilers insert: compilers/local.h ---------------------------- */

/* A local variable comes to be here. */
MZ_EXPORT void mz_variable_begin(void *address, size_t size);
MZ_EXPORT void mz_variable_begin(void *address, size_t size)
{
    if (MZ_UNLIKELY(mz_rt.watching) && mz_rt.active)
        mz_loop_note_write((uint64_t)address, size, false);
    mz_fill(address, MZ_HEAP_NEW_BYTE, size);
    if (mz_rt.seeks_unwritten)
        set((uint64_t)address, size, true);
}

/* One that has no address is only copied: has it been written? */
MZ_EXPORT void mz_variable_copied(int is_written, unsigned size);
MZ_EXPORT void mz_variable_copied(int is_written, unsigned size)
{
    if (!is_written && mz_rt.seeks_unwritten && is_doubted())
        doubt(size, MZ_PC);
}

/* The same of one that is used. */
MZ_EXPORT void mz_variable_read(int is_written, unsigned size);
MZ_EXPORT void mz_variable_read(int is_written, unsigned size)
{
    if (is_written || !mz_rt.seeks_unwritten)
        return;
    if (is_doubted())
        doubt(size, MZ_PC);
    else if (mz_rt.active)
        mz_fail(&(struct mz_failure){.fault = MZ_FAULT_UNWRITTEN_LOCAL,
                                     .action = MZ_ACTION_READ,
                                     .pc = MZ_PC,
                                     .numbers = {size}});
}
