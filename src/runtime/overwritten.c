/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/overwritten.h"

#include "runtime/object.h"

static struct mz_overwritten_granule *granule_of(struct mz_overwritten *written,
                                                 uint64_t object)
{
    for (uint32_t i = 0; i < written->count; i++)
        if (written->at[i].object == object)
            return &written->at[i];
    if (written->count == MZ_MAX_OVERWRITTEN)
        return NULL;
    written->at[written->count] =
        (struct mz_overwritten_granule){.object = object};
    return &written->at[written->count++];
}

void mz_overwritten_note(struct mz_overwritten *written, uint64_t object,
                         uint8_t mask, uint64_t before)
{
    struct mz_overwritten_granule *granule = granule_of(written, object);

    if (!granule) {
        written->is_full = true;
        return;
    }
    granule->before |= before & mz_mask_bits(mask & ~granule->mask);
    granule->mask |= mask;
}

static bool holds(const struct mz_overwritten_granule *granule)
{
    const volatile uint64_t *now = (const void *)(granule->object << 3);

    return !((*now ^ granule->before) & mz_mask_bits(granule->mask));
}

bool mz_overwritten_holds(const struct mz_overwritten *written)
{
    for (uint32_t i = 0; i < written->count; i++)
        if (!holds(&written->at[i]))
            return false;
    return !written->is_full;
}
