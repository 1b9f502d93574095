/* SPDX-License-Identifier: Apache-2.0 */
#include "explore/explore.h"

#include "trace/additions.h"
#include "trace/statistics.h"

static void count(struct mz_tally *tally, enum mz_outcome outcome,
                  const struct mz_execution *execution, uint32_t replayed)
{
    switch (outcome) {
    case MZ_DEADLOCK:
        tally->deadlocked++;
        tally->executions++;
        break;
    case MZ_COMPLETE:
    case MZ_ERROR:
        tally->executions++;
        break;
    case MZ_ASSUME_BLOCKED:
        tally->assume_blocked++;
        break;
    case MZ_LOOP_BLOCKED:
        tally->loop_blocked++;
        break;
    case MZ_BLOCKED:
        tally->blocked++;
        break;
    case MZ_CUT:
        tally->cut_short++;
        break;
    case MZ_ABANDONED:
        break;
    }
    if (execution->thread_count > tally->threads)
        tally->threads = execution->thread_count;
    if (outcome == MZ_ABANDONED) /* it is run again, if the search goes on */
        return;
    if (execution->length > replayed)
        tally->events += execution->length - replayed;
    tally->events_run += execution->length;
}

/* ---- the program's time apart from the algorithm's ----------------------- */

/* A chooser that is asked while the program runs. */
struct interlude {
    struct mz_chooser chooser; /* first */
    struct mz_chooser *asks;
    struct mz_statistics *statistics;
};

static mz_tid choose(struct mz_chooser *chooser, const struct mz_execution *x,
                     const struct mz_enabled *enabled)
{
    struct interlude *i = (struct interlude *)chooser;
    enum mz_phase phase = mz_phase_enter(i->statistics, MZ_PHASE_DECIDING);
    mz_tid chosen = i->asks->choose(i->asks, x, enabled);

    mz_phase_enter(i->statistics, phase);
    return chosen;
}

static uint32_t value(struct mz_chooser *chooser, const struct mz_execution *x,
                      mz_tid thread, uint32_t bound)
{
    struct interlude *i = (struct interlude *)chooser;
    enum mz_phase phase = mz_phase_enter(i->statistics, MZ_PHASE_DECIDING);
    uint32_t chosen = i->asks->value(i->asks, x, thread, bound);

    mz_phase_enter(i->statistics, phase);
    return chosen;
}

static bool ends_in_vain(struct mz_chooser *chooser,
                         const struct mz_execution *x)
{
    struct interlude *i = (struct interlude *)chooser;

    return i->asks->ends_in_vain(i->asks, x);
}

static void serve(struct mz_chooser *chooser, const struct mz_execution *x,
                  const struct mz_event *e, struct mz_access_order *order)
{
    struct interlude *i = (struct interlude *)chooser;
    enum mz_phase phase = mz_phase_enter(i->statistics, MZ_PHASE_DECIDING);

    i->asks->serve(i->asks, x, e, order);
    mz_phase_enter(i->statistics, phase);
}

static enum mz_outcome run(struct mz_algorithm *algorithm,
                           struct mz_program *program,
                           struct mz_execution *execution)
{
    struct interlude interlude = {
        .chooser = {choose, value,
                    algorithm->chooser.ends_in_vain ? ends_in_vain : NULL,
                    serve, algorithm->chooser.turn_length, false, 0},
        .asks = &algorithm->chooser,
        .statistics = algorithm->statistics,
    };
    enum mz_outcome outcome;

    if (MZ_LIKELY(!algorithm->statistics))
        return program->run(program, &algorithm->chooser, execution);
    mz_phase_enter(algorithm->statistics, MZ_PHASE_RUNNING);
    outcome = program->run(program, &interlude.chooser, execution);
    mz_phase_enter(algorithm->statistics, MZ_PHASE_DECIDING);
    return outcome;
}

/* ---- the loop ------------------------------------------------------------ */

bool mz_explore(struct mz_algorithm *algorithm, struct mz_program *program,
                struct mz_execution *execution, struct mz_observer *observer,
                struct mz_tally *tally)
{
    while (algorithm->next(algorithm, execution)) {
        uint32_t replayed = execution->length > algorithm->known
                                ? execution->length
                                : algorithm->known;
        enum mz_outcome outcome;

        if (algorithm->begins_anew)
            *tally = (struct mz_tally){
                .dropped = tally->dropped + mz_tally_run(tally),
            };
        if (observer && observer->may_run &&
            !observer->may_run(observer, tally))
            return false;
        outcome = run(algorithm, program, execution);
        if (outcome == MZ_ABANDONED) {
            count(tally, outcome, execution, replayed);
            return false;
        }
        if (MZ_UNLIKELY(execution->has_additions) &&
            execution->additions && !mz_additions_commute(execution)) {
            algorithm->unsupported = MZ_REFUSAL_ADDITIONS;
            count(tally, outcome, execution, replayed);
            return false;
        }
        algorithm->learn(algorithm, execution, outcome);
        if (algorithm->is_again && !mz_outcome_breaks_off(outcome))
            outcome = MZ_BLOCKED;
        count(tally, outcome, execution, replayed);
        if (algorithm->wrong || algorithm->unsupported)
            return false;
        if (observer && !observer->ran(observer, execution, outcome, tally))
            return false;
    }
    return !algorithm->wrong && !algorithm->unsupported;
}
