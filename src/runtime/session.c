/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/session.h"

#include "base/system_call.h"
#include "runtime/additions.h"
#include "runtime/critical.h"
#include "runtime/expected.h"
#include "runtime/explain.h"
#include "runtime/history.h"
#include "runtime/libc.h"
#include "runtime/native.h"
#include "runtime/library.h"
#include "runtime/parts.h"
#include "runtime/porter.h"
#include "runtime/replay_report.h"
#include "runtime/resume.h"
#include "runtime/search.h"
#include "runtime/straight.h"
#include "runtime/thread.h"

/* Blocks hide what they write, so that outcomes cannot be foreseen. */
static enum mz_relation relation_of(const struct mz_settings *settings)
{
    return mz_relation_tells_outcomes(settings->relation) &&
                   settings->atomic_blocks
               ? MZ_RELATION_OPAQUE
               : settings->relation;
}

/* What it needs is taken from the arena, which is the rest of it then. */
static struct mz_search *create(struct mz_arena *arena)
{
    struct mz_region *region = mz_rt.region;
    const struct mz_settings *settings = &region->settings;
    struct mz_search *s = mz_arena_take(arena, sizeof *s);

    mz_search_init(s);
    s->region = region;
    mz_execution_init(&s->execution, arena, settings->max_events);
    if (settings->memory_model != MZ_MODEL_SC)
        mz_execution_init_orders(&s->execution, arena);
    if (settings->relation == MZ_RELATION_ADD &&
        settings->mode == MZ_MODE_CHECK)
        mz_execution_init_additions(&s->execution, arena);
    mz_parts_take(arena);
    mz_telling_init(&s->telling, arena, region, &s->execution,
                    relation_of(settings));
    mz_history_prepare(arena, &s->execution, relation_of(settings));
    s->checks_races = settings->plain == MZ_PLAIN_CHECK;
    if (settings->count_traces)
        mz_traces_init(&s->traces, arena, &s->execution,
                       relation_of(settings));
    s->program = mz_native_create(arena, settings->isolation);
    s->telling.program = s->program;
    return s;
}

static void create_algorithm(struct mz_search *s, struct mz_arena *arena)
{
    const struct mz_settings *settings = &s->region->settings;
    const struct mz_algorithm_entry *entry =
        mz_algorithm_find(settings->algorithm);
    struct mz_algorithm_options options = {
        .relation = relation_of(settings),
        .sleep_sets = settings->sleep_sets,
        .k = settings->k,
        .preemptions = settings->preemptions,
        .context_switches = settings->context_switches,
        .seed = settings->seed,
        .depth = settings->depth,
        .memory_model = settings->memory_model,
        .executions = settings->max_executions,
        .jobs = settings->jobs,
        .learns_order = settings->mode == MZ_MODE_CHECK ? MZ_LEARN_WHERE_LARGE
                                                        : MZ_LEARN_NOTHING,
        .is_divided = s->member != NULL,
        .orders_all = settings->loops.orders_all,
    };

    if (!entry)
        mz_give_up("there is no algorithm '%s'", settings->algorithm);
    s->algorithm = entry->create(arena, &s->execution, &options);
    s->algorithm->chooser.turn_length = settings->turn_length;
    if (mz_algorithm_samples(entry))
        s->algorithm->survey = &s->region->survey;
    if (settings->memory_model != MZ_MODEL_SC && !s->algorithm->chooser.serve)
        mz_unsupported(MODEL_WITH_ALGORITHM);
    if (s->member && !s->algorithm->give) {
        if (settings->puts_by)
            mz_unsupported(CHECKPOINT_WITH_ALGORITHM);
        mz_unsupported(WORKERS_WITH_ALGORITHM);
    }
}

/* What is done once, whoever searches: up to the snapshot. */
static void prepare(struct mz_region *region, struct mz_arena *arena,
                    char **envp)
{
    mz_rt.armed = region->settings.plain == MZ_PLAIN_CHECK;
    mz_rt.atomic_volatiles = region->settings.atomic_volatiles;
    mz_additions_prepare();
    mz_rt.ordering_ends = region->settings.ordered_ends;
    mz_rt.interleaving = region->settings.plain == MZ_PLAIN_INTERLEAVE;
    mz_rt.private_stacks = mz_rt.interleaving;
    mz_library_load_all();
    mz_parts_init();
    mz_arena_init(arena, (char *)region + region->search_offset,
                  region->size - region->search_offset);
    mz_parts_share(arena);
    mz_resume_prepare(envp);
    region->progress.running_pid = MZ_SYSTEM(getpid);
    mz_parts_snapshot();
    mz_assertion_fd = mz_libc_original_stderr();
    region->status = MZ_STATUS_RUNNING;
}

static void search_or_replay(struct mz_arena arena,
                             struct mz_crew_member *member)
{
    struct mz_search *s = create(&arena);

    s->member = member;
    create_algorithm(s, &arena);
    if (!mz_expected_refer(&s->telling) || !mz_straight_compare(&s->telling))
        return;
    if (member)
        mz_search_work(s);
    else if (s->region->settings.mode == MZ_MODE_REPLAY)
        mz_replay_report(&s->telling);
    else if (s->region->settings.mode == MZ_MODE_EXPLAIN)
        mz_explain(s, &arena);
    else if (s->region->settings.mode == MZ_MODE_CRITICAL)
        mz_critical(s, &arena);
    else
        mz_search_run(s);
}

_Noreturn void mz_session_run(int (*main)(int, char **, char **), int argc,
                              char **argv, char **envp)
{
    struct mz_region *region = mz_rt.region;
    struct mz_crew_member member;
    struct mz_arena arena;

    mz_thread_set_main(main, argc, argv, envp);
    prepare(region, &arena, envp);
    if (!mz_workers(&region->settings))
        search_or_replay(arena, NULL);
    else if (mz_crew_gather(&arena, &member)) {
        search_or_replay(member.arena, &member);
        mz_porter_ring();
    }
    for (;;)
        MZ_SYSTEM(exit_group, 0);
}
