/* SPDX-License-Identifier: Apache-2.0 */
#include "explore/replay.h"

bool mz_replay_is_over(struct mz_replay *replay)
{
    while (replay->at < replay->length && replay->steps[replay->at].is_choice)
        replay->at++;
    return replay->at == replay->length;
}

static mz_tid after_plan(const struct mz_replay *replay,
                         const struct mz_enabled *enabled)
{
    if (replay->then < MZ_MAX_THREADS &&
        mz_tset_has(enabled->threads, replay->then))
        return replay->then;
    if (mz_tset_has(enabled->threads, enabled->running) && !enabled->yielding)
        return enabled->running;
    return mz_tset_first(enabled->threads);
}

static mz_tid choose(struct mz_chooser *chooser,
                     const struct mz_execution *execution,
                     const struct mz_enabled *enabled)
{
    struct mz_replay *replay = (struct mz_replay *)chooser;
    mz_tid t;

    (void)execution;
    if (mz_replay_is_over(replay))
        return after_plan(replay, enabled);
    t = replay->steps[replay->at++].thread;
    if (t < MZ_MAX_THREADS && mz_tset_has(enabled->threads, t))
        return t;
    replay->failed = true;
    return MZ_NO_THREAD;
}

static uint32_t value(struct mz_chooser *chooser,
                      const struct mz_execution *execution, mz_tid thread,
                      uint32_t bound)
{
    struct mz_replay *replay = (struct mz_replay *)chooser;
    uint32_t *at = &replay->choice_at[thread];

    (void)execution;
    for (; *at < replay->length; ++*at) {
        const struct mz_plan_step *step = &replay->steps[*at];

        if (!step->is_choice || step->thread != thread)
            continue;
        ++*at;
        if (step->value < bound)
            return step->value;
        replay->failed = true;
        return 0;
    }
    return 0;
}

void mz_replay_init(struct mz_replay *replay, const struct mz_plan_step *steps,
                    uint32_t length, mz_tid then)
{
    *replay = (struct mz_replay){
        .chooser = {choose, value},
        .steps = steps,
        .length = length,
        .then = then,
    };
}
