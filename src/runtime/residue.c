/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/residue.h"

#include "runtime/fiber.h"

/* Bytes: at most 2144 were seen. Of more, pages are touched in vain. */
enum { DEEP = 2560, SHALLOW = 768 };

/* Not beyond the end of the stack; nor where the thread is on another one. */
MZ_INLINED void fill_below(uint64_t depth, uint64_t word)
{
    const struct mz_fiber *fiber = &mz_fibers[mz_rt.self];
    uint64_t here = (uint64_t)__builtin_dwarf_cfa();
    uint64_t room = here - (uint64_t)fiber->stack;

    if (room > fiber->stack_size || room < 2 * depth)
        return;
    mz_stack_fill((here - depth) & -8ull, word);
}

void mz_residue_clear(void)
{
    fill_below(DEEP, 0);
}

void mz_residue_clear_little(void)
{
    fill_below(SHALLOW, 0);
}

void mz_residue_leave(void)
{
    static uint64_t word;

    fill_below(DEEP, word += 0x0101010101010101);
}
