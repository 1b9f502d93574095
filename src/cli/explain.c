/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/explain.h"

#include <string.h>

#include "cli/transcript.h"
#include "explore/algorithm.h"
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
    settings->preemptions = settings->context_switches = MZ_NO_BOUND;
    settings->max_executions = settings->wide.budget = 0;
    settings->events_when_cut = settings->first_bound = 0;
    settings->turn_length = 0;
    settings->jobs = 1;
    settings->puts_by = settings->in_ranks = 0;
    second.keeping = NULL;
    second.ranks = NULL;
    second.continues = NULL;
    if (!run->timeout || run->timeout > MOST_SECONDS)
        second.timeout = MOST_SECONDS;
    second.may_change_algorithm = false;
    second.looks_for = "an execution that shows it better";
    second.lasts = 0;
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

    return run->settings.simplest && finding->traced && !finding->is_aside &&
           finding->kind != MZ_FINDING_LOOP &&
           finding->kind != MZ_FINDING_NONDETERMINISM &&
           finding->kind != MZ_FINDING_LINEARIZABILITY &&
           finding->kind != MZ_FINDING_PROGRESS &&
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

/* To run the execution of the first error again. */
static struct mz_replay_request request_of(struct mz_region *region)
{
    return (struct mz_replay_request){
        .finding = region->findings[0],
        .plan = region->account.plan,
        .plan_length = region->account.plan_length,
    };
}

static void explain_first(const struct mz_run *run, struct mz_region *region,
                          bool *was_stopped)
{
    struct mz_account *account = &region->account;
    struct mz_replay_request request = request_of(region);
    struct mz_region *told = explain(run, region, &request, was_stopped);

    if (told && is_easier(&told->account, account))
        mz_transcript_adopt(region, told);
    mz_transcript_release(told);
}

/* ---- the critical step --------------------------------------------------- */

/* Is there anything but one way to go, and is the error due to that? A data
 * race is one of all orders of its trace; what never ends has no last step; and
 * where memory is weak an order of steps does not tell what a thread reads. */
static bool may_be_critical(const struct mz_region *region)
{
    const struct mz_finding *finding = &region->findings[0];
    const struct mz_account *account = &region->account;

    switch ((enum mz_finding_kind)finding->kind) {
    case MZ_FINDING_DATA_RACE:
    case MZ_FINDING_LOOP:
    case MZ_FINDING_LINEARIZABILITY:
    case MZ_FINDING_PROGRESS:
    case MZ_FINDING_NONDETERMINISM:
    case MZ_FINDING_EVENTS:
    case MZ_FINDING_WATCHDOG:
    case MZ_FINDING_STOPPED:
        return false;
    default:
        break;
    }
    if (!finding->traced || finding->is_allowed ||
        region->settings.memory_model != MZ_MODEL_SC ||
        mz_samples_races(&region->settings))
        return false;
    for (uint64_t i = 0; i < account->plan_length; i++)
        if (account->plan[i].is_choice)
            return true;
    return region->thread_count > 1;
}

/* That of the heap block, so that it can be named. */
static void adopt_block(struct mz_account *to, const struct mz_account *from)
{
    uint64_t address = from->critical.instead.address;

    for (uint32_t i = 0; i < to->block_count; i++)
        if (address - to->blocks[i].address < to->blocks[i].size)
            return;
    for (uint32_t i = 0; i < from->block_count; i++)
        if (address - from->blocks[i].address < from->blocks[i].size &&
            to->block_count < MZ_MAX_BLOCKS)
            to->blocks[to->block_count++] = from->blocks[i];
}

static void adopt_critical(struct mz_region *to, const struct mz_region *from)
{
    struct mz_critical *critical = &to->account.critical;

    *critical = from->account.critical;
    if (!mz_region_has_same_modules(to, from))
        critical->has_instead = false;
    else if (critical->has_instead)
        adopt_block(&to->account, &from->account);
}

void mz_explain_critical(const struct mz_run *run, struct mz_region *region,
                         bool *was_stopped)
{
    struct mz_account *account = &region->account;
    struct mz_replay_request request = request_of(region);
    struct mz_run second;
    struct mz_result result = {0};

    account->critical.kind = MZ_CRITICAL_UNKNOWN;
    if (!run->settings.critical || !may_be_critical(region))
        return;
    second = aside(run, region);
    request.thread_count = region->thread_count;
    memcpy(request.names, region->names, sizeof request.names);
    second.settings.mode = MZ_MODE_CRITICAL;
    second.looks_for = "its critical step";
    second.replay = &request;
    if (mz_supervise(&second, &result))
        return;
    *was_stopped = result.was_stopped;
    if (result.region->status == MZ_STATUS_DONE)
        adopt_critical(region, result.region);
    mz_transcript_release(result.region);
}

static void find_critical(const struct mz_run *run, struct mz_result *result,
                          bool *was_stopped)
{
    mz_explain_critical(run, result->region, was_stopped);
    for (uint32_t i = 1; i < result->region->finding_count && !*was_stopped;
         i++)
        if (result->told[i])
            mz_explain_critical(run, result->told[i], was_stopped);
}

/* ---- all of them --------------------------------------------------------- */

void mz_explain_errors(const struct mz_run *run, struct mz_result *result)
{
    struct mz_region *region = result->region;
    bool was_stopped = false;

    if (result->verdict != MZ_VERDICT_ERROR)
        return;
    if (is_worth_it(run, region))
        explain_first(run, region, &was_stopped);
    for (uint32_t i = 1; i < run->explained && i < region->finding_count &&
                         !was_stopped;
         i++)
        if (region->findings[i].plan_length)
            result->told[i] = explain_further(run, region, i, &was_stopped);
    if (!was_stopped)
        find_critical(run, result, &was_stopped);
}

void mz_explain_release(struct mz_result *result)
{
    for (uint32_t i = 0; i < MZ_MAX_FINDINGS; i++)
        mz_transcript_release(result->told[i]);
}
