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
    return replay->takes_last ? bound - 1 : 0;
}

/* The access that the step before was for. Past the plan memory is as if it
 * were not weak, but for what is not last. */
static void serve(struct mz_chooser *chooser, const struct mz_execution *x,
                  const struct mz_event *e, struct mz_access_order *order)
{
    struct mz_replay *replay = (struct mz_replay *)chooser;
    const struct mz_plan_step *step =
        &replay->steps[replay->at ? replay->at - 1 : 0];
    bool is_planned = replay->at > replay->served && step->served;

    order->source = mz_op_overwrites(e->kind) ? MZ_NONE : order->newest;
    order->next = MZ_NONE;
    order->is_last = true;
    if (!is_planned) {
        replay->failed |= !mz_replay_is_over(replay);
        return;
    }
    replay->served = replay->at;
    order->is_last = !(step->served & MZ_PLAN_BEHIND);
    order->source = MZ_NONE;
    if (step->value > x->length)
        replay->failed = true;
    else if (step->value && mz_op_overwrites(e->kind))
        order->next = step->value - 1;
    else if (step->value)
        order->source = step->value - 1;
}

void mz_replay_init(struct mz_replay *replay, const struct mz_plan_step *steps,
                    uint32_t length, mz_tid then)
{
    *replay = (struct mz_replay){
        .chooser = {choose, value, NULL, serve},
        .steps = steps,
        .length = length,
        .then = then,
    };
}
