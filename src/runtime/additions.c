/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/additions.h"

#include "race/detector.h"
#include "runtime/runtime.h"

void mz_additions_prepare(void)
{
    const struct mz_settings *settings = &mz_rt.region->settings;

    bool may = settings->memory_model == MZ_MODEL_SC &&
               !settings->atomic_blocks;

    mz_rt.adds = may && settings->relation == MZ_RELATION_ADD;
    mz_rt.could_add = may && settings->relation == MZ_RELATION_RW &&
                      !settings->ordered_additions;
}

static void begin_anew(void)
{
    if (mz_rt.region->settings.mode != MZ_MODE_CHECK || mz_rt.tracing)
        return;
    mz_rt.region->status = MZ_STATUS_ADDITIONS;
    mz_execution_end(MZ_ABANDONED);
}

void mz_additions_meet_race(void)
{
    if (mz_rt.adds && mz_race_detector_has_skipped())
        begin_anew();
}

void mz_additions_meet_round(uint32_t position)
{
    const struct mz_event *events = mz_turns.execution->events;

    if (!mz_turns.execution->has_additions)
        return;
    for (uint32_t i = position; i < mz_turns.position; i++)
        if (events[i].thread == mz_rt.self && events[i].kind == MZ_ADD)
            begin_anew();
}
