/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/likeness.h"

#include "runtime/arrival.h"
#include "runtime/fiber.h"
#include "runtime/known_words.h"
#include "runtime/libc_family.h"
#include "runtime/rush.h"
#include "runtime/visible.h"

/* The words of the program's that a thread alone has. */
struct words {
    const uint64_t *from, *to;
};

static MZ_NOINLINE void add_late(struct mz_local_states *local,
                                 const struct words *of, unsigned count)
{
    struct mz_times times;

    mz_times_begin(&times);
    for (unsigned i = 0; i < count; i++)
        mz_times_find(&times, of[i].from, of[i].to);
    for (unsigned i = 0; i < count; i++)
        mz_local_state_add_late(&local->of[MZ_LATE], &times, of[i].from,
                                of[i].to);
}

/* All that the thread alone has, and how often it has looked at the clock. The
 * place in the program; 0: not all of that is known. */
uint64_t mz_likeness_find(const struct mz_visible *v,
                          struct mz_local_states *local)
{
    struct mz_arrival arrival;
    struct mz_fiber_own own;
    bool is_known;

    mz_arrival_find(&arrival);
    own = mz_fiber_own(arrival.stack);
    is_known = mz_known_show(&own);
    const uint64_t words[] = {
        arrival.pc,
        mz_fiber_modes(),
        own.frames,
        own.frames_end,
    };
    const struct words of[] = {
        {arrival.registers, arrival.registers + MZ_PRESERVED_REGISTERS},
        {(const uint64_t *)own.frames, (const uint64_t *)own.frames_end},
        {(const uint64_t *)own.storage, (const uint64_t *)own.storage_end},
    };

    *local = (struct mz_local_states){.has_late = mz_time_looks()};
    local->operation = mz_rush_operation(v);
    local->of[MZ_COUNTED] = local->operation;
    mz_local_state_add_words(&local->of[MZ_COUNTED], words,
                             words + MZ_COUNT(words));
    local->of[MZ_EXACT] = local->of[MZ_LATE] = local->of[MZ_COUNTED];
    mz_local_state_add(&local->of[MZ_EXACT], mz_time_looks());
    for (unsigned i = 0; i < MZ_COUNT(of); i++)
        mz_local_state_add_words(&local->of[MZ_EXACT], of[i].from, of[i].to);
    if (local->has_late)
        add_late(local, of, MZ_COUNT(of));
    mz_known_hide();
    return is_known ? arrival.pc : 0;
}

bool mz_likeness_is(const struct mz_local_states *a,
                    const struct mz_local_states *b, enum mz_likeness likeness)
{
    return (likeness != MZ_LATE || (a->has_late && b->has_late)) &&
           mz_local_state_is(&a->of[likeness], &b->of[likeness]);
}
