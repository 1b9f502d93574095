/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/lent.h"

#include "runtime/fiber.h"
#include "runtime/loop.h"
#include "runtime/loop_place.h"
#include "runtime/suspect.h"

static bool is_lent(uint64_t granule)
{
    const struct mz_loop_places *known = mz_loop_found();

    for (uint32_t i = 0; i < known->lent_count; i++)
        if (known->lent[i] == granule)
            return true;
    return false;
}

/* For the next search. */
static void lend(uint64_t granule)
{
    struct mz_loop_places *known = mz_loop_found();

    if (is_lent(granule))
        return;
    mz_suspect_note_lent();
    if (known->lent_count < MZ_MAX_LENT)
        known->lent[known->lent_count++] = granule;
    else
        known->take_locks = MZ_LOCKS_NEVER;
}

void mz_lent_note(uint64_t address, uint64_t size)
{
    uint64_t granule = address & -8ull;

    if (!mz_fiber_any_owns(address) || mz_fiber_owns(mz_rt.self, address) ||
        !mz_loop_may_take_locks())
        return;
    for (; granule < address + size; granule += 8)
        lend(granule);
}

bool mz_lent_has(uint64_t address, uint64_t size)
{
    uint64_t granule = address & -8ull;

    for (; granule < address + size && mz_loop_found()->lent_count;
         granule += 8)
        if (is_lent(granule))
            return true;
    return false;
}
