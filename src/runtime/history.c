/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/history.h"

#include "explore/algorithm.h"
#include "history/check.h"
#include "history/explain.h"
#include "history/object.h"
#include "history/seen.h"
#include "runtime/account.h"
#include "runtime/fault.h"
#include "runtime/parts.h"
#include "runtime/progress.h"
#include "runtime/turn.h"
#include "runtime/weak.h"
#include "trace/linearize.h"

static const struct mz_history_plan *plan; /* NULL: no calls are looked at */

/* Of an execution that failed: events in whose order that shows. In the region,
 * since the execution may be a forked one. */
struct notes {
    uint32_t count;
    uint32_t last[MZ_MAX_CALLS];
};

static struct notes *notes;
static struct mz_history_seen *seen; /* likewise */
static struct mz_arena scratch;
static struct mz_happens_before clocks;

void mz_history_set_plan(const struct mz_history_plan *made)
{
    plan = made;
}

/* What a thread does when it is asked whether it stops is no read. */
static bool searches_graphs(void)
{
    const struct mz_algorithm_entry *entry =
        mz_algorithm_find(mz_rt.region->settings.algorithm);

    return entry && entry->reduction == MZ_REDUCTION_GRAPHS;
}

void mz_history_prepare(struct mz_arena *arena, const struct mz_execution *x,
                        enum mz_relation relation)
{
    if (!plan)
        return;
    mz_rt.region->scenarios.drawn = plan->are_drawn ? plan->count : 0;
    mz_set_stopping(plan->progress);
    if (plan->progress && searches_graphs())
        mz_unsupported(CALLS_WITH_TRUST);
    mz_happens_before_init(&clocks, arena, x, relation);
    notes = mz_arena_take(arena, sizeof *notes);
    seen = mz_arena_take(arena, sizeof *seen);
    mz_history_seen_init(seen, arena);
    mz_arena_init(&scratch, mz_arena_take(arena, MZ_HISTORY_SCRATCH),
                  MZ_HISTORY_SCRATCH);
}

static const struct mz_columns *columns_now(void)
{
    return &plan->columns[plan->log->scenario - 1];
}

/* ---- what happens -------------------------------------------------------- */

void mz_history_choose(uint32_t scenario)
{
    struct mz_scenarios *s = &mz_rt.region->scenarios;
    uint64_t bit = 1ull << scenario % 64;

    plan->log->scenario = scenario + 1;
    if (!plan->are_drawn || s->is_run[scenario / 64] & bit)
        return;
    s->is_run[scenario / 64] |= bit;
    s->run++;
}

void mz_history_begins(uint32_t call)
{
    struct mz_call_log *log = plan->log;

    if (mz_rt.weak) /* which call precedes which is no order of events there */
        mz_unsupported(WEAK, .text = "mz_linearizable");
    log->from[call] = mz_turns.position;
    log->begun |= 1u << call;
}

void mz_history_ends(uint32_t call, int64_t result)
{
    struct mz_call_log *log = plan->log;

    log->results[call] = result;
    log->to[call] = mz_turns.position;
    log->ended |= 1u << call;
}

/* The call that a thread is in; MZ_NONE: it is in none. */
static uint32_t call_of(const struct mz_call_log *log, mz_tid thread)
{
    for (uint32_t open = log->begun & ~log->ended; open; open &= open - 1) {
        uint32_t call = (uint32_t)__builtin_ctz(open);

        if (log->threads[mz_columns_of(columns_now(), call)] == thread)
            return call;
    }
    for (uint32_t i = log->created_count; i-- > 0;)
        if (log->created[i].thread == thread)
            return log->created[i].call;
    return MZ_NONE;
}

void mz_history_born(mz_tid parent, mz_tid child)
{
    struct mz_call_log *log = plan ? plan->log : NULL;
    uint32_t call;

    if (!log || !log->begun || (call = call_of(log, parent)) == MZ_NONE)
        return;
    if (plan->progress)
        mz_unsupported(CALLS_CREATE);
    if (log->created_count == MZ_COUNT(log->created))
        mz_unsupported(CALLS_CREATE_MANY);
    log->created[log->created_count].thread = child;
    log->created[log->created_count].call = call;
    log->created[log->created_count++].from = mz_turns.position;
}

/* ---- the record of an execution ------------------------------------------ */

static void note_calls(struct mz_record *r, enum mz_call_state open)
{
    const struct mz_call_log *log = plan->log;

    r->count = columns_now()->call_count;
    for (uint32_t c = 0; c < r->count; c++) {
        bool has_ended = log->ended >> c & 1;

        r->states[c] = !(log->begun >> c & 1) ? MZ_CALL_NOT_BEGUN
                       : has_ended            ? MZ_CALL_RETURNED
                                              : open;
        r->results[c] = has_ended ? log->results[c] : 0;
    }
}

/* Where a call lies among the events of its thread. */
static void find_place(uint32_t call, struct mz_call_place *place)
{
    const struct mz_execution *x = mz_turns.execution;
    const struct mz_call_log *log = plan->log;
    uint16_t thread = log->threads[mz_columns_of(columns_now(), call)];
    uint32_t end = log->ended >> call & 1 ? log->to[call] : x->length;

    *place = (struct mz_call_place){MZ_NONE, MZ_NONE, MZ_NONE, MZ_NONE};
    if (!(log->begun >> call & 1))
        return;
    for (uint32_t i = log->from[call]; i < end; i++)
        if (x->events[i].thread == thread) {
            place->first = place->first == MZ_NONE ? i : place->first;
            place->last = i;
        }
    if (place->first != MZ_NONE)
        return;
    for (uint32_t i = log->from[call]; i-- > 0 && place->before == MZ_NONE;)
        if (x->events[i].thread == thread)
            place->before = i;
    for (uint32_t i = end; i < x->length && place->after == MZ_NONE; i++)
        if (x->events[i].thread == thread)
            place->after = i;
}

static bool happens_before(const struct mz_event_order *order, uint32_t i,
                           uint32_t j)
{
    (void)order;
    return mz_happens_before(&clocks, i, mz_turns.execution->events[i].thread,
                             j);
}

static bool comes_before(const struct mz_event_order *order, uint32_t i,
                         uint32_t j)
{
    (void)order;
    return i <= j;
}

/* The first event of a thread from there on; MZ_NONE: there is none. */
static uint32_t first_event(mz_tid thread, uint32_t from)
{
    const struct mz_execution *x = mz_turns.execution;

    while (from < x->length && x->events[from].thread != thread)
        from++;
    return from < x->length ? from : MZ_NONE;
}

static void note_order_in_time(struct mz_record *r,
                               const struct mz_call_place *places,
                               const struct mz_event_order *order)
{
    const struct mz_call_log *log = plan->log;

    mz_record_order(r, columns_now(), places, order);
    for (uint32_t i = 0; i < log->created_count; i++) {
        uint32_t event =
            first_event(log->created[i].thread, log->created[i].from);

        if (event != MZ_NONE)
            mz_record_begins_before(r, columns_now(), places, order,
                                    log->created[i].call, event);
    }
}

static void note_order(struct mz_record *r, const struct mz_call_place *places,
                       bool as_run)
{
    const struct mz_event_order as_it_was = {comes_before};
    const struct mz_event_order in_all_orders = {happens_before};

    if (plan->by_threads)
        mz_record_order_threads(r, columns_now());
    else
        note_order_in_time(r, places, as_run ? &as_it_was : &in_all_orders);
}

/* ---- the verdict --------------------------------------------------------- */

static bool is_on(void)
{
    return plan && plan->log->scenario;
}

const struct mz_history_plan *mz_history_now(void)
{
    return is_on() ? plan : NULL;
}

uint32_t mz_history_call_of(uint32_t column)
{
    const struct mz_columns *columns = columns_now();
    uint32_t open = plan->log->begun & ~plan->log->ended;

    for (uint32_t c = columns->begin[column]; c < columns->begin[column + 1];
         c++)
        if (open >> c & 1)
            return c;
    return MZ_NONE;
}

static enum mz_history_verdict check(const struct mz_record *r,
                                     struct mz_history_witness *witness)
{
    const struct mz_sequential *s = &plan->sequential[plan->log->scenario - 1];
    uint32_t place;
    enum mz_history_verdict verdict;

    if (mz_history_seen_has(seen, plan->log->scenario, r, &place))
        return MZ_HISTORY_EXPLAINED;
    verdict = mz_history_check(s, columns_now(), r, &scratch, witness);
    if (verdict == MZ_HISTORY_TOO_LARGE)
        mz_unsupported(CALLS_OVERLAP);
    if (verdict == MZ_HISTORY_EXPLAINED)
        mz_history_seen_add(seen, plan->log->scenario, r, place);
    return verdict;
}

static void note_witness(const struct mz_history_witness *witness,
                         const struct mz_call_place *places)
{
    notes->count = witness->count;
    for (uint32_t i = 0; i < witness->count; i++) {
        const struct mz_call_place *place = &places[witness->ends[i]];

        notes->last[i] = place->last != MZ_NONE ? place->last : place->before;
    }
}

static void explain(const struct mz_record *r, enum mz_history_verdict verdict,
                    const struct mz_history_witness *witness)
{
    struct mz_told_calls *told = &mz_rt.region->account.calls;

    told->by_threads = plan->by_threads;
    mz_history_explain(&plan->sequential[plan->log->scenario - 1],
                       columns_now(), r, verdict, witness, told);
}

/* In all orders of the events. */
static enum mz_history_verdict judge(struct mz_record *r,
                                     struct mz_call_place *places,
                                     struct mz_history_witness *witness)
{
    const struct mz_execution *x = mz_turns.execution;

    mz_happens_before_extend(&clocks, x);
    note_order(r, places, false);
    mz_happens_before_truncate(&clocks, x, 0);
    return check(r, witness);
}

/* A run that is told was given an order that shows the error, if any does. */
static enum mz_history_verdict judge_as_run(struct mz_record *r,
                                            struct mz_call_place *places,
                                            struct mz_history_witness *witness)
{
    note_order(r, places, true);
    return check(r, witness);
}

/* Of `waiting`, unless MZ_NONE, it is known that it waits. */
static enum mz_history_verdict look(enum mz_call_state open, uint32_t waiting)
{
    struct mz_call_place places[MZ_MAX_CALLS];
    struct mz_history_witness witness;
    struct mz_record r;
    enum mz_history_verdict verdict = MZ_HISTORY_EXPLAINED;

    note_calls(&r, open);
    if (waiting != MZ_NONE)
        r.states[waiting] = MZ_CALL_WAITS;
    for (uint32_t c = 0; c < r.count; c++)
        find_place(c, &places[c]);
    if (mz_rt.tracing)
        verdict = judge_as_run(&r, places, &witness);
    if (verdict == MZ_HISTORY_EXPLAINED)
        verdict = judge(&r, places, &witness);
    if (verdict == MZ_HISTORY_EXPLAINED)
        return verdict;
    note_witness(&witness, places);
    if (mz_rt.tracing)
        explain(&r, verdict, &witness);
    return verdict;
}

static _Noreturn void fail(void)
{
    struct mz_finding *finding = mz_fault_note(&(struct mz_failure){
        .fault = plan->by_threads ? MZ_FAULT_NOT_SEQUENTIAL
                                  : MZ_FAULT_NOT_LINEARIZABLE,
        .numbers = {plan->log->scenario},
    });

    finding->thread = MZ_NOBODY;
    mz_fill(finding->threads, 0, sizeof finding->threads);
    mz_fault_end(finding);
}

void mz_history_look(void)
{
    if (is_on() && look(MZ_CALL_PENDING, MZ_NONE) != MZ_HISTORY_EXPLAINED)
        fail();
}

bool mz_history_allows_waiting(uint32_t call)
{
    mz_history_look();
    return look(MZ_CALL_PENDING, call) == MZ_HISTORY_EXPLAINED;
}

void mz_history_end(void)
{
    if (!plan)
        return;
    if (!is_on() || plan->log->ended != (1u << columns_now()->call_count) - 1)
        mz_unsupported(CALLS_END);
    mz_history_look();
}

/* Do all that wait do so in a call, or are they joined as they do? */
static bool wait_in_calls(void)
{
    const struct mz_columns *columns = columns_now();
    const struct mz_call_log *log = plan->log;
    mz_tset others = mz_turns.live;

    mz_tset_remove(&others, 0);
    for (uint32_t c = 0; c < columns->call_count; c++)
        if ((log->begun & ~log->ended) >> c & 1)
            mz_tset_remove(&others, log->threads[mz_columns_of(columns, c)]);
    return !mz_tset_some(others) && log->begun & ~log->ended;
}

bool mz_history_allows_deadlock(void)
{
    enum mz_history_verdict verdict;

    if (!is_on() || !wait_in_calls())
        return false;
    verdict = look(MZ_CALL_WAITS, MZ_NONE);
    if (verdict == MZ_HISTORY_NOT_EXPLAINED)
        fail();
    return verdict == MZ_HISTORY_EXPLAINED;
}

/* ---- what is told -------------------------------------------------------- */

uint32_t mz_history_linearize(const struct mz_happens_before *hb,
                              const struct mz_execution *x, uint32_t *order)
{
    return mz_linearize_by(hb, x, notes->last, notes->count, order);
}

void mz_history_tell(void)
{
    struct mz_told_calls *told = &mz_rt.region->account.calls;
    bool waits = mz_account_finding()->kind == MZ_FINDING_DEADLOCK;
    struct mz_record r;

    if (!is_on())
        return;
    note_calls(&r, waits ? MZ_CALL_WAITS : MZ_CALL_PENDING);
    if (mz_account_finding()->fault == MZ_FAULT_WAITS_ALONE)
        r.states[mz_history_call_of(plan->log->survivor - 1)] = MZ_CALL_WAITS;
    told->count = r.count;
    told->columns = columns_now()->count;
    mz_copy(told->threads, plan->log->threads, sizeof told->threads);
    for (uint32_t c = 0; c < r.count; c++) {
        const struct mz_object_call *call = &columns_now()->calls[c];
        const struct mz_operation *operation =
            &plan->operations[call->operation];
        struct mz_told_call *to = &told->calls[c];

        mz_format(to->name, sizeof to->name, "%s", operation->name);
        to->argument_count = mz_operation_arity(operation);
        for (uint32_t i = 0; i < MZ_MAX_ARGUMENTS; i++)
            to->arguments[i] = call->arguments[i];
        to->column = mz_columns_of(columns_now(), c);
        to->state = r.states[c];
        to->result = r.results[c];
    }
}
