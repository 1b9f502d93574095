/* SPDX-License-Identifier: Apache-2.0 */
#include "region/suppressed.h"

void mz_suppressed_count(struct mz_suppressed *s, uint64_t pc, uint64_t other)
{
    uint64_t low = pc < other ? pc : other, high = pc < other ? other : pc;

    for (uint32_t i = 0; i < s->count && i < MZ_MAX_SUPPRESSED; i++)
        if (s->races[i].pcs[0] == low && s->races[i].pcs[1] == high)
            return;
    if (s->count > MZ_MAX_SUPPRESSED)
        return;
    if (s->count < MZ_MAX_SUPPRESSED) {
        s->races[s->count].pcs[0] = low;
        s->races[s->count].pcs[1] = high;
    }
    s->count++;
}

void mz_suppressed_add(struct mz_suppressed *s,
                       const struct mz_suppressed *other)
{
    for (uint32_t i = 0; i < other->count && i < MZ_MAX_SUPPRESSED; i++)
        mz_suppressed_count(s, other->races[i].pcs[0], other->races[i].pcs[1]);
    if (other->count > MZ_MAX_SUPPRESSED)
        s->count = MZ_MAX_SUPPRESSED + 1;
}
