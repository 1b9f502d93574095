/* SPDX-License-Identifier: Apache-2.0 */
#include "region/region.h"

#include "base/text.h"
#include "region_layout.h"

uint64_t mz_region_magic(void)
{
    return 0x4d5a5247u | (uint64_t)MZ_REGION_LAYOUT << 32;
}

const char *const mz_action_names[MZ_ACTION_COUNT] = {
#define X(kind, name, noun, object, awaited, does) [MZ_ACTION_##kind] = name,
    MZ_ACTIONS(X)
#undef X
};

const char *const mz_action_nouns[MZ_ACTION_COUNT] = {
#define X(kind, name, noun, object, awaited, does) [MZ_ACTION_##kind] = noun,
    MZ_ACTIONS(X)
#undef X
};

const char *const mz_action_objects[MZ_ACTION_COUNT] = {
#define X(kind, name, noun, object, awaited, does) [MZ_ACTION_##kind] = object,
    MZ_ACTIONS(X)
#undef X
};

const char *const mz_action_awaited[MZ_ACTION_COUNT] = {
#define X(kind, name, noun, object, awaited, does) [MZ_ACTION_##kind] = awaited,
    MZ_ACTIONS(X)
#undef X
};

const uint8_t mz_action_does[MZ_ACTION_COUNT] = {
#define X(kind, name, noun, object, awaited, does) \
    [MZ_ACTION_##kind] = MZ_DOES_##does,
    MZ_ACTIONS(X)
#undef X
};

const bool mz_action_takes[MZ_ACTION_COUNT] = {
#define X(kind, name, noun, object, awaited, does) \
    [MZ_ACTION_##kind] =                           \
        MZ_DOES_##does == MZ_DOES_TAKE || MZ_DOES_##does == MZ_DOES_SHARE,
    MZ_ACTIONS(X)
#undef X
};

static uint32_t at_most(uint32_t count, uint32_t most)
{
    return count < most ? count : most;
}

/* Counts are those already copied, so that they cannot change underneath. */
void mz_settings_copy(struct mz_settings *to, const struct mz_settings *from)
{
    mz_copy(to, from, offsetof(struct mz_settings, libraries.names));
    if (to->libraries.count)
        mz_copy(to->libraries.names, from->libraries.names,
                sizeof to->libraries.names);
    if (to->expect_output)
        mz_copy(to->expected_files, from->expected_files,
                sizeof to->expected_files);
    to->cancelled.count = from->cancelled.count;
    mz_copy(to->cancelled.births, from->cancelled.births,
            at_most(to->cancelled.count, MZ_MAX_CANCELLED) *
                sizeof to->cancelled.births[0]);
    mz_copy(&to->strengths, &from->strengths,
            offsetof(struct mz_strengths, at));
    mz_copy(to->strengths.at, from->strengths.at,
            at_most(to->strengths.count, MZ_MAX_STRENGTHS) *
                sizeof to->strengths.at[0]);
}

/* That of the kernel (vdso) is in no folder; it lies where its size lets it,
 * and has no variables. */
uint64_t mz_module_place(const struct mz_module_note *module)
{
    for (size_t i = 0; i < sizeof module->path && module->path[i]; i++)
        if (module->path[i] == '/')
            return module->bias;
    return 0;
}

bool mz_region_has_same_modules(const struct mz_region *a,
                                const struct mz_region *b)
{
    if (a->module_count != b->module_count || a->module_count > MZ_MAX_MODULES)
        return false;
    for (uint32_t i = 0; i < a->module_count; i++)
        if (mz_module_place(&a->modules[i]) !=
                mz_module_place(&b->modules[i]) ||
            !mz_text_equals(a->modules[i].path, b->modules[i].path))
            return false;
    return true;
}

unsigned mz_status_weight(enum mz_status status)
{
    switch (status) {
    case MZ_STATUS_RUNNING:
        return 0;
    case MZ_STATUS_DONE:
        return 1;
    case MZ_STATUS_INTERRUPTED:
        return 2;
    case MZ_STATUS_LIMIT:
        return 3;
    case MZ_STATUS_ERROR:
        return 4;
    default:
        return 5;
    }
}

static void add(struct mz_progress *sum, const struct mz_progress *p)
{
    mz_tally_add(&sum->tally, &p->tally);
    sum->heartbeat += p->heartbeat;
    sum->explored += p->explored;
}

void mz_region_add_up(struct mz_region *region, uint32_t workers)
{
    struct mz_progress sum = {.running_pid = region->progress.running_pid};

    for (uint32_t i = 1; i <= workers; i++)
        add(&sum, &region[i].progress);
    if (sum.explored > 1)
        sum.explored = 1;
    region->progress = sum;
}

static bool is_known(const struct mz_region *region,
                     const struct mz_finding *finding)
{
    for (uint32_t i = 0; i < region->finding_count; i++)
        if (mz_finding_is_same(&region->findings[i], finding))
            return true;
    return false;
}

/* Of one worker. The account of its first is there, if that comes first. */
static void add_findings(struct mz_region *region, uint32_t worker)
{
    const struct mz_region *from = &region[worker];
    uint32_t most = region->settings.keep_going ? MZ_MAX_FINDINGS : 1;

    for (uint32_t i = 0; i < from->finding_count && i < MZ_MAX_FINDINGS; i++) {
        uint32_t count = region->finding_count;

        if (count >= most || is_known(region, &from->findings[i]))
            continue;
        if (count == 0)
            region->teller = worker;
        region->findings[count] = from->findings[i];
        region->findings[count].traced &= count == 0;
        region->finding_count++;
    }
}

/* If executions have numbers, the error that comes first is the first. */
static void add_all_findings(struct mz_region *region, uint32_t workers)
{
    uint32_t first = 0;

    for (uint32_t i = 1; i <= workers; i++)
        if (region[i].survey.drawn && region[i].finding_count &&
            (!first || region[i].findings[0].execution <
                           region[first].findings[0].execution))
            first = i;
    if (first)
        add_findings(region, first);
    for (uint32_t i = 1; i <= workers; i++)
        add_findings(region, i);
}

/* The first execution that met a bound; its account, if no error has one. */
static void add_cut(struct mz_region *region, uint32_t worker)
{
    const struct mz_region *from = &region[worker];

    if (region->has_cut || !from->has_cut)
        return;
    region->has_cut = true;
    region->cut = from->cut;
    if (region->finding_count == 0)
        region->teller = worker;
}

static void add_surveys(struct mz_region *region, uint32_t workers)
{
    for (uint32_t i = 1; i <= workers; i++)
        if (region[i].survey.drawn)
            mz_survey_merge(&region->survey, &region[i].survey);
}

/* What threads are called, by the worker whose account is told. */
static void add_names(struct mz_region *region)
{
    const struct mz_region *from = &region[region->teller];
    uint32_t count = 1;

    while (count < MZ_WIDE_THREADS && region->names[count].child)
        count++;
    region->thread_count = count;
    for (uint32_t t = 0; t < count; t++)
        mz_move(region->names[t].name, from->names[t].name,
                sizeof from->names[t].name);
}

/* The program may have written here. What is added to is made what it can be;
 * the rest is the reader's to judge. */
static void restrain(struct mz_region *region, uint32_t workers)
{
    if (region->finding_count > MZ_MAX_FINDINGS)
        region->finding_count = MZ_MAX_FINDINGS;
    if (region->unseen.count > MZ_MAX_UNSEEN)
        region->unseen.count = MZ_MAX_UNSEEN;
    if (region->teller > workers)
        region->teller = 0;
    if (region->survey.drawn)
        mz_fill(&region->survey, 0, sizeof region->survey);
}

static void add_scenarios(struct mz_scenarios *all,
                          const struct mz_scenarios *some)
{
    if (some->drawn > all->drawn)
        all->drawn = some->drawn;
    all->run = 0;
    for (uint32_t i = 0; i < MZ_COUNT(all->is_run); i++) {
        all->is_run[i] |= some->is_run[i];
        all->run += (uint32_t)__builtin_popcountll(all->is_run[i]);
    }
}

static void add_unwritten(struct mz_unwritten_read *all,
                          const struct mz_unwritten_read *some)
{
    if (some->pc && (!all->pc || some->pc < all->pc))
        *all = *some;
}

static void add_weak(struct mz_region *all, const struct mz_region *some)
{
    all->weak_atomics |= some->weak_atomics;
    if (some->weak_at && (!all->weak_at || some->weak_at < all->weak_at))
        all->weak_at = some->weak_at;
}

void mz_region_gather(struct mz_region *region, uint32_t workers)
{
    restrain(region, workers);
    mz_region_add_up(region, workers);
    for (uint32_t i = 1; i <= workers; i++) {
        add_weak(region, &region[i]);
        region->load_buffering |= region[i].load_buffering;
        region->failing_met |= region[i].failing_met;
        add_unwritten(&region->unwritten, &region[i].unwritten);
        region->priorities |= region[i].priorities;
        region->has_handlers |= region[i].has_handlers;
        region->has_repeating_timers |= region[i].has_repeating_timers;
        region->has_additions |= region[i].has_additions;
        region->wide_choices |= region[i].wide_choices;
        region->has_wide_choices |= region[i].has_wide_choices;
        add_scenarios(&region->scenarios, &region[i].scenarios);
        mz_suppressed_add(&region->suppressed, &region[i].suppressed);
        mz_unseen_add(&region->unseen, &region[i].unseen);
    }
    add_all_findings(region, workers);
    for (uint32_t i = 1; i <= workers; i++)
        add_cut(region, i);
    add_surveys(region, workers);
    add_names(region);
    if (region->finding_count && !region->settings.keep_going)
        region->limit = MZ_LIMIT_NONE; /* that it ended there is no news then */
}
