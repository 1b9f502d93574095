/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/across.h"

bool mz_across_begin(void)
{
    if (mz_turns.atomic != MZ_NO_THREAD)
        return false;
    mz_atomic_block_begin();
    return true;
}

/* The end of the granule that the address is in, or of the access. */
static uint64_t end_of_part(uint64_t address, uint64_t end)
{
    uint64_t next = (address | 7) + 1;

    return next < end ? next : end;
}

/* A compare-exchange fails for one of its parts, which may be any: see
 * mz_op_depends. */
static enum mz_op part_of(enum mz_op outcome)
{
    return mz_op_succeeded(outcome);
}

void mz_across_end(bool opened, enum mz_op outcome, uint64_t address,
                   uint64_t size, const void *before, const uint64_t *value)
{
    uint64_t end = address + size, next;

    for (uint64_t at = address; at < end; at = next) {
        struct mz_visible v;
        uint64_t part = 0;

        next = end_of_part(at, end);
        v = mz_visible_access(part_of(outcome), at, next - at);
        mz_copy(&part, (const char *)before + (at - address), next - at);
        mz_visible_end(&v, v.kind, value ? mz_hash_word(*value, part) : 0,
                       part);
    }
    if (opened)
        mz_atomic_block_end();
}
