/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/search.h"

#include <time.h>

#include "base/sample.h"
#include "base/system_call.h"
#include "explore/explore.h"
#include "region/property.h"
#include "runtime/account.h"
#include "runtime/expected.h"
#include "runtime/foreign.h"
#include "runtime/native.h"
#include "runtime/suspect.h"
#include "runtime/visible.h"
#include "runtime/waypoint.h"

enum { EXPLORED_EVERY = 1024 }; /* executions between estimates */

/* ---- what is published --------------------------------------------------- */

void mz_search_add_up(struct mz_search *s, struct mz_share_totals *totals)
{
    s->tally.largest = s->algorithm->largest;
    s->tally.bounds = s->algorithm->bounds;
    *totals = s->before;
    mz_tally_add(&totals->tally, &s->tally);
    mz_tally_take_direct(&totals->tally, &s->region->progress.tally);
    s->region->load_buffering |= s->algorithm->leaves_buffering;
    if (s->algorithm->cut)
        totals->cut = s->algorithm->cut;
    totals->findings = s->region->finding_count;
}

void mz_search_publish(struct mz_search *s)
{
    struct mz_share_totals totals;

    mz_search_add_up(s, &totals);
    s->region->progress.tally = totals.tally;
    mz_tally_add(&s->region->progress.tally, &totals.tied);
}

void mz_search_publish_explored(struct mz_search *s)
{
    struct mz_algorithm *a = s->algorithm;

    if (a->explored)
        s->region->progress.explored =
            s->before.explored + a->explored(a) - s->explored;
}

static uint64_t nanoseconds(void)
{
    struct timespec now;

    MZ_SYSTEM(clock_gettime, CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void begin_statistics(struct mz_search *s)
{
    struct mz_statistics *statistics = &s->region->statistics;

    s->algorithm->statistics = statistics;
    statistics->phase = MZ_PHASE_DECIDING;
    statistics->since = mz_ticks();
    s->began = nanoseconds();
}

/* Now and then: the process may be killed at any time. */
static void publish_statistics(struct mz_search *s)
{
    struct mz_statistics *statistics = s->algorithm->statistics;

    if (!statistics)
        return;
    mz_phase_enter(statistics, (enum mz_phase)statistics->phase);
    statistics->nanoseconds = nanoseconds() - s->began;
    statistics->sleeps = s->algorithm->cases != NULL;
    if (s->algorithm->cases)
        statistics->cases = *s->algorithm->cases;
    statistics->goes_back = mz_waypoint_counts(&statistics->back);
}

/* ---- from execution to execution ----------------------------------------- */

/* Whether the next execution is checked for data races. Where several workers
 * may share the work its number must not depend on how they do. */
static void sample(struct mz_search *s, const struct mz_tally *tally)
{
    struct mz_algorithm *a = s->algorithm;
    unsigned percent = s->region->settings.race_sample;
    uint64_t number = a->name ? a->name(a) : mz_tally_run(tally);

    s->checks_races = mz_sample_has(number, percent);
    mz_native_check_races(s->program, s->checks_races);
}

static void count_race_checked(struct mz_search *s, enum mz_outcome outcome)
{
    if (s->checks_races && outcome != MZ_BLOCKED)
        s->tally.race_checked++;
}

static void count_trace(struct mz_search *s, const struct mz_execution *x,
                        enum mz_outcome outcome)
{
    if (outcome == MZ_COMPLETE || outcome == MZ_DEADLOCK ||
        outcome == MZ_ERROR)
        s->tally.traces += mz_traces_add(&s->traces, x, outcome);
}

static void forget_counts(struct mz_search *s)
{
    s->region->progress.tally.errors = 0;
    if (s->member)
        mz_share_return_tickets(&s->member->sharer);
    if (s->region->settings.count_traces)
        mz_traces_clear(&s->traces);
}

/* Workers that sample agree on the first error: the one of the least number. */
static bool is_numbered(const struct mz_search *s)
{
    return s->member && s->algorithm->survey &&
           !s->region->settings.keep_going;
}

/* A lane of a program with wide choices has had its share: of executions of any
 * kind, since none need be complete. */
static bool is_lane_over(struct mz_search *s, const struct mz_tally *tally)
{
    uint64_t budget = s->region->settings.wide.budget;

    if (MZ_LIKELY(!s->region->has_wide_choices) || !budget)
        return false;
    s->region->lane_was_cut = mz_tally_run(tally) >= budget;
    return s->region->lane_was_cut;
}

/* It has met a bound on events that nobody has asked for, and has gone on since
 * for as long as may be. */
static bool is_out_of_events(const struct mz_search *s,
                             const struct mz_tally *tally)
{
    const struct mz_settings *settings = &s->region->settings;
    uint64_t run = s->before.tally.events_run + tally->events_run;
    uint32_t jobs = settings->jobs > 1 ? settings->jobs : 1;

    return settings->events_when_cut && s->region->has_cut &&
           run * jobs >= settings->events_when_cut;
}

/* Whether there may be one more execution. */
static bool may_run(struct mz_observer *observer, const struct mz_tally *tally)
{
    struct mz_search *s = (struct mz_search *)observer;
    uint64_t most = s->region->settings.max_executions;

    if (s->algorithm->begins_anew) /* what `tally` counted, neither counts */
        forget_counts(s);
    if (mz_samples_races(&s->region->settings))
        sample(s, tally);
    if (is_numbered(s) && mz_crew_is_late(s->algorithm->name(s->algorithm))) {
        s->is_late = true;
        return false;
    }
    if (is_lane_over(s, tally) || is_out_of_events(s, tally))
        return false;
    if (s->region->settings.most_runs &&
        mz_tally_run(tally) >= s->region->settings.most_runs) {
        s->out_of_executions = true;
        return false;
    }
    if (!most)
        return true;
    s->out_of_executions = s->member
                               ? !mz_share_take_ticket(&s->member->sharer, most)
                               : mz_tally_limited(tally) >= most;
    return !s->out_of_executions;
}

/* It was blocked: no execution of those that are limited. */
static void return_ticket(struct mz_search *s, enum mz_outcome outcome)
{
    if (s->member && s->region->settings.max_executions &&
        outcome != MZ_COMPLETE && outcome != MZ_DEADLOCK &&
        !mz_outcome_breaks_off(outcome))
        mz_share_return_ticket(&s->member->sharer);
}

/* No error of the property that was asked for, but the execution ends there. */
static bool is_other_error(const struct mz_search *s)
{
    return !mz_finding_is_limit(mz_account_finding()->kind) &&
           !mz_property_is_violated(s->region->settings.property,
                                    mz_account_finding()->fault);
}

static bool has_failed(const struct mz_search *s, enum mz_outcome outcome)
{
    return outcome == MZ_ERROR ||
           (outcome == MZ_DEADLOCK && !mz_account_finding()->is_allowed &&
            !mz_property_passes(s->region->settings.property,
                                MZ_FAULT_DEADLOCK));
}

/* An execution has ended in an error, or met a bound. Does the search go on? */
static bool take_finding(struct mz_search *s, enum mz_outcome outcome)
{
    bool lost = mz_account_finding()->kind == MZ_FINDING_NONDETERMINISM &&
                outcome == MZ_ERROR;
    bool is_other = is_other_error(s);
    bool is_error = mz_search_note_finding(s, outcome);

    s->algorithm->stands = true;
    s->is_late = is_numbered(s) && !lost && s->region->finding_count &&
                 is_error;
    if (s->is_late)
        mz_crew_note_error(s->algorithm->name(s->algorithm));
    if (s->region->status != MZ_STATUS_RUNNING || lost)
        return false;
    return s->region->settings.keep_going || is_other ||
           (outcome == MZ_CUT && !is_error);
}

static bool observe(struct mz_observer *observer,
                    const struct mz_execution *execution,
                    enum mz_outcome outcome, const struct mz_tally *tally)
{
    struct mz_search *s = (struct mz_search *)observer;

    count_race_checked(s, outcome);
    if (s->region->settings.count_traces)
        count_trace(s, execution, outcome);
    mz_search_publish(s);
    if ((tally->executions + tally->blocked) % EXPLORED_EVERY == 0) {
        mz_search_publish_explored(s);
        publish_statistics(s);
    }
    return_ticket(s, outcome);
    if ((has_failed(s, outcome) || outcome == MZ_CUT) &&
        !take_finding(s, outcome))
        return false;
    if (s->member && mz_share_ran(&s->member->sharer, s->algorithm, execution))
        mz_crew_wake();
    return !s->region->stop && !s->algorithm->wrong;
}

/* ---- the verdict --------------------------------------------------------- */

void mz_search_set_limit(struct mz_region *region, enum mz_limit limit)
{
    region->status = MZ_STATUS_LIMIT;
    region->limit = limit;
}

static void set_untreated(struct mz_search *s, enum mz_refusal what)
{
    if (what == MZ_REFUSAL_ADDITIONS) {
        s->region->status = MZ_STATUS_ADDITIONS;
        return;
    }
    s->region->status = MZ_STATUS_ALGORITHM;
    s->region->refusal = what;
}

/* The bound that an execution has met. */
static enum mz_limit cut_of(const struct mz_region *region)
{
    return mz_finding_is_limit(region->cut.kind)
               ? mz_finding_limit(region->cut.kind)
               : MZ_LIMIT_OTHER_ERROR;
}

void mz_search_say_why(struct mz_search *s)
{
    struct mz_region *region = s->region;

    mz_search_publish(s);
    mz_search_publish_explored(s);
    publish_statistics(s);
    if (region->status != MZ_STATUS_RUNNING)
        return; /* unsupported, more threads wanted, ... */
    if (s->algorithm->wrong && !s->algorithm->outgrown &&
        !region->finding_count) {
        if (mz_visible_asks_for_clean_stacks())
            return; /* what was left there may be why */
        if (!mz_foreign_is_there())
            mz_give_up("%s", mz_wrongs[s->algorithm->wrong]);
    }
    if (s->algorithm->unsupported)
        set_untreated(s, s->algorithm->unsupported);
    else if (s->algorithm->outgrown)
        mz_search_set_limit(region, MZ_LIMIT_MEMORY);
    else if (s->algorithm->wrong) /* code that is not seen may be why; or
                                     errors were found, which stand */
        mz_search_set_limit(region, MZ_LIMIT_UNFORESEEN);
    else if (s->out_of_executions)
        mz_search_set_limit(region, MZ_LIMIT_EXECUTIONS);
    else if (region->stop)
        region->status = MZ_STATUS_INTERRUPTED;
    else if (region->lane_was_cut && !region->finding_count)
        mz_search_set_limit(region, MZ_LIMIT_WIDE);
    else if (region->finding_count)
        region->status = MZ_STATUS_ERROR;
    else if (region->has_cut)
        mz_search_set_limit(region, cut_of(region));
    else
        region->status = MZ_STATUS_INTERRUPTED;
}

void mz_search_say_done(struct mz_search *s)
{
    struct mz_region *region = s->region;
    struct mz_share_totals totals;

    mz_search_add_up(s, &totals);
    mz_search_publish(s);
    publish_statistics(s);
    if (mz_suspect_begins_anew() ||
        (!region->finding_count && !region->has_cut &&
         mz_suspect_counts_further(&totals.tally)))
        return;
    region->status = MZ_STATUS_DONE;
    if (mz_expected_is_on() && !mz_expected_has_reference())
        mz_search_set_limit(region, MZ_LIMIT_NO_REFERENCE);
    else if (region->wide_choices)
        mz_search_set_limit(region, MZ_LIMIT_WIDE);
    else if (region->scenarios.drawn)
        mz_search_set_limit(region, MZ_LIMIT_DRAWN);
    else if (region->has_cut)
        mz_search_set_limit(region, cut_of(region));
    else if (totals.cut)
        mz_search_set_limit(region, totals.cut);
}

/* Errors that were found count for more than how the search ended. But one that
 * was to go on after errors says what cut it short; who stopped it, and why,
 * the supervisor knows. */
static void conclude(struct mz_region *region)
{
    if (!region->finding_count)
        return;
    if (region->status == MZ_STATUS_INTERRUPTED)
        mz_search_set_limit(region, MZ_LIMIT_STOPPED);
    if (region->status == MZ_STATUS_DONE || region->status == MZ_STATUS_LIMIT)
        region->status = MZ_STATUS_ERROR;
    if (!region->settings.keep_going)
        region->limit = MZ_LIMIT_NONE;
}

void mz_search_init(struct mz_search *s)
{
    s->observer.may_run = may_run;
    s->observer.ran = observe;
}

bool mz_search_explore(struct mz_search *s)
{
    return mz_explore(s->algorithm, s->program, &s->execution, &s->observer,
                      &s->tally);
}

void mz_search_run(struct mz_search *s)
{
    struct mz_region *region = s->region;

    s->before.tally = region->settings.wide.before;
    if (region->settings.statistics)
        begin_statistics(s);
    if (mz_search_explore(s)) {
        mz_search_say_done(s);
        /* Of what a bound left out the share is not known. */
        region->progress.explored = !region->limit;
    } else {
        mz_search_say_why(s);
    }
    conclude(region);
}
