/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/dovetail.h"

#include <string.h>

#include "cli/message.h"
#include "explore/algorithm.h"

enum {
    FIRST_BUDGET = 2000, /* executions, of a lane */
    FIRST_SINGLES = 8,   /* lanes of single values, in the second phase */
};

/* ---- the phases ---------------------------------------------------------- */

/* Four to the power of the phase. */
static uint64_t power_of(const struct mz_dovetail *d)
{
    return (uint64_t)1 << 2 * d->phase;
}

static uint32_t singles_of(const struct mz_dovetail *d)
{
    return d->phase ? FIRST_SINGLES << (d->phase - 1) : 0;
}

/* The lanes of single values have together what the one before them has. */
static uint64_t single_budget(const struct mz_dovetail *d)
{
    return FIRST_BUDGET * power_of(d) / singles_of(d);
}

/* The last one tries all values, as long as it takes. */
static void begin_phase(const struct mz_dovetail *d, struct mz_wide *wide)
{
    bool is_last = power_of(d) > UINT32_MAX;

    wide->lane = 0;
    wide->width = is_last ? 0 : (uint32_t)power_of(d);
    wide->budget = is_last ? 0 : FIRST_BUDGET * power_of(d);
}

static bool is_done(const struct mz_dovetail *d, uint32_t lane)
{
    return lane < MZ_DOVETAIL_KNOWN && d->is_done[lane];
}

/* The next lane of single values. False: there is none in this phase. */
static bool begin_single(const struct mz_dovetail *d, struct mz_wide *wide)
{
    do
        wide->lane++;
    while (is_done(d, wide->lane));
    wide->budget = wide->lane <= singles_of(d) ? single_budget(d) : 0;
    return wide->lane <= singles_of(d);
}

/* ---- from lane to lane --------------------------------------------------- */

void mz_dovetail_begin(struct mz_dovetail *d, struct mz_settings *settings)
{
    const struct mz_algorithm_entry *entry =
        mz_algorithm_find(settings->algorithm);

    *d = (struct mz_dovetail){
        .is_on = settings->mode == MZ_MODE_CHECK && !settings->keep_going &&
                 !settings->count_traces && entry &&
                 !mz_algorithm_samples(entry),
        .most_executions = settings->max_executions,
    };
    if (!d->is_on)
        return;
    if (mz_workers(settings))
        settings->wide.is_unexpected = 1;
    else
        begin_phase(d, &settings->wide);
}

/* One worker alone: what is found first is to be the same with any number. */
static bool begin_lanes(struct mz_dovetail *d, struct mz_settings *settings)
{
    if (!settings->wide.is_unexpected)
        return false;
    settings->wide.is_unexpected = 0;
    settings->jobs = 1;
    if (settings->puts_by)
        mz_note("the search is not kept: --checkpoint is not for choices of so "
                "many values");
    settings->puts_by = settings->in_ranks = 0;
    begin_phase(d, &settings->wide);
    return true;
}

/* Executions are limited for all lanes together. */
static bool has_executions_left(const struct mz_dovetail *d,
                                struct mz_settings *settings)
{
    uint64_t spent = settings->wide.before.executions;

    if (!d->most_executions)
        return true;
    settings->max_executions = d->most_executions - spent;
    return spent < d->most_executions;
}

/* It was not all that is to be explored, and what ended it is not to be met in
 * other lanes, too: a program that hangs would do so in most of them. */
static bool ended_early(const struct mz_region *region)
{
    return region->status == MZ_STATUS_LIMIT && region->wide_choices &&
           region->settings.wide.width && !region->stop &&
           region->limit != MZ_LIMIT_EXECUTIONS &&
           region->limit != MZ_LIMIT_MEMORY &&
           region->limit != MZ_LIMIT_WATCHDOG;
}

bool mz_dovetail_next(struct mz_dovetail *d, const struct mz_region *region,
                      struct mz_settings *settings)
{
    struct mz_wide *wide = &settings->wide;
    bool was_cut = region->limit != MZ_LIMIT_WIDE || region->lane_was_cut;

    if (!d->is_on)
        return false;
    if (region->status == MZ_STATUS_WIDE)
        return begin_lanes(d, settings);
    if (!ended_early(region))
        return false;
    wide->before = region->progress.tally;
    if (!has_executions_left(d, settings))
        return false;
    if (wide->lane && wide->lane < MZ_DOVETAIL_KNOWN)
        d->is_done[wide->lane] = !was_cut;
    if ((wide->lane || was_cut) && begin_single(d, wide))
        return true;
    d->phase++;
    begin_phase(d, wide);
    return true;
}

void mz_dovetail_tell(const struct mz_settings *settings)
{
    const struct mz_wide *wide = &settings->wide;

    if (wide->lane)
        mz_note("again, with a single value of each wide choice: lane %u",
                wide->lane);
    else if (wide->width)
        mz_note("again, with %u values of each wide choice", wide->width);
    else
        mz_note("again, with all values of each wide choice");
}
