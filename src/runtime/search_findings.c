/* SPDX-License-Identifier: Apache-2.0 */
/* What a search has found: listed once, and the first of it told. */
#include "runtime/search.h"

#include "region/property.h"
#include "runtime/account.h"
#include "runtime/aside.h"
#include "runtime/suspect.h"

/* The same error may end many executions; it is listed once. */
static bool is_known(const struct mz_search *s,
                     const struct mz_finding *finding)
{
    for (uint32_t i = 0; i < s->region->finding_count; i++)
        if (mz_finding_is_same(&s->region->findings[i], finding))
            return true;
    return false;
}

/* It is kept before it is told: whoever stops us meanwhile, it was found. */
static void note_error(struct mz_search *s, const struct mz_finding *finding,
                       enum mz_outcome outcome, bool is_shown)
{
    struct mz_region *region = s->region;

    region->progress.tally.errors++;
    if (s->algorithm->survey && region->finding_count &&
        !region->settings.keep_going)
        region->finding_count = region->plan_count = 0; /* it was of a later
                                                           execution */
    if (region->finding_count == MZ_MAX_FINDINGS || is_known(s, finding))
        return;
    region->findings[region->finding_count] = *finding;
    mz_telling_keep(&s->telling, &region->findings[region->finding_count],
                    is_shown);
    if (region->finding_count++)
        return;
    region->cut.traced = 0; /* there is but one account */
    if (is_shown)
        mz_telling_tell_loop(&s->telling, &region->findings[0]);
    else
        mz_telling_tell(&s->telling, &region->findings[0], outcome);
}

/* An execution has met a bound: no error, but it is told, the first of them. */
static void note_cut(struct mz_search *s, const struct mz_finding *finding,
                     enum mz_outcome outcome)
{
    struct mz_region *region = s->region;

    if (region->has_cut)
        return;
    region->cut = *finding;
    region->has_cut = true;
    if (!region->finding_count)
        mz_telling_tell(&s->telling, &region->cut, outcome);
}

/* The bound was met that holds where nobody has asked for one. What is shorter
 * is to be seen before the time is spent on what is so long; and where memory
 * is weak, whose bound is small, a loop that counts its rounds may have been
 * met. */
static bool is_bound_unasked(const struct mz_search *s)
{
    const struct mz_settings *settings = &s->region->settings;

    if (s->algorithm->survey || s->region->finding_count)
        return false;
    return settings->first_bound ||
           (mz_rt.weak && settings->events_when_cut);
}

/* Then the search begins anew, and says so in the region: with the first rounds
 * alone of loops that count them, else with a larger bound. */
static bool begins_anew(const struct mz_search *s)
{
    if (!is_bound_unasked(s))
        return false;
    if (mz_suspect_counts())
        return true;
    if (!s->region->settings.first_bound)
        return false;
    s->region->status = MZ_STATUS_LONG;
    return true;
}

/* To look whether an execution that was cut goes on for ever costs much more
 * than to run it: of many that are cut ever fewer are looked at. */
static bool is_looked_at(const struct mz_search *s, enum mz_outcome outcome)
{
    uint64_t n = s->before.tally.cut_short + s->tally.cut_short;

    return outcome == MZ_CUT && (n & (n - 1)) == 0;
}

bool mz_search_note_finding(struct mz_search *s, enum mz_outcome outcome)
{
    struct mz_finding finding = *mz_account_finding();
    bool is_shown, is_other, is_error;

    if (finding.is_aside)
        mz_aside_show(&s->execution);
    finding.execution = s->algorithm->survey
                            ? s->algorithm->name(s->algorithm) + 1
                            : s->before.tally.executions + s->tally.executions;
    if (outcome == MZ_CUT && !s->algorithm->survey)
        finding.execution++; /* it is not counted as one */
    is_shown = is_looked_at(s, outcome) &&
               mz_telling_shows_loop(&s->telling, &finding);
    if (is_shown) { /* it has met the bound; others might have gone on there */
        s->algorithm->cut = MZ_LIMIT_EVENTS;
        s->tally.cut_short--;
        s->tally.executions++;
    }
    is_other = !mz_property_is_violated(s->region->settings.property,
                                        finding.fault);
    if (is_other && !mz_finding_is_limit(finding.kind))
        s->algorithm->cut = MZ_LIMIT_OTHER_ERROR; /* what comes after it */
    is_error = !is_other && !mz_finding_is_limit(finding.kind);
    if (is_error)
        note_error(s, &finding, outcome, is_shown);
    else if (outcome != MZ_CUT || is_shown || !begins_anew(s))
        note_cut(s, &finding, outcome);
    return is_error;
}
