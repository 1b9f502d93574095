/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/replay_report.h"

#include "runtime/account.h"
#include "runtime/debugger.h"
#include "runtime/fiber.h"
#include "runtime/halt.h"
#include "runtime/libc.h"
#include "runtime/native.h"
#include "runtime/search.h"

static enum mz_outcome run(struct mz_telling *t, const struct mz_finding *told,
                           struct mz_chooser *chooser)
{
    enum mz_outcome outcome;

    /* Another error shows as it did: without a race found before it. */
    if (mz_samples_races(&t->region->settings))
        mz_native_check_races(t->program, told->kind == MZ_FINDING_DATA_RACE);
    mz_execution_cut(&t->retold, 0);
    mz_account_begin(told);
    outcome = t->program->run(t->program, chooser, &t->retold);
    mz_account_end();
    return outcome;
}

/* Looks where the step is that the user wants to stop before, by a run that
 * nobody sees, which begins on the same stacks. False: there is none. */
static bool seek(struct mz_telling *t, const struct mz_finding *told)
{
    struct mz_settings *settings = &t->region->settings;
    struct mz_chooser *chooser;
    unsigned fibers;

    if (!settings->stop_before)
        return true;
    settings->clean_stacks = true;
    do { /* what is begun again is not given all turns */
        fibers = mz_fiber_count;
        mz_halt_seek(settings->stop_before);
        mz_telling_follow(t, told, &chooser);
        run(t, told, chooser);
    } while (mz_fiber_count != fibers);
    return mz_halt_found() || t->region->status != MZ_STATUS_RUNNING;
}

static enum mz_outcome run_to_be_seen(struct mz_telling *t,
                                      const struct mz_finding *told,
                                      struct mz_chooser *chooser)
{
    mz_rt.replaying = true;
    mz_libc_show_output(true);
    return run(t, told, chooser);
}

static void count(struct mz_tally *tally, const struct mz_execution *x)
{
    tally->executions = 1;
    tally->events = x->length;
    tally->events_run = x->length;
    tally->threads = x->thread_count;
}

/* Where the user wanted it to. */
static void note_stop(struct mz_region *region)
{
    region->cut = *mz_account_finding();
    region->cut.traced = 1;
    region->cut.execution = 1;
    region->has_cut = true;
    mz_search_set_limit(region, MZ_LIMIT_STOPPED);
}

static void note_error(struct mz_region *region)
{
    region->findings[0] = *mz_account_finding();
    region->findings[0].traced = 1;
    region->findings[0].execution = 1;
    region->finding_count = 1;
    region->progress.tally.errors = 1;
    region->status = MZ_STATUS_ERROR;
}

void mz_replay_report(struct mz_telling *t)
{
    struct mz_region *region = t->region;
    struct mz_finding told = region->findings[0];
    struct mz_chooser *chooser;
    struct mz_replay *replay;
    enum mz_outcome outcome;
    uint32_t kind;

    if (region->account.plan_length > MZ_MAX_PLAN)
        mz_give_up("the schedule of the report is too long");
    region->finding_count = 0;
    if (!seek(t, &told)) {
        region->status = MZ_STATUS_DONE;
        return;
    }
    if (region->status != MZ_STATUS_RUNNING)
        return;
    if (region->settings.stop_at_failure && !region->settings.stop_before)
        mz_halt_follow();
    replay = mz_telling_follow(t, &told, &chooser);
    outcome = run_to_be_seen(t, &told, chooser);
    while (region->status == MZ_STATUS_RUNNING && mz_debugger_wants_again()) {
        mz_halt_follow();
        replay = mz_telling_follow(t, &told, &chooser);
        mz_libc_show_output(false);
        outcome = run(t, &told, chooser);
    }
    count(&region->progress.tally, &t->retold);
    if (region->status != MZ_STATUS_RUNNING)
        return;
    kind = mz_account_finding()->kind;
    if (!mz_outcome_breaks_off(outcome) &&
        (replay->failed || !mz_replay_is_over(replay)))
        region->status = MZ_STATUS_STALE;
    else if (outcome == MZ_ERROR && kind == MZ_FINDING_STOPPED)
        note_stop(region);
    else if (mz_outcome_breaks_off(outcome) && mz_finding_is_limit(kind))
        mz_search_set_limit(region, mz_finding_limit(kind));
    else if (outcome == MZ_ERROR || outcome == MZ_DEADLOCK)
        note_error(region);
    else
        region->status = MZ_STATUS_DONE;
}
