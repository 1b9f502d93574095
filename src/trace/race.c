/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/race.h"

struct mz_later mz_later_pending(const struct mz_execution *execution, mz_tid t)
{
    return (struct mz_later){
        .position = execution->length,
        .event = &execution->pending[t],
    };
}

uint32_t mz_later_previous(const struct mz_happens_before *hb,
                           const struct mz_execution *execution,
                           const struct mz_later *later)
{
    return later->position < execution->length
               ? hb->previous[later->position]
               : mz_happens_before_previous(hb, execution,
                                            later->event->thread);
}

uint32_t mz_later_behind(const struct mz_happens_before *hb,
                         const struct mz_execution *execution,
                         const struct mz_later *later, unsigned i)
{
    uint32_t more = later->event->more + i - 1;
    uint32_t object =
        i ? execution->accesses[more].object : later->event->object;

    if (object == MZ_NONE)
        return MZ_NONE;
    if (later->position >= hb->length)
        return mz_access_latest(hb, object);
    return i ? hb->more_behind[more] : hb->behind[later->position];
}

static unsigned access_races(const struct mz_happens_before *hb,
                             const struct mz_later *later,
                             uint32_t races[MZ_MAX_THREADS])
{
    const uint32_t *known;
    unsigned count = mz_happens_before_races(hb, later->position, &known);

    for (unsigned i = 0; i < count; i++)
        races[i] = known[i];
    return count;
}

/* [AAJS17] Alg. 3, line 4: the last acquisition. */
static unsigned acquisition_race(const struct mz_happens_before *hb,
                                 const struct mz_execution *execution,
                                 const struct mz_later *later, uint32_t *race)
{
    uint32_t e = mz_happens_before_acquisition(
        hb, execution, later->event->object, later->position);

    if (e == MZ_NONE || execution->events[e].thread == later->event->thread ||
        mz_happens_before(hb, e, execution->events[e].thread,
                          mz_later_previous(hb, execution, later)))
        return 0;
    *race = e;
    return 1;
}

/* Drops the races with operations on the lock `held`: of those only the race
 * with the last acquisition can be reversed. */
static unsigned drop_held(const struct mz_execution *execution, uint32_t held,
                          uint32_t *races, unsigned count)
{
    unsigned kept = 0;

    for (unsigned i = 0; i < count; i++)
        if (execution->events[races[i]].object != held)
            races[kept++] = races[i];
    return kept;
}

unsigned mz_race_find(const struct mz_happens_before *hb,
                      const struct mz_execution *execution,
                      const struct mz_later *later,
                      uint32_t races[MZ_MAX_RACES])
{
    bool executed = later->position < execution->length;
    unsigned count = 0;

    if (executed)
        count = access_races(hb, later, races);
    if (!mz_op_blocks(later->event->kind) ||
        !mz_op_acquires(later->event->kind))
        return count;
    if (mz_op_held(later->event->kind) == MZ_HELD_ONE)
        count = drop_held(execution, later->event->object, races, count);
    if (acquisition_race(hb, execution, later, races + count) &&
        !mz_race_is_listed(races, count, races[count]))
        count++;
    return count;
}
