/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/explain.h"

#include "runtime/account.h"
#include "runtime/native.h"

/* Whether the execution of that outcome, just run, ends in the error. */
static bool is_it(const struct mz_finding *told, enum mz_outcome outcome)
{
    return (outcome == MZ_ERROR || outcome == MZ_DEADLOCK) &&
           mz_finding_is_alike(mz_account_finding(), told);
}

/* Another error shows as it did: without a race found before it. */
static void check_races(struct mz_telling *t, const struct mz_finding *told)
{
    if (mz_samples_races(&t->region->settings))
        mz_native_check_races(t->program, told->kind == MZ_FINDING_DATA_RACE);
}

/* Follows the plan, without telling anything. */
static enum mz_outcome run_plan(struct mz_telling *t)
{
    struct mz_account *account = &t->region->account;
    struct mz_replay *replay = &t->again.replay;
    enum mz_outcome outcome;

    mz_replay_init(replay, account->plan, account->plan_length, MZ_NO_THREAD);
    mz_execution_cut(t->execution, 0);
    outcome = t->program->run(t->program, &replay->chooser, t->execution);
    return replay->failed ? MZ_BLOCKED : outcome;
}

/* A loop has no execution that ends: its plan leads into it. */
static void tell(struct mz_telling *t, struct mz_finding *told)
{
    enum mz_outcome outcome;

    check_races(t, told);
    if (told->kind == MZ_FINDING_LOOP) {
        mz_telling_tell_plan(t, told, MZ_ERROR);
        return;
    }
    outcome = run_plan(t);
    if (is_it(told, outcome))
        mz_telling_tell(t, told, outcome);
}

void mz_explain(struct mz_search *s)
{
    struct mz_region *region = s->region;
    struct mz_finding told = region->findings[0];

    if (region->account.plan_length > MZ_MAX_PLAN)
        mz_give_up("the schedule of the error is too long");
    region->finding_count = 0;
    told.traced = false;
    tell(&s->telling, &told);
    if (region->status != MZ_STATUS_RUNNING)
        return;
    region->status = MZ_STATUS_DONE;
    if (!told.traced)
        return;
    region->findings[0] = told;
    region->finding_count = 1;
    region->status = MZ_STATUS_ERROR;
}
