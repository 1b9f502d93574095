/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/needs.h"

#include <stddef.h>
#include <string.h>

#include "cli/cut.h"
#include "cli/message.h"
#include "explore/algorithm.h"

/* What a process may have ended for, and how the next one is begun. */
struct need {
    uint32_t status;
    size_t flag; /* of the settings, that is set; ... */
    /* ... or 0: this changes the settings. False: they were changed already, or
     * must not be: what has been found stands. */
    bool (*take)(const struct mz_region *, struct mz_settings *);
    const char *with;                         /* what; NULL: ... */
    void (*tell)(const struct mz_settings *); /* ... this tells of it */
};

static bool set(uint8_t *flag)
{
    if (*flag)
        return false;
    *flag = 1;
    return true;
}

static unsigned counted_of(const struct mz_loop_places *places)
{
    unsigned counted = 0;

    for (uint32_t i = 0; i < places->count && i < MZ_MAX_LOOP_PLACES; i++)
        counted += places->at[i].is_counted != 0;
    return counted;
}

static bool is_more(const struct mz_loop_places *found,
                    const struct mz_loop_places *known)
{
    return found->count > known->count || found->is_strict > known->is_strict ||
           found->take_locks > known->take_locks ||
           found->orders_all > known->orders_all ||
           counted_of(found) > counted_of(known) ||
           found->doublings > known->doublings ||
           found->lent_count > known->lent_count;
}

/* False: there is nothing that was not known. */
static bool take_loops(const struct mz_region *region,
                       struct mz_settings *settings)
{
    const struct mz_loop_places *found = &region->settings.loops;

    if (!is_more(found, &settings->loops) || found->count > MZ_MAX_LOOP_PLACES)
        return false;
    for (uint32_t i = 0; i < found->count; i++)
        if (found->at[i].module >= MZ_MAX_MODULES)
            return false;
    settings->loops = *found;
    settings->clean_stacks = 1; /* states of threads are compared */
    return true;
}

static bool take_crossings(const struct mz_region *region,
                           struct mz_settings *settings)
{
    const struct mz_crossings *found = &region->settings.crossings;

    if (settings->crossings.count || !found->count)
        return false;
    settings->crossings = *found;
    for (unsigned i = 0; i < MZ_COUNT(found->accesses); i++) {
        struct mz_unseen *item = &settings->crossings.accesses[i];

        item->kind = MZ_UNSEEN_ORDER;
        item->name[0] = item->detail[sizeof item->detail - 1] = '\0';
    }
    return true;
}

static bool take_lent(const struct mz_region *region,
                      struct mz_settings *settings)
{
    bool is_more = false;

    for (unsigned t = 0; t < MZ_WIDE_THREADS; t++) {
        is_more |= region->settings.lent_stacks[t] && !settings->lent_stacks[t];
        settings->lent_stacks[t] |= region->settings.lent_stacks[t] != 0;
    }
    return is_more;
}

/* Ever more, so that it comes to an end. */
static bool take_shared(const struct mz_region *region,
                        struct mz_settings *settings)
{
    const struct mz_shared *found = &region->settings.shared;
    const struct mz_shared *known = &settings->shared;
    bool is_more = found->all != known->all       ? found->all
                   : found->shift != known->shift ? found->shift > known->shift
                                                  : found->count > known->count;

    if (!is_more || found->count > MZ_MAX_SHARED || found->shift > 63)
        return false;
    for (uint32_t i = 0; i < found->count; i++)
        if (found->at[i].module >= MZ_MAX_MODULES)
            return false;
    settings->shared = *found;
    return true;
}

static bool take_cancelled(const struct mz_region *region,
                           struct mz_settings *settings)
{
    const struct mz_cancelled *found = &region->settings.cancelled;

    if (found->count <= settings->cancelled.count ||
        found->count > MZ_MAX_CANCELLED)
        return false;
    settings->cancelled = *found;
    return true;
}

static bool take_masks(const struct mz_region *region,
                       struct mz_settings *settings)
{
    const struct mz_masks *found = &region->settings.masks;

    if (found->count <= settings->masks.count || found->count > MZ_MAX_MASKS)
        return false;
    settings->masks = *found;
    return true;
}

static bool take_libraries(const struct mz_region *region,
                           struct mz_settings *settings)
{
    const struct mz_libraries *found = &region->settings.libraries;
    uint32_t ends = 0;

    if (found->count <= settings->libraries.count ||
        found->count > MZ_MAX_LIBRARIES)
        return false;
    for (size_t i = 0; i < sizeof found->names; i++)
        ends += !found->names[i];
    if (ends < 2 * found->count || found->names[sizeof found->names - 1])
        return false;
    settings->libraries = *found;
    return true;
}

static bool take_additions(const struct mz_region *region,
                           struct mz_settings *settings)
{
    (void)region;
    if (settings->relation != MZ_RELATION_ADD)
        return false;
    settings->relation = MZ_RELATION_RW;
    settings->ordered_additions = true;
    return true;
}

static bool take_long(const struct mz_region *region,
                      struct mz_settings *settings)
{
    (void)region;
    return mz_cut_begin_anew(settings);
}

static bool take_threads(const struct mz_region *region,
                         struct mz_settings *settings)
{
    (void)region;
    if (!set(&settings->many_threads))
        return false;
    settings->loops = (struct mz_loop_places){0}; /* by modules as loaded */
    settings->shared = (struct mz_shared){0};     /* the same */
    return true;
}

static void tell_shared(const struct mz_settings *settings)
{
    if (settings->shared.all)
        mz_note("again, with all memory shared");
    else
        mz_note("again, with %u places of memory that threads share",
                settings->shared.count);
}

static void tell_loops(const struct mz_settings *settings)
{
    mz_note("again, with %u places where loops wait%s", settings->loops.count,
            settings->loops.has_counted
                ? ", of loops that count their rounds the first ones"
                : "");
}

static void tell_cancelled(const struct mz_settings *settings)
{
    mz_note("again, with %u threads that are cancelled or sent signals",
            settings->cancelled.count);
}

static void tell_masks(const struct mz_settings *settings)
{
    mz_note("again, with %u masks of futexes", settings->masks.count);
}

static void tell_libraries(const struct mz_settings *settings)
{
    mz_note("again, with %u libraries that the program opens",
            settings->libraries.count);
}

static void tell_long(const struct mz_settings *settings)
{
    mz_note("again, with executions of at most %u operations",
            settings->max_events);
}

#define FLAG(name) offsetof(struct mz_settings, name), NULL

static const struct need needs[] = {
    {MZ_STATUS_BLOCKS, FLAG(atomic_blocks), "atomic blocks", NULL},
    {MZ_STATUS_ADDITIONS, 0, take_additions,
     "additions that do not commute (--dependence=rw)", NULL},
    {MZ_STATUS_STACKS, FLAG(clean_stacks), "clean stacks", NULL},
    {MZ_STATUS_EXITS, FLAG(ordered_exits),
     "exit handlers as an object of all threads", NULL},
    {MZ_STATUS_HANDLERS, FLAG(ordered_handlers),
     "handlers that libstdc++ calls as objects of all threads", NULL},
    {MZ_STATUS_STREAMS, FLAG(locked_streams),
     "locks of streams as operations", NULL},
    {MZ_STATUS_ENDS, FLAG(ordered_ends), "the ends of threads as operations",
     NULL},
    {MZ_STATUS_LENT, 0, take_lent,
     "accesses to stacks visible that others use", NULL},
    {MZ_STATUS_CROSSINGS, 0, take_crossings,
     "calls of libraries without instrumentation that may order what threads "
     "do",
     NULL},
    {MZ_STATUS_SHARED, 0, take_shared, NULL, tell_shared},
    {MZ_STATUS_LOOPS, 0, take_loops, NULL, tell_loops},
    {MZ_STATUS_CANCELS, 0, take_cancelled, NULL, tell_cancelled},
    {MZ_STATUS_MASKS, 0, take_masks, NULL, tell_masks},
    {MZ_STATUS_LIBRARIES, 0, take_libraries, NULL, tell_libraries},
    {MZ_STATUS_LONG, 0, take_long, NULL, tell_long},
    {MZ_STATUS_THREADS, 0, take_threads, "more than 64 threads", NULL},
};

static bool take(const struct need *need, const struct mz_region *region,
                 struct mz_settings *settings)
{
    return need->flag ? set((uint8_t *)settings + need->flag)
                      : need->take(region, settings);
}

/* To one that treats what its own cannot. */
static bool change_algorithm(const struct mz_run *run,
                             const struct mz_region *region,
                             struct mz_settings *settings)
{
    const struct mz_algorithm_entry *other = mz_algorithm_for(0);

    if (!region->refusal || !run->may_change_algorithm ||
        !strcmp(settings->algorithm, other->name))
        return false;
    if (run->verbose)
        mz_note("again, with --algorithm=%s, not %s: %s", other->name,
                settings->algorithm, mz_refusals[region->refusal]);
    strcpy(settings->algorithm, other->name);
    if (settings->jobs > 1 && !mz_algorithm_can(other, MZ_ABILITY_JOBS)) {
        mz_note("with one process only: --jobs is not for --algorithm=%s",
                other->name);
        settings->jobs = 1;
    }
    if (settings->puts_by && !mz_algorithm_can(other, MZ_ABILITY_JOBS)) {
        mz_note("the search is not kept: --checkpoint is not for "
                "--algorithm=%s",
                other->name);
        settings->puts_by = 0;
    }
    if (!mz_algorithm_can(other, MZ_ABILITY_JOBS))
        settings->in_ranks = 0;
    return true;
}

static bool is_for(const struct need *need, const struct mz_region *region,
                   struct mz_settings *settings, bool verbose)
{
    if (need->status != region->status || !take(need, region, settings))
        return false;
    if (verbose && need->tell)
        need->tell(settings);
    else if (verbose)
        mz_note("again, with %s", need->with);
    return true;
}

bool mz_needs_more(const struct mz_run *run, const struct mz_region *region,
                   struct mz_settings *settings)
{
    for (size_t i = 0; i < MZ_COUNT(needs); i++)
        if (is_for(&needs[i], region, settings, run->verbose))
            return true;
    return region->status == MZ_STATUS_ALGORITHM &&
           change_algorithm(run, region, settings);
}
