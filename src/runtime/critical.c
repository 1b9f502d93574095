/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/critical.h"

#include "explore/critical.h"
#include "runtime/account.h"
#include "runtime/native.h"
#include "runtime/stand.h"

enum {
    MOST_EXPLORED = 5000,  /* executions */
    MOST_SAMPLED = 200,    /* after them, if they are not all */
    MOST_EVENTS = 1 << 19, /* of both together */
};

/* In an arena of the region, since executions may be children. */
struct look {
    struct mz_observer observer; /* first */
    struct mz_search *search;
    struct mz_critical_search *critical;
    struct mz_critical *out;
    struct mz_finding told;
    uint32_t sampled;
    uint64_t events;
    bool is_open; /* of a way to go on it is not known how it ends */
    bool found;   /* one that ends well: the execution at hand */
    bool failed;  /* the error does not show */
    bool could_go_on; /* in the execution at hand somebody could have, or the
                         process could have ended */
    struct mz_replay nobody; /* whose plan is over */
};

static struct look *looking;

static bool is_error(enum mz_outcome outcome)
{
    return outcome == MZ_ERROR || outcome == MZ_DEADLOCK;
}

/* The error that is told, in its own execution. (Of a replay it was noted in a
 * run that is told, which says elsewhere where it was.) */
static bool is_told(const struct look *look, enum mz_outcome outcome)
{
    return is_error(outcome) &&
           mz_finding_is_alike(mz_account_finding(), &look->told);
}

void mz_critical_end(void)
{
    if (looking)
        looking->could_go_on = mz_rt.cancelling || mz_rt.signalling ||
                               mz_tset_some(mz_stands.sets[MZ_STAND_LOOP]) ||
                               mz_tset_some(mz_stands.sets[MZ_STAND_EXIT]);
}

/* Is there anything that may have ended otherwise, had it been gone on with? */
static bool leaves_open(const struct look *look, enum mz_outcome outcome)
{
    const struct mz_finding *finding = mz_account_finding();

    if (outcome == MZ_LOOP_BLOCKED || outcome == MZ_CUT || look->could_go_on ||
        look->search->region->wide_choices)
        return true;
    return is_error(outcome) &&
           (mz_finding_is_limit(finding->kind) || finding->is_allowed ||
            finding->kind == MZ_FINDING_NONDETERMINISM);
}

static bool has_choice(const struct mz_execution *x)
{
    for (uint32_t i = 0; i < x->length; i++)
        if (x->events[i].kind == MZ_CHOOSE)
            return true;
    return false;
}

/* The one that fails, which is run first. */
static bool begin(struct look *look, const struct mz_execution *x,
                  enum mz_outcome outcome)
{
    look->failed = !is_told(look, outcome);
    look->is_open = leaves_open(look, outcome);
    look->out->has_choices = has_choice(x);
    return !look->failed;
}

/* One more may be run; where too many have been explored, a sample. */
static bool may_go_on(struct look *look)
{
    struct mz_region *region = look->search->region;

    if (region->status != MZ_STATUS_RUNNING || region->stop)
        return false;
    if (look->critical->samples)
        return ++look->sampled < MOST_SAMPLED && look->events < MOST_EVENTS;
    if (look->out->executions == MOST_EXPLORED ||
        look->events >= MOST_EVENTS / 2) {
        look->is_open = true;
        mz_critical_sample(look->critical);
    }
    return true;
}

static bool ran(struct mz_observer *observer, const struct mz_execution *x,
                enum mz_outcome outcome, const struct mz_tally *tally)
{
    struct look *look = (struct look *)observer;

    (void)tally;
    look->search->region->progress.tally.executions++; /* it is alive */
    look->events += x->length;
    if (!look->out->executions++)
        return begin(look, x, outcome);
    look->found = outcome == MZ_COMPLETE;
    if (look->found)
        return false;
    look->is_open |= leaves_open(look, outcome);
    return may_go_on(look);
}

/* The first step of the way that ends well which is not the failing one's: that
 * way is run once more, up to there. */
static void tell_instead(struct look *look)
{
    struct mz_search *s = look->search;
    struct mz_execution *x = &s->execution;
    const struct mz_account *account = &s->region->account;
    struct mz_critical *out = look->out;

    mz_execution_cut(x, out->event + 1);
    mz_replay_init(&look->nobody, NULL, 0, MZ_NO_THREAD);
    mz_account_begin(&look->told);
    s->program->run(s->program, &look->nobody.chooser, x);
    mz_account_end();
    for (uint32_t i = 0; i < account->step_count && !out->has_instead; i++)
        if (account->steps[i].event == out->event &&
            account->steps[i].thread == out->thread) {
            out->instead = account->steps[i];
            out->has_instead = true;
        }
}

static void tell(struct look *look)
{
    const struct mz_execution *x = &look->search->execution;
    struct mz_critical *out = look->out;
    uint32_t event = look->critical->kept;

    out->kind = look->is_open ? MZ_CRITICAL_AVOIDABLE : MZ_CRITICAL_STEP;
    out->event = event;
    out->is_choice = x->events[event].kind == MZ_CHOOSE;
    out->thread = x->events[event].thread;
    out->value = (uint32_t)x->events[event].value;
    tell_instead(look);
}

static void explore(struct look *look)
{
    struct mz_search *s = look->search;
    struct mz_tally tally = {0};
    bool is_all;

    mz_execution_cut(&s->execution, 0);
    is_all = mz_explore(&look->critical->algorithm, s->program, &s->execution,
                        &look->observer, &tally);
    if (look->failed || s->region->status != MZ_STATUS_RUNNING ||
        s->region->stop)
        return;
    if (look->found)
        tell(look);
    else if (is_all && !look->is_open)
        look->out->kind = MZ_CRITICAL_NEVER;
}

void mz_critical(struct mz_search *search, struct mz_arena *arena)
{
    struct look *look = mz_arena_take(arena, sizeof *look);
    struct mz_region *region = search->region;
    const struct mz_algorithm_options options = {
        .relation = search->telling.clocks.relation,
    };

    if (region->account.plan_length > MZ_MAX_PLAN)
        mz_give_up("the schedule of the error is too long");
    *look = (struct look){
        .observer.ran = ran,
        .search = search,
        .out = &region->account.critical,
        .told = region->findings[0],
    };
    look->critical = mz_critical_create(
        arena, &search->execution, &options, region->account.plan,
        region->account.plan_length, (mz_tid)region->findings[0].thread);
    *look->out = (struct mz_critical){.kind = MZ_CRITICAL_UNKNOWN};
    looking = look;
    explore(look);
    region->finding_count = 0;
    if (region->status == MZ_STATUS_RUNNING)
        region->status = MZ_STATUS_DONE;
}
