/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/explain.h"

#include <string.h>

#include "cli/transcript.h"

static const double MOST_SECONDS = 10; /* a guard, for each error */

/* Everything that the search came to know of the program holds here, too. */
static struct mz_run aside(const struct mz_run *run,
                           const struct mz_region *region)
{
    struct mz_run second = *run;
    struct mz_settings *settings = &second.settings;

    *settings = region->settings;
    settings->mode = MZ_MODE_EXPLAIN;
    strcpy(settings->algorithm, "naive");
    settings->sleep_sets = true;
    settings->keep_going = settings->statistics = settings->count_traces =
        false;
    settings->audit = MZ_AUDIT_OFF;
    settings->preemptions = settings->context_switches = UINT32_MAX;
    settings->max_executions = 0;
    settings->jobs = 1;
    second.timeout = MOST_SECONDS;
    second.may_change_algorithm = second.shows_progress = false;
    second.verbose = false;
    second.is_aside = true;
    return second;
}

/* NULL: it did not show up again. */
static struct mz_region *explain(const struct mz_run *run,
                                 const struct mz_region *region, uint32_t error,
                                 bool *was_stopped)
{
    struct mz_finding finding = region->findings[error];
    struct mz_replay_request request = {
        .finding = finding,
        .plan_length = finding.plan_length,
        .plan = (struct mz_plan_step *)&region->plans[finding.plan_from],
        .thread_count = region->thread_count,
    };
    struct mz_run second = aside(run, region);
    struct mz_result result = {0};

    memcpy(request.names, region->names, sizeof request.names);
    second.replay = &request;
    if (mz_supervise(&second, &result))
        return NULL;
    *was_stopped = result.was_stopped;
    if (result.verdict != MZ_VERDICT_ERROR ||
        !result.region->findings[0].traced) {
        mz_transcript_release(result.region);
        return NULL;
    }
    result.region->findings[0].execution = finding.execution;
    return result.region;
}

void mz_explain_errors(const struct mz_run *run, struct mz_result *result)
{
    const struct mz_region *region = result->region;
    bool was_stopped = false;

    if (result->verdict != MZ_VERDICT_ERROR)
        return;
    for (uint32_t i = 1; i < region->finding_count && !was_stopped; i++)
        if (region->findings[i].plan_length)
            result->told[i] = explain(run, region, i, &was_stopped);
}

void mz_explain_release(struct mz_result *result)
{
    for (uint32_t i = 0; i < MZ_MAX_FINDINGS; i++)
        mz_transcript_release(result->told[i]);
}
