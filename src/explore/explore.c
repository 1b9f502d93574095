/* SPDX-License-Identifier: Apache-2.0 */
#include "explore/explore.h"

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
    case MZ_BLOCKED:
        tally->blocked++;
        break;
    case MZ_ABANDONED:
        break;
    }
    if (execution->length > replayed)
        tally->events += execution->length - replayed;
    tally->events_run += execution->length;
    if (execution->thread_count > tally->threads)
        tally->threads = execution->thread_count;
}

bool mz_explore(struct mz_algorithm *algorithm, struct mz_program *program,
                struct mz_execution *execution, struct mz_observer *observer,
                struct mz_tally *tally)
{
    while (algorithm->next(algorithm, execution)) {
        uint32_t replayed = execution->length;
        enum mz_outcome outcome;

        if (observer && observer->may_run &&
            !observer->may_run(observer, tally))
            return false;
        outcome = program->run(program, &algorithm->chooser, execution);
        count(tally, outcome, execution, replayed);
        if (outcome == MZ_ABANDONED)
            return false;
        algorithm->learn(algorithm, execution, outcome);
        if (algorithm->wrong || algorithm->unsupported)
            return false;
        if (observer && !observer->ran(observer, execution, outcome, tally))
            return false;
    }
    return !algorithm->wrong && !algorithm->unsupported;
}
