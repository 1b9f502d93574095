/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/explain.h"

#include <string.h>

#include "cli/transcript.h"
#include "report/steps.h"

static const double MOST_SECONDS = 10; /* a guard, for each error */

/* Everything that the search came to know of the program holds here, too. */
static struct mz_run aside(const struct mz_run *run,
                           const struct mz_region *region)
{
    struct mz_run second = *run;
    struct mz_settings *settings = &second.settings;

    *settings = region->settings;
    settings->simplest = run->settings.simplest;
    settings->mode = MZ_MODE_EXPLAIN;
    strcpy(settings->algorithm, "iterative");
    settings->sleep_sets = settings->k = 0;
    settings->keep_going = settings->statistics = settings->count_traces =
        false;
    settings->audit = MZ_AUDIT_OFF;
    settings->preemptions = settings->context_switches = UINT32_MAX;
    settings->max_executions = 0;
    settings->jobs = 1;
    if (!run->timeout || run->timeout > MOST_SECONDS)
        second.timeout = MOST_SECONDS;
    second.may_change_algorithm = second.shows_progress = false;
    second.verbose = false;
    second.is_aside = true;
    return second;
}

/* Of a finding, by the execution that is given, if that ends in it; NULL: it
 * did not show up again. */
static struct mz_region *explain(const struct mz_run *run,
                                 const struct mz_region *region,
                                 struct mz_replay_request *request,
                                 bool *was_stopped)
{
    struct mz_run second = aside(run, region);
    struct mz_result result = {0};

    request->thread_count = region->thread_count;
    memcpy(request->names, region->names, sizeof request->names);
    second.replay = request;
    if (mz_supervise(&second, &result))
        return NULL;
    *was_stopped = result.was_stopped;
    if (result.verdict != MZ_VERDICT_ERROR ||
        !result.region->findings[0].traced ||
        !mz_finding_is_same(&result.region->findings[0], &request->finding)) {
        mz_transcript_release(result.region);
        return NULL;
    }
    result.region->findings[0].execution = request->finding.execution;
    return result.region;
}

/* As it was found. What makes it easier to read may have failed. */
static struct mz_region *explain_further(const struct mz_run *run,
                                         const struct mz_region *region,
                                         uint32_t error, bool *was_stopped)
{
    const struct mz_finding *finding = &region->findings[error];
    struct mz_replay_request request = {
        .finding = *finding,
        .plan = (struct mz_plan_step *)&region->plans[finding->plan_from],
        .plan_length = finding->plan_length,
    };
    struct mz_run plain = *run;
    struct mz_region *told = explain(run, region, &request, was_stopped);

    plain.settings.simplest = false;
    if (!told && run->settings.simplest && !*was_stopped)
        told = explain(&plain, region, &request, was_stopped);
    return told;
}

/* In what the search has told somebody is preempted, perhaps where that is left
 * out. */
static bool has_preemptions(const struct mz_account *account)
{
    for (uint32_t i = 0; i < account->step_count; i++)
        if (account->steps[i].preempts)
            return true;
    return account->steps_left_out;
}

static bool is_worth_it(const struct mz_run *run,
                        const struct mz_region *region)
{
    const struct mz_finding *finding = &region->findings[0];

    return run->settings.simplest && finding->traced &&
           finding->kind != MZ_FINDING_LOOP &&
           finding->kind != MZ_FINDING_NONDETERMINISM &&
           finding->kind != MZ_FINDING_LINEARIZABILITY &&
           has_preemptions(&region->account);
}

/* As runtime/simplify.h has it, of what the report shows. What was left out was
 * counted there alone. */
static bool is_easier(const struct mz_account *account,
                      const struct mz_account *than)
{
    unsigned preemptions = mz_steps_preemptions(account);
    unsigned more = mz_steps_preemptions(than);
    unsigned switches = mz_steps_context_switches(account);
    unsigned more_switches = mz_steps_context_switches(than);

    if (account->steps_left_out || than->steps_left_out)
        return account->steps_left_out <= than->steps_left_out;
    if (preemptions != more)
        return preemptions < more;
    if (switches != more_switches)
        return switches < more_switches;
    return account->step_count < than->step_count;
}

static void explain_first(const struct mz_run *run, struct mz_region *region,
                          bool *was_stopped)
{
    struct mz_account *account = &region->account;
    struct mz_replay_request request = {
        .finding = region->findings[0],
        .plan = account->plan,
        .plan_length = account->plan_length,
    };
    struct mz_region *told = explain(run, region, &request, was_stopped);

    if (told && is_easier(&told->account, account))
        mz_transcript_adopt(region, told);
    mz_transcript_release(told);
}

void mz_explain_errors(const struct mz_run *run, struct mz_result *result)
{
    struct mz_region *region = result->region;
    bool was_stopped = false;

    if (result->verdict != MZ_VERDICT_ERROR)
        return;
    if (is_worth_it(run, region))
        explain_first(run, region, &was_stopped);
    for (uint32_t i = 1; i < region->finding_count && !was_stopped; i++)
        if (region->findings[i].plan_length)
            result->told[i] = explain_further(run, region, i, &was_stopped);
}

void mz_explain_release(struct mz_result *result)
{
    for (uint32_t i = 0; i < MZ_MAX_FINDINGS; i++)
        mz_transcript_release(result->told[i]);
}
