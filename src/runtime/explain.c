/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/explain.h"

#include "runtime/account.h"
#include "runtime/native.h"

/* Another error shows as it did: without a race found before it. */
static void check_races(struct mz_telling *t, const struct mz_finding *told)
{
    if (mz_samples_races(&t->region->settings))
        mz_native_check_races(t->program, told->kind == MZ_FINDING_DATA_RACE);
}

static void tell(struct mz_simplifier *s, struct mz_finding *told)
{
    struct mz_telling *t = &s->search->telling;
    bool is_deadlock = told->kind == MZ_FINDING_DEADLOCK;

    check_races(t, told);
    if (told->kind == MZ_FINDING_LOOP || told->is_aside) { /* its plan leads
                                                              there */
        mz_telling_tell_plan(t, told, MZ_ERROR);
        return;
    }
    if (!mz_simplify_begin(s))
        return;
    if (told->kind == MZ_FINDING_LINEARIZABILITY ||
        told->kind == MZ_FINDING_PROGRESS) {
        /* It shows in some orders of the trace only. */
        mz_telling_tell(t, told, MZ_ERROR);
        return;
    }
    if (t->region->settings.simplest)
        mz_simplify(s);
    *told = s->told;
    if (t->region->status == MZ_STATUS_RUNNING)
        mz_telling_tell_plan(t, told, is_deadlock ? MZ_DEADLOCK : MZ_ERROR);
}

void mz_explain(struct mz_search *search, struct mz_arena *arena)
{
    struct mz_simplifier *s = mz_arena_take(arena, sizeof *s);
    struct mz_region *region = search->region;
    struct mz_finding *told = &region->findings[0];

    if (region->account.plan_length > MZ_MAX_PLAN)
        mz_give_up("the schedule of the error is too long");
    told->traced = false;
    mz_simplifier_init(s, search, told);
    tell(s, told);
    if (region->status != MZ_STATUS_RUNNING)
        return;
    region->finding_count = told->traced;
    region->status = told->traced ? MZ_STATUS_ERROR : MZ_STATUS_DONE;
}
