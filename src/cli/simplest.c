/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/simplest.h"

#include <string.h>

#include "cli/transcript.h"

enum { MOST_EXECUTIONS = 500 };
static const double MOST_SECONDS = 10; /* a guard: the number comes first */

/* How hard an execution is to read. */
struct burden {
    uint64_t preemptions, switches, steps;
};

static struct burden burden_of(const struct mz_account *account)
{
    struct burden burden = {
        .steps = account->step_count + account->steps_left_out,
    };

    for (uint32_t i = 0; i < account->step_count; i++) {
        burden.preemptions += account->steps[i].preempts;
        burden.switches += i && account->steps[i].thread !=
                                    account->steps[i - 1].thread;
    }
    return burden;
}

static bool is_less(const struct burden *a, const struct burden *b)
{
    if (a->preemptions != b->preemptions)
        return a->preemptions < b->preemptions;
    if (a->switches != b->switches)
        return a->switches < b->switches;
    return a->steps < b->steps;
}

/* One error, found by a search that did not draw at random, in an execution
 * that is known as a whole, and in which somebody is preempted. */
static bool is_worth_it(const struct mz_result *result)
{
    const struct mz_region *region = result->region;
    const struct mz_settings *settings = &region->settings;

    return result->verdict == MZ_VERDICT_ERROR && region->finding_count == 1 &&
           region->findings[0].traced && !region->account.steps_left_out &&
           !settings->keep_going && !region->survey.drawn &&
           settings->preemptions == UINT32_MAX &&
           settings->context_switches == UINT32_MAX &&
           burden_of(&region->account).preemptions;
}

static struct mz_run again(const struct mz_run *run)
{
    struct mz_run second = *run;

    strcpy(second.settings.algorithm, "iterative");
    second.settings.max_executions = MOST_EXECUTIONS;
    second.settings.jobs = 1;
    second.settings.audit = MZ_AUDIT_OFF;
    second.settings.sleep_sets = second.settings.statistics =
        second.settings.count_traces = 0;
    second.settings.k = 0;
    second.may_change_algorithm = second.shows_progress = false;
    second.verbose = false;
    if (!run->timeout || run->timeout > MOST_SECONDS)
        second.timeout = MOST_SECONDS;
    return second;
}

/* Whoever of two like threads meets it, it is the same to who reads it. */
static bool is_simpler(const struct mz_result *second,
                       const struct mz_result *first)
{
    const struct mz_finding *found = &second->region->findings[0];
    const struct mz_finding *known = &first->region->findings[0];
    struct burden a, b;

    if (second->verdict != MZ_VERDICT_ERROR || !found->traced ||
        second->region->account.steps_left_out ||
        !mz_finding_is_same(found, known))
        return false;
    a = burden_of(&second->region->account);
    b = burden_of(&first->region->account);
    return is_less(&a, &b);
}

/* The witness of the second, and all else as the first has it. */
static void merge(struct mz_region *to, const struct mz_region *from)
{
    struct mz_settings *settings = &to->settings;

    to->progress = from->progress;
    to->statistics = from->statistics;
    memcpy(to->limit, from->limit, sizeof to->limit);
    memcpy(to->message, from->message, sizeof to->message);
    to->status = from->status;
    to->failing_met |= from->failing_met;
    to->weak_atomics |= from->weak_atomics;
    to->priorities |= from->priorities;
    to->wide_choices |= from->wide_choices;
    to->suppressed = from->suppressed;
    to->unseen = from->unseen;
    to->workers_lost = from->workers_lost;
    to->workers_rss_kb = from->workers_rss_kb;
    to->findings[0].execution = from->findings[0].execution;
    memcpy(settings->algorithm, from->settings.algorithm,
           sizeof settings->algorithm);
    settings->max_executions = from->settings.max_executions;
    settings->jobs = from->settings.jobs;
    settings->audit = from->settings.audit;
    settings->sleep_sets = from->settings.sleep_sets;
    settings->statistics = from->settings.statistics;
    settings->count_traces = from->settings.count_traces;
    settings->k = from->settings.k;
}

void mz_simplest_look_for(const struct mz_run *run, struct mz_result *result)
{
    struct mz_run second;
    struct mz_result other = {0};
    struct mz_region *rest;

    if (!is_worth_it(result))
        return;
    second = again(run);
    if (mz_supervise(&second, &other))
        return;
    rest = other.region;
    if (is_simpler(&other, result)) {
        merge(other.region, result->region);
        rest = result->region;
        result->region = other.region;
    }
    mz_transcript_release(rest);
}
