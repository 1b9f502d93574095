/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/simplify.h"

#include "runtime/account.h"

enum {
    MOST_TRIALS = 200,     /* of changes to a plan */
    MOST_SEARCHED = 500,   /* executions within fewer preemptions */
    MOST_EVENTS = 1 << 21, /* of all of them together */
};

/* ---- following a plan, but for one change -------------------------------- */

enum change {
    AS_IT_IS,
    GO_ON, /* who comes before this step goes on as long as it can */
    LATER, /* from this step to the end of its block: when its thread is next */
};

static bool can_go_on(const struct mz_enabled *enabled, mz_tid t)
{
    return mz_tset_has(enabled->threads, t) &&
           !(enabled->yielding && enabled->running == t);
}

/* From this step on, which is no choice: where another thread goes on. */
static uint32_t block_end(const struct mz_replay *plan, uint32_t from)
{
    uint32_t i = from;

    while (i < plan->length &&
           (plan->steps[i].is_choice ||
            plan->steps[i].thread == plan->steps[from].thread))
        i++;
    return i;
}

static void put_off(struct mz_trial *trial)
{
    struct mz_replay *plan = &trial->values;
    uint32_t end = block_end(plan, plan->at);

    for (; plan->at < end; plan->at++)
        if (!plan->steps[plan->at].is_choice)
            trial->owed[plan->steps[plan->at].thread]++;
}

/* Whoever is owed steps, at the end of the plan; or who runs. */
static mz_tid after_plan(struct mz_trial *trial,
                         const struct mz_enabled *enabled)
{
    MZ_EACH(rest, enabled->threads)
        if (trial->owed[mz_tset_first(rest)] > 0) {
            trial->owed[mz_tset_first(rest)]--;
            return mz_tset_first(rest);
        }
    return can_go_on(enabled, enabled->running)
               ? enabled->running
               : mz_tset_first(enabled->threads);
}

static mz_tid planned(struct mz_trial *trial, const struct mz_enabled *enabled)
{
    struct mz_replay *plan = &trial->values;

    while (!mz_replay_is_over(plan)) {
        mz_tid t = plan->steps[plan->at].thread;

        if (plan->at == trial->where && trial->change == LATER) {
            trial->change = AS_IT_IS;
            put_off(trial);
            continue;
        }
        if (plan->at == trial->where && trial->change == GO_ON) {
            trial->change = AS_IT_IS;
            trial->goes_on = true;
        }
        if (trial->goes_on && can_go_on(enabled, enabled->running)) {
            trial->owed[enabled->running]--;
            return enabled->running;
        }
        trial->goes_on = false;
        if (trial->owed[t] < 0) { /* it was made before */
            trial->owed[t]++;
            plan->at++;
            continue;
        }
        if (trial->owed[t] > 0)
            trial->owed[t]--;
        else
            plan->at++;
        if (mz_tset_has(enabled->threads, t))
            return t;
        trial->failed = true;
        return MZ_NO_THREAD;
    }
    return after_plan(trial, enabled);
}

/* As runtime/turn.c has it. */
static bool preempts(const struct mz_execution *x,
                     const struct mz_enabled *enabled, mz_tid t)
{
    uint32_t i = x->length;
    mz_tid last;

    while (i && mz_op_is_local(x->events[i - 1].kind))
        i--;
    last = i ? x->events[i - 1].thread : 0;
    return last != t && can_go_on(enabled, last);
}

static mz_tid choose(struct mz_chooser *chooser, const struct mz_execution *x,
                     const struct mz_enabled *enabled)
{
    struct mz_trial *trial = (struct mz_trial *)chooser;
    mz_tid t = planned(trial, enabled);

    if (t != MZ_NO_THREAD)
        trial->preemptions += preempts(x, enabled, t);
    return t;
}

static uint32_t value(struct mz_chooser *chooser, const struct mz_execution *x,
                      mz_tid thread, uint32_t bound)
{
    struct mz_replay *values = &((struct mz_trial *)chooser)->values;

    return values->chooser.value(&values->chooser, x, thread, bound);
}

static uint64_t switches_of(const struct mz_execution *x)
{
    uint64_t switches = 0;

    for (uint32_t i = 1; i < x->length; i++)
        switches += x->events[i].thread != x->events[i - 1].thread;
    return switches;
}

/* Whether the execution just run, of that outcome, ends in the error. */
static bool is_it(const struct mz_simplifier *s, enum mz_outcome outcome)
{
    return (outcome == MZ_ERROR || outcome == MZ_DEADLOCK) &&
           mz_finding_is_same(mz_account_finding(), &s->told);
}

static bool try(struct mz_simplifier *s, enum change change, uint32_t where,
                struct mz_burden *burden)
{
    struct mz_telling *t = &s->search->telling;
    const struct mz_account *account = &t->region->account;
    struct mz_trial *trial = &s->trial;
    struct mz_execution *x = t->execution;
    enum mz_outcome outcome;

    *trial = (struct mz_trial){
        .chooser = {choose, value},
        .change = change,
        .where = where,
    };
    mz_replay_init(&trial->values, account->plan, account->plan_length,
                   MZ_NO_THREAD);
    mz_execution_cut(x, 0);
    outcome = t->program->run(t->program, &trial->chooser, x);
    *burden = (struct mz_burden){
        .preemptions = trial->preemptions,
        .switches = switches_of(x),
        .steps = x->length,
        .threads = x->thread_count,
    };
    return !trial->failed && !trial->values.failed && is_it(s, outcome);
}

void mz_simplifier_init(struct mz_simplifier *s, struct mz_search *search,
                        const struct mz_finding *told)
{
    *s = (struct mz_simplifier){.search = search, .told = *told};
}

static bool is_less(const struct mz_burden *a, const struct mz_burden *b)
{
    if (a->preemptions != b->preemptions)
        return a->preemptions < b->preemptions;
    if (a->switches != b->switches)
        return a->switches < b->switches;
    if (a->steps != b->steps)
        return a->steps < b->steps;
    return a->threads < b->threads;
}

/* The execution just run is that of the plan. */
static void accept(struct mz_simplifier *s, struct mz_burden burden)
{
    s->best = burden;
    s->told = *mz_account_finding();
}

/* ---- changing it --------------------------------------------------------- */

static bool may_try(struct mz_simplifier *s)
{
    return s->search->region->status == MZ_STATUS_RUNNING &&
           !s->search->region->stop && s->trials < MOST_TRIALS &&
           s->events < MOST_EVENTS;
}

/* The plan, changed so, is the new one if it is easier. */
static bool improves(struct mz_simplifier *s, enum change change,
                     uint32_t where)
{
    struct mz_telling *t = &s->search->telling;
    struct mz_burden burden;
    bool shows;

    if (!may_try(s))
        return false;
    s->trials++;
    shows = try(s, change, where, &burden);
    s->events += burden.steps;
    if (!shows || !is_less(&burden, &s->best))
        return false;
    accept(s, burden);
    mz_telling_write(t, NULL);
    return true;
}

static uint32_t first_step(const struct mz_replay *plan, uint32_t from)
{
    while (from < plan->length && plan->steps[from].is_choice)
        from++;
    return from;
}

/* One change that makes it easier; from the end, where those are that are not
 * needed. */
static bool change_once(struct mz_simplifier *s)
{
    const struct mz_account *account = &s->search->region->account;
    const struct mz_replay plan = {
        .steps = account->plan,
        .length = account->plan_length,
    };
    uint32_t from = first_step(&plan, 0), last = MZ_NONE;

    /* Blocks are found from the beginning: the last one of those not tried. */
    for (uint32_t end = plan.length; end > from; end = last) {
        uint32_t i = from;

        while (i < end) {
            last = i;
            i = block_end(&plan, i);
        }
        if (last > from && improves(s, GO_ON, last))
            return true;
        if (improves(s, LATER, last))
            return true;
        if (!may_try(s))
            return false;
    }
    return false;
}

/* ---- searching ----------------------------------------------------------- */

/* Only within fewer preemptions than are known to be enough. */
static bool may_run(struct mz_observer *observer, const struct mz_tally *tally)
{
    struct mz_simplifier *s = (struct mz_simplifier *)observer;

    (void)tally;
    return s->search->algorithm->bounds < s->best.preemptions &&
           s->searched++ < MOST_SEARCHED && s->events < MOST_EVENTS &&
           !s->search->region->stop;
}

static bool ran(struct mz_observer *observer, const struct mz_execution *x,
                enum mz_outcome outcome, const struct mz_tally *tally)
{
    struct mz_simplifier *s = (struct mz_simplifier *)observer;

    (void)tally;
    s->events += x->length;
    s->search->region->progress.tally.executions++; /* it is alive */
    s->found = is_it(s, outcome);
    return !s->found && s->search->region->status == MZ_STATUS_RUNNING;
}

static void search(struct mz_simplifier *s)
{
    struct mz_tally tally = {0};

    s->observer = (struct mz_observer){may_run, ran};
    mz_execution_cut(&s->search->execution, 0);
    mz_explore(s->search->algorithm, s->search->program, &s->search->execution,
               &s->observer, &tally);
}

static void change(struct mz_simplifier *s)
{
    while (change_once(s))
        ;
}

/* The plan of the account, in case that the next one is no better. */
static uint32_t keep(struct mz_simplifier *s)
{
    const struct mz_account *account = &s->search->region->account;
    struct mz_telling *t = &s->search->telling;

    MZ_ASSERT(account->plan_length <= t->execution->capacity);
    mz_copy(t->plan, account->plan, account->plan_length * sizeof *t->plan);
    s->kept = s->told;
    return account->plan_length;
}

static void restore(struct mz_simplifier *s, uint32_t length,
                    struct mz_burden burden)
{
    struct mz_account *account = &s->search->region->account;

    mz_copy(account->plan, s->search->telling.plan,
            length * sizeof account->plan[0]);
    account->plan_length = length;
    s->best = burden;
    s->told = s->kept;
}

/* What the search has found is changed likewise: it may be harder still. */
static void take_found(struct mz_simplifier *s)
{
    struct mz_burden known = s->best, found;
    uint32_t length = keep(s);

    s->told = *mz_account_finding();
    mz_telling_write(&s->search->telling, &s->told);
    if (!try(s, AS_IT_IS, MZ_NONE, &found)) {
        restore(s, length, known);
        return;
    }
    accept(s, found);
    s->trials = 0;
    change(s);
    if (!is_less(&s->best, &known))
        restore(s, length, known);
}

bool mz_simplify_begin(struct mz_simplifier *s)
{
    const struct mz_account *account = &s->search->region->account;
    struct mz_burden found, ordered;
    uint32_t length;

    if (account->plan_length > s->search->execution.capacity ||
        !try(s, AS_IT_IS, MZ_NONE, &found))
        return false;
    accept(s, found);
    length = keep(s);
    mz_telling_write(&s->search->telling, &s->told);
    if (try(s, AS_IT_IS, MZ_NONE, &ordered) && !is_less(&found, &ordered))
        accept(s, ordered);
    else
        restore(s, length, found);
    return true;
}

void mz_simplify(struct mz_simplifier *s)
{
    change(s);
    if (s->best.preemptions)
        search(s);
    if (s->found)
        take_found(s);
}
