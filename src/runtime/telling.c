/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/telling.h"

#include "runtime/account.h"
#include "runtime/history.h"
#include "runtime/printed.h"
#include "trace/linearize.h"

enum { WINDOW = 2048 }; /* events before a bound, looked at once more */

void mz_telling_init(struct mz_telling *t, struct mz_arena *arena,
                     struct mz_region *region, struct mz_execution *execution,
                     enum mz_relation relation)
{
    size_t n = region->settings.max_events;

    t->region = region;
    t->execution = execution;
    mz_execution_init(&t->retold, arena, n);
    if (region->settings.memory_model != MZ_MODEL_SC)
        mz_execution_init_orders(&t->retold, arena);
    mz_happens_before_init(&t->clocks, arena, execution, relation);
    t->order = mz_arena_take(arena, n * sizeof *t->order);
    t->plan = mz_arena_take(arena, n * sizeof *t->plan);
}

/* ---- the account of an error --------------------------------------------- */

/* Which threads' pasts explain the error; none: all of it is needed. */
static mz_tset who_matters(const struct mz_telling *t,
                           const struct mz_finding *finding)
{
    mz_tset all = t->execution->born;

    switch ((enum mz_finding_kind)finding->kind) {
    case MZ_FINDING_DEADLOCK:
    case MZ_FINDING_LOOP:
    case MZ_FINDING_EVENTS:
    case MZ_FINDING_WATCHDOG:
    case MZ_FINDING_NONDETERMINISM:
    case MZ_FINDING_EXIT:
    case MZ_FINDING_OUTPUT:
    case MZ_FINDING_LINEARIZABILITY:
    case MZ_FINDING_PROGRESS:
        return all;
    case MZ_FINDING_DATA_RACE:
        return mz_tset_or(mz_tset_of(finding->thread),
                          mz_tset_of(finding->other_thread));
    default:
        if (finding->fault == MZ_FAULT_LEAK)
            return all;
        return finding->thread < MZ_MAX_THREADS ? mz_tset_of(finding->thread)
                                                : all;
    }
}

/* Where memory is weak: events have the same positions when it is run again,
 * since then their order is kept. */
static void serve(struct mz_plan_step *step, const struct mz_event *e,
                  const struct mz_access_order *order)
{
    uint32_t other = e->kind == MZ_WRITE ? order->next : order->source;

    step->served = MZ_PLAN_SERVED | (order->is_last ? 0 : MZ_PLAN_BEHIND);
    step->value = other == MZ_NONE ? 0 : other + 1;
}

/* At most `room` steps. */
static uint32_t write_part(struct mz_plan_step *plan, uint32_t room,
                           const struct mz_execution *x, const uint32_t *order,
                           uint32_t count)
{
    uint32_t length = 0;

    for (uint32_t i = 0; i < count && length < room; i++) {
        uint32_t at = order ? order[i] : i;
        const struct mz_event *e = &x->events[at];

        if (mz_op_is_unplanned(e->kind))
            continue;
        plan[length] = (struct mz_plan_step){
            .thread = e->thread,
            .is_choice = e->kind == MZ_CHOOSE,
            .value = e->kind == MZ_CHOOSE ? e->value : 0,
        };
        if (x->orders && (mz_op_is_memory(e->kind) || mz_op_may_fail(e->kind)))
            serve(&plan[length], e, &x->orders[at]);
        length++;
    }
    return length;
}

static uint32_t write_plan(struct mz_plan_step *plan,
                           const struct mz_execution *x, const uint32_t *order,
                           uint32_t count)
{
    return write_part(plan, MZ_MAX_PLAN, x, order, count);
}

/* Of what is followed to show it. */
static uint32_t length_of_loop(const struct mz_telling *t,
                               const struct mz_finding *finding)
{
    return finding->fault == MZ_FAULT_LOOP_OF_CALLS ? t->retold.length
                                                    : t->endless.position;
}

void mz_telling_keep(struct mz_telling *t, struct mz_finding *finding,
                     bool is_loop)
{
    struct mz_region *region = t->region;
    const struct mz_execution *x = is_loop ? &t->retold : t->execution;
    uint32_t kept = region->plan_count;
    uint32_t room = kept < MZ_MAX_PLANS ? MZ_MAX_PLANS - kept : 0;
    uint32_t length =
        write_part(&region->plans[kept], room, x, NULL,
                   is_loop ? length_of_loop(t, finding) : x->length);

    finding->plan_length = length < room ? length : 0;
    finding->plan_from = kept;
    finding->plan_region = region - mz_rt.common;
    region->plan_count += finding->plan_length;
}

/* Of an error that a report tells of, what exactly it was is not known. */
static bool is_in_plan(const struct mz_finding *finding)
{
    return mz_rt.stopping && finding->fault != MZ_FAULT_LOOP_ALONE &&
           finding->fault != MZ_FAULT_LOOP_TOGETHER;
}

struct mz_replay *mz_telling_follow(struct mz_telling *t,
                                    const struct mz_finding *finding,
                                    struct mz_chooser **chooser)
{
    const struct mz_account *account = &t->region->account;
    struct mz_endless *endless = &t->again;

    mz_endless_init(endless, account->plan, account->plan_length,
                    finding->thread);
    endless->watches_plan = is_in_plan(finding);
    *chooser = finding->kind == MZ_FINDING_LOOP ? &endless->chooser
                                                : &endless->replay.chooser;
    return &endless->replay;
}

/* Nobody need wait long again to see that nothing comes any more. */
static void announce_silence(struct mz_telling *t,
                             const struct mz_finding *finding)
{
    if (finding->kind == MZ_FINDING_WATCHDOG ||
        finding->fault == MZ_FAULT_LOOP_WITHOUT_OPERATION)
        t->region->progress.silent_at = t->execution->length + 1ull;
}

enum mz_outcome mz_telling_run(struct mz_telling *t, struct mz_chooser *chooser)
{
    enum mz_outcome outcome;

    t->retold.object_count = t->execution->object_count;
    mz_execution_cut(&t->retold, 0);
    outcome = t->program->run(t->program, chooser, &t->retold);
    t->execution->object_count = t->retold.object_count;
    return outcome;
}

static enum mz_outcome retell(struct mz_telling *t,
                              const struct mz_finding *finding,
                              bool with_output)
{
    struct mz_chooser *chooser;
    struct mz_replay *replay = mz_telling_follow(t, finding, &chooser);
    enum mz_outcome outcome;

    mz_account_begin(finding);
    if (with_output)
        mz_printed_begin();
    announce_silence(t, finding);
    outcome = mz_telling_run(t, chooser);
    t->region->progress.silent_at = 0;
    mz_printed_end();
    mz_account_end();
    return replay->failed ? MZ_BLOCKED : outcome;
}

static bool tells_in(struct mz_telling *t, const struct mz_finding *finding,
                     enum mz_outcome outcome, bool with_output)
{
    return retell(t, finding, with_output) == outcome &&
           (outcome != MZ_ERROR ||
            mz_finding_is_alike(mz_account_finding(), finding));
}

static bool tells_it(struct mz_telling *t, const struct mz_finding *finding,
                     enum mz_outcome outcome)
{
    return tells_in(t, finding, outcome, true) ||
           tells_in(t, finding, outcome, false);
}

void mz_telling_write(struct mz_telling *t, const struct mz_finding *finding)
{
    struct mz_account *account = &t->region->account;
    uint32_t count = t->execution->length;

    if (finding) {
        mz_happens_before_truncate(&t->clocks, t->execution, 0);
        mz_happens_before_extend(&t->clocks, t->execution);
        count = finding->kind == MZ_FINDING_LINEARIZABILITY
                    ? mz_history_linearize(&t->clocks, t->execution, t->order)
                    : mz_linearize(&t->clocks, t->execution,
                                   who_matters(t, finding), t->order);
        mz_happens_before_truncate(&t->clocks, t->execution, 0);
    }
    account->plan_length = write_plan(account->plan, t->execution,
                                      finding ? t->order : NULL, count);
}

void mz_telling_tell_plan(struct mz_telling *t, struct mz_finding *finding,
                          enum mz_outcome outcome)
{
    finding->traced = tells_it(t, finding, outcome);
}

void mz_telling_tell(struct mz_telling *t, struct mz_finding *finding,
                     enum mz_outcome outcome)
{
    bool is_weak = t->region->settings.memory_model != MZ_MODEL_SC;

    for (int own_order = is_weak; own_order < 2 && !finding->traced;
         own_order++) {
        mz_telling_write(t, own_order ? NULL : finding);
        finding->traced = tells_it(t, finding, outcome);
    }
}

/* ---- loops of visible operations ----------------------------------------- */

/* From where on one thread alone ran. */
static uint32_t last_switch(const struct mz_execution *x)
{
    uint32_t i = x->length;

    while (i > 1 && x->events[i - 2].thread == x->events[i - 1].thread)
        i--;
    return i;
}

/* Whether the execution, followed up to there, is in an endless loop. */
static bool is_endless(struct mz_telling *t, uint32_t position,
                       bool watches_plan)
{
    struct mz_endless *endless = &t->endless;
    uint32_t length = write_plan(t->plan, t->execution, NULL, position);
    enum mz_outcome outcome;

    if (length == MZ_MAX_PLAN)
        return false;
    mz_endless_init(endless, t->plan, length, MZ_NO_THREAD);
    endless->watches_plan = watches_plan;
    outcome = mz_telling_run(t, &endless->chooser);
    return outcome == MZ_ERROR && !endless->replay.failed &&
           mz_account_finding()->kind == MZ_FINDING_LOOP;
}

bool mz_telling_shows_loop(struct mz_telling *t, struct mz_finding *finding)
{
    uint32_t length = t->execution->length;
    uint32_t late = length > WINDOW ? length - WINDOW : 0;
    uint64_t execution = finding->execution;

    if (finding->kind != MZ_FINDING_EVENTS || t->execution->orders ||
        (!is_endless(t, last_switch(t->execution), false) &&
         !is_endless(t, late, false) &&
         !(mz_rt.stopping && is_endless(t, length, true))))
        return false;
    *finding = *mz_account_finding();
    finding->execution = execution;
    return true;
}

void mz_telling_tell_loop(struct mz_telling *t, struct mz_finding *finding)
{
    struct mz_account *account = &t->region->account;

    account->plan_length =
        write_plan(account->plan, &t->retold, NULL, length_of_loop(t, finding));
    finding->traced = tells_it(t, finding, MZ_ERROR);
    if (finding->traced) /* of several threads that spin, any may be seen to */
        finding->thread = mz_account_finding()->thread;
}
