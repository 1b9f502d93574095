/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/progress.h"

#include "runtime/checkpoint.h"
#include "runtime/fault.h"
#include "runtime/history.h"
#include "runtime/local.h"
#include "runtime/parts.h"
#include "runtime/state.h"
#include "runtime/visible.h"

enum {
    STOPS,
    GOES_ON, /* it may stop later */
    CHOICES
};

/* Of columns: has it been asked whether it stops, since it may have changed
 * something? a bit each; events before it was last looked at; the last update
 * that changed nothing, its position plus one. None of it is the program's
 * memory: a loop that waits leaves that as it was. */
static struct {
    uint32_t threads;
    uint32_t seen[MZ_MAX_COLUMNS], in_vain[MZ_MAX_COLUMNS];
} asked;

void mz_progress_reset(void)
{
    if (mz_rt.stopping)
        mz_fill(&asked, 0, sizeof asked);
}

void mz_progress_checkpoint(void)
{
    if (mz_rt.stopping)
        mz_checkpoint_keep(&asked, sizeof asked);
}

void mz_progress_fingerprint(struct mz_fingerprint *f)
{
    if (mz_rt.stopping && f->has_search)
        mz_state_add(f, &asked, sizeof asked);
}

/* ---- who runs ------------------------------------------------------------ */

/* MZ_NONE: it is none that calls the object. Those that have not begun are
 * noted as 0, which is main. */
static uint32_t column_of(const struct mz_history_plan *plan, mz_tid thread)
{
    const struct mz_call_log *log = plan->log;
    uint32_t count = plan->columns[log->scenario - 1].count;

    for (uint32_t c = 0; c < count && thread; c++)
        if (log->threads[c] == thread)
            return c;
    return MZ_NONE;
}

bool mz_progress_asks_for(enum mz_freedom freedom)
{
    const struct mz_history_plan *plan = mz_history_now();

    return plan && plan->progress == freedom &&
           plan->log->begun & ~plan->log->ended;
}

/* ---- those that may be stopped ------------------------------------------- */

/* What changes nothing nobody else can see, but by what the thread does next.
 * All this depends on what the thread has done, and on nobody else: whether it
 * is asked must be the same in all orders of a trace. */
static bool may_have_changed(uint32_t column, uint32_t position)
{
    const struct mz_event *e = &mz_turns.execution->events[position];

    if (e->kind == MZ_CHOOSE && e->other == MZ_CHOICE_LATER)
        return false;
    if (e->object == MZ_NONE || mz_event_is_several(mz_turns.execution, e))
        return true;
    if (mz_op_updates(e->kind))
        return asked.in_vain[column] != position + 1;
    return mz_op_changes(e->kind);
}

/* The thread of a column has come to an operation that may change something:
 * between two of these it has made one at most. */
static void look_back(uint32_t column)
{
    for (uint32_t i = asked.seen[column]; i < mz_turns.position; i++)
        if (mz_turns.execution->events[i].thread == mz_rt.self &&
            may_have_changed(column, i))
            asked.threads &= ~(1u << column);
    asked.seen[column] = mz_turns.position;
}

void mz_progress_updates(bool changes)
{
    const struct mz_history_plan *plan = mz_history_now();
    uint32_t column = plan ? column_of(plan, mz_rt.self) : MZ_NONE;

    if (column != MZ_NONE)
        asked.in_vain[column] = changes ? 0 : mz_turns.position + 1;
}

/* An atomic block has no object yet. */
static bool may_change(const struct mz_visible *v)
{
    return mz_op_changes(v->kind) || !v->object;
}

static void ask(uint32_t column, const struct mz_visible *v)
{
    if (!may_change(v))
        return;
    look_back(column);
    if (asked.threads >> column & 1)
        return;
    asked.threads |= 1u << column;
    if (mz_local_choice_or_later(CHOICES) == GOES_ON)
        return;
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_trace_step(MZ_ACTION_STOPPED, 0, 0, 0, 0, 0, v->pc);
    mz_local_stop(v->pc);
}

/* ---- whoever goes on alone ----------------------------------------------- */

/* Its operations since another thread made one, in its call. */
static uint32_t count_alone(uint32_t begin)
{
    const struct mz_event *events = mz_turns.execution->events;
    uint32_t count = 0;

    for (uint32_t i = mz_turns.position;
         i > begin && events[i - 1].thread == mz_rt.self; i--)
        count += events[i - 1].kind != MZ_CHOOSE;
    return count;
}

static void limit(const struct mz_history_plan *plan, uint32_t column,
                  const struct mz_visible *v)
{
    uint32_t call = mz_history_call_of(column), begin;

    if (call == MZ_NONE)
        return;
    begin = plan->log->from[call];
    if (mz_turns.position - begin < plan->steps ||
        count_alone(begin) < plan->steps)
        return;
    mz_fail(&(struct mz_failure){
        .fault = MZ_FAULT_RUNS_ALONE,
        .pc = v->pc,
        .numbers = {plan->steps, plan->progress},
    });
}

void mz_progress_comes_to(const struct mz_visible *v)
{
    const struct mz_history_plan *plan = mz_history_now();
    uint32_t column = plan ? column_of(plan, mz_rt.self) : MZ_NONE;

    if (column == MZ_NONE)
        return;
    limit(plan, column, v);
    if (column + 1 != plan->log->survivor)
        ask(column, v);
}

/* ---- the end ------------------------------------------------------------- */

static void refuse_assumptions(void)
{
    MZ_EACH(rest, mz_stands.sets[MZ_STAND_STUCK])
        if (mz_stands.of[mz_tset_first(rest)].action != MZ_ACTION_STOPPED)
            mz_unsupported(CALLS_ASSUME);
}

void mz_progress_look(void)
{
    const struct mz_history_plan *plan = mz_history_now();
    struct mz_finding *finding;
    uint32_t call;
    mz_tid thread;

    refuse_assumptions();
    call = mz_history_call_of(plan->log->survivor - 1);
    if (call == MZ_NONE) {
        mz_history_look();
        return;
    }
    if (mz_history_allows_waiting(call))
        return;
    thread = plan->log->threads[plan->log->survivor - 1];
    finding = mz_fault_note(&(struct mz_failure){
        .fault = MZ_FAULT_WAITS_ALONE,
        .pc = mz_stands.of[thread].pc,
        .numbers = {plan->progress},
    });
    finding->thread = thread;
    mz_fault_end(finding);
}
