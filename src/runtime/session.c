/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/session.h"

#include <link.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/sample.h"
#include "base/system_call.h"
#include "explore/explore.h"
#include "explore/replay.h"
#include "runtime/account.h"
#include "runtime/audit.h"
#include "runtime/crew.h"
#include "runtime/endless.h"
#include "runtime/fault.h"
#include "runtime/fiber.h"
#include "runtime/foreign.h"
#include "runtime/libc.h"
#include "runtime/native.h"
#include "runtime/plain.h"
#include "runtime/schedule.h"
#include "runtime/suppress.h"
#include "runtime/thread.h"
#include "trace/linearize.h"

enum { EXPLORED_EVERY = 1024 }; /* executions between estimates */

/* In the region's arena; so is everything it points to. */
struct session {
    struct mz_observer observer; /* first */
    struct mz_arena arena;
    struct mz_region *region;
    struct mz_execution execution;
    struct mz_program *program;
    struct mz_algorithm *algorithm;
    enum mz_relation relation;
    struct mz_tally tally; /* a worker: of the task at hand */
    bool out_of_executions;
    bool checks_races; /* in the execution at hand */

    struct mz_crew_member *member; /* NULL: there are no workers */
    struct mz_share_totals before; /* a worker: of the tasks done */
    double explored;               /* before the task at hand */

    uint64_t began; /* in nanoseconds; for statistics */

    /* For accounts: a second execution, and the clocks of the first. */
    struct mz_execution retold;
    struct mz_endless again; /* follows the schedule of the account */

    /* Whether a loop is endless; and the schedule that is followed for it. */
    struct mz_endless endless;
    struct mz_schedule_step *schedule;
    struct mz_happens_before clocks;
    uint32_t *order;
};

/* ---- the account of an error ------------------------------------------ */

/* Which threads' pasts explain the error; none: all of it is needed. */
static mz_tset who_matters(const struct session *s,
                           const struct mz_finding *finding)
{
    mz_tset all = s->execution.born;

    switch ((enum mz_finding_kind)finding->kind) {
    case MZ_FINDING_DEADLOCK:
    case MZ_FINDING_LOOP:
    case MZ_FINDING_EVENTS:
    case MZ_FINDING_WATCHDOG:
    case MZ_FINDING_NONDETERMINISM:
    case MZ_FINDING_LEAK:
    case MZ_FINDING_EXIT:
        return all;
    case MZ_FINDING_DATA_RACE:
        return mz_tset_of(finding->thread) | mz_tset_of(finding->other_thread);
    default:
        return finding->thread < MZ_MAX_THREADS ? mz_tset_of(finding->thread)
                                                : all;
    }
}

static uint32_t write_schedule(struct mz_schedule_step *schedule,
                               const struct mz_execution *x,
                               const uint32_t *order, uint32_t count)
{
    uint32_t length = 0;

    for (uint32_t i = 0; i < count && length < MZ_MAX_SCHEDULE; i++) {
        const struct mz_event *e = &x->events[order ? order[i] : i];

        if (e->kind != MZ_JOIN)
            schedule[length++] = (struct mz_schedule_step){
                .thread = e->thread,
                .is_choice = e->kind == MZ_CHOOSE,
                .value = e->kind == MZ_CHOOSE ? e->value : 0,
            };
    }
    return length;
}

/* Follows the schedule of the account. An endless loop is shown again. */
static struct mz_replay *follow(struct session *s,
                                const struct mz_finding *finding,
                                struct mz_chooser **chooser)
{
    const struct mz_account *account = &s->region->account;
    struct mz_endless *endless = &s->again;

    mz_endless_init(endless, account->schedule, account->schedule_length,
                    finding->thread);
    *chooser = finding->kind == MZ_FINDING_LOOP ? &endless->chooser
                                                : &endless->replay.chooser;
    return &endless->replay;
}

static enum mz_outcome retell(struct session *s,
                              const struct mz_finding *finding)
{
    struct mz_chooser *chooser;
    struct mz_replay *replay = follow(s, finding, &chooser);
    enum mz_outcome outcome;

    s->retold.object_count = s->execution.object_count;
    mz_execution_cut(&s->retold, 0);
    mz_account_begin(finding);
    outcome = s->program->run(s->program, chooser, &s->retold);
    mz_account_end();
    s->execution.object_count = s->retold.object_count;
    return replay->failed ? MZ_BLOCKED : outcome;
}

static bool tells_it(struct session *s, const struct mz_finding *finding,
                     enum mz_outcome outcome)
{
    return retell(s, finding) == outcome &&
           (outcome != MZ_ERROR ||
            mz_finding_is_alike(mz_account_finding(), finding));
}

/* Runs the execution again, in a readable order, else in its own. */
static void tell(struct session *s, struct mz_finding *finding,
                 enum mz_outcome outcome)
{
    struct mz_account *account = &s->region->account;
    uint32_t count;

    mz_happens_before_truncate(&s->clocks, &s->execution, 0);
    mz_happens_before_extend(&s->clocks, &s->execution);
    count = mz_linearize(&s->clocks, &s->execution, who_matters(s, finding),
                         s->order);
    mz_happens_before_truncate(&s->clocks, &s->execution, 0);
    for (int own_order = 0; own_order < 2 && !finding->traced; own_order++) {
        if (own_order)
            count = s->execution.length;
        account->schedule_length =
            write_schedule(account->schedule, &s->execution,
                           own_order ? NULL : s->order, count);
        finding->traced = tells_it(s, finding, outcome);
    }
}

/* ---- loops of visible operations ---------------------------------------- */

enum { WINDOW = 2048 }; /* events before a bound, looked at once more */

/* From where on one thread alone ran. */
static uint32_t last_switch(const struct mz_execution *x)
{
    uint32_t i = x->length;

    while (i > 1 && x->events[i - 2].thread == x->events[i - 1].thread)
        i--;
    return i;
}

/* Whether the execution, followed up to there, is in an endless loop. */
static bool is_endless_from(struct session *s, uint32_t position)
{
    struct mz_endless *endless = &s->endless;
    uint32_t length =
        write_schedule(s->schedule, &s->execution, NULL, position);
    enum mz_outcome outcome;

    if (length == MZ_MAX_SCHEDULE)
        return false;
    mz_endless_init(endless, s->schedule, length, MZ_NO_THREAD);
    s->retold.object_count = s->execution.object_count;
    mz_execution_cut(&s->retold, 0);
    outcome = s->program->run(s->program, &endless->chooser, &s->retold);
    s->execution.object_count = s->retold.object_count;
    return outcome == MZ_ERROR && !endless->replay.failed &&
           mz_account_finding()->kind == MZ_FINDING_LOOP;
}

/* An execution has met the bound on events: would it, without one, for ever? */
static bool shows_loop(struct session *s, struct mz_finding *finding)
{
    uint32_t length = s->execution.length;
    uint32_t late = length > WINDOW ? length - WINDOW : 0;
    uint64_t execution = finding->execution;

    if (finding->kind != MZ_FINDING_EVENTS ||
        (!is_endless_from(s, last_switch(&s->execution)) &&
         !is_endless_from(s, late)))
        return false;
    *finding = *mz_account_finding();
    finding->execution = execution;
    return true;
}

/* Up to where its state comes again. */
static void tell_loop(struct session *s, struct mz_finding *finding)
{
    struct mz_account *account = &s->region->account;

    account->schedule_length =
        write_schedule(account->schedule, &s->retold, NULL,
                       s->endless.position);
    finding->traced = tells_it(s, finding, MZ_ERROR);
    if (finding->traced) /* of several threads that spin, any may be seen to */
        finding->thread = mz_account_finding()->thread;
}

/* ---- findings --------------------------------------------------------- */

/* The same error may end many executions; it is listed once. */
static bool is_known(const struct session *s, const struct mz_finding *finding)
{
    for (uint32_t i = 0; i < s->region->finding_count; i++)
        if (mz_finding_is_same(&s->region->findings[i], finding))
            return true;
    return false;
}

/* It is kept before it is told: whoever stops us meanwhile, it was found. */
static void note_error(struct session *s, const struct mz_finding *finding,
                       enum mz_outcome outcome, bool is_shown)
{
    struct mz_region *region = s->region;

    region->progress.tally.errors++;
    if (region->finding_count == MZ_MAX_FINDINGS || is_known(s, finding))
        return;
    region->findings[region->finding_count] = *finding;
    if (region->finding_count++)
        return;
    region->cut.traced = 0; /* there is but one account */
    if (is_shown)
        tell_loop(s, &region->findings[0]);
    else
        tell(s, &region->findings[0], outcome);
}

/* An execution has met a bound: no error, but it is told, the first of them. */
static void note_cut(struct session *s, const struct mz_finding *finding,
                     enum mz_outcome outcome)
{
    struct mz_region *region = s->region;

    if (region->has_cut)
        return;
    region->cut = *finding;
    region->has_cut = true;
    if (!region->finding_count)
        tell(s, &region->cut, outcome);
}

static void note_finding(struct session *s, enum mz_outcome outcome)
{
    struct mz_finding finding = *mz_account_finding();
    bool is_shown;

    finding.execution = s->before.tally.executions + s->tally.executions;
    is_shown = shows_loop(s, &finding);
    if (mz_finding_is_limit(finding.kind))
        note_cut(s, &finding, outcome);
    else
        note_error(s, &finding, outcome, is_shown);
}

/* ---- the search ------------------------------------------------------- */

/* What has been found out if the task at hand, too, counts. */
static void add_up(struct session *s, struct mz_share_totals *totals)
{
    s->tally.largest = s->algorithm->largest;
    *totals = s->before;
    mz_tally_add(&totals->tally, &s->tally);
    mz_tally_take_direct(&totals->tally, &s->region->progress.tally);
    if (s->algorithm->cut)
        totals->cut = s->algorithm->cut;
    totals->findings = s->region->finding_count;
}

static void publish(struct session *s)
{
    struct mz_share_totals totals;

    add_up(s, &totals);
    s->region->progress.tally = totals.tally;
}

static void publish_explored(struct session *s)
{
    struct mz_algorithm *a = s->algorithm;

    if (a->explored)
        s->region->progress.explored =
            s->before.explored + a->explored(a) - s->explored;
}

/* Whether the next execution is checked for data races. Where several workers
 * may share the work its number must not depend on how they do. */
static void sample(struct session *s, const struct mz_tally *tally)
{
    struct mz_algorithm *a = s->algorithm;
    unsigned percent = s->region->settings.race_sample;
    uint64_t number = a->name ? a->name(a)
                              : tally->executions + tally->blocked +
                                    tally->assume_blocked;

    s->checks_races = mz_sample_has(number, percent);
    mz_native_check_races(s->program, s->checks_races);
}

static void count_race_checked(struct session *s, enum mz_outcome outcome)
{
    if (s->checks_races && outcome != MZ_BLOCKED)
        s->tally.race_checked++;
}

static uint64_t nanoseconds(void)
{
    struct timespec now;

    MZ_SYSTEM(clock_gettime, CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void begin_statistics(struct session *s)
{
    struct mz_statistics *statistics = &s->region->statistics;

    s->algorithm->statistics = statistics;
    statistics->phase = MZ_PHASE_DECIDING;
    statistics->since = mz_ticks();
    s->began = nanoseconds();
}

/* Now and then: the process may be killed at any time. */
static void publish_statistics(struct session *s)
{
    struct mz_statistics *statistics = s->algorithm->statistics;

    if (!statistics)
        return;
    mz_phase_enter(statistics, (enum mz_phase)statistics->phase);
    statistics->nanoseconds = nanoseconds() - s->began;
    statistics->sleeps = s->algorithm->cases != NULL;
    if (s->algorithm->cases)
        statistics->cases = *s->algorithm->cases;
}

/* Whether there may be one more execution. */
static bool may_run(struct mz_observer *observer, const struct mz_tally *tally)
{
    struct session *s = (struct session *)observer;
    uint64_t most = s->region->settings.max_executions;

    if (s->algorithm->begins_anew) /* what `tally` counted, neither counts */
        s->region->progress.tally.errors = 0;
    if (mz_samples_races(&s->region->settings))
        sample(s, tally);
    if (!most)
        return true;
    s->out_of_executions =
        s->member ? !mz_share_take_ticket(&s->member->sharer, most)
                  : tally->executions >= most;
    return !s->out_of_executions;
}

/* It was blocked: no execution of those that are limited. */
static void return_ticket(struct session *s, enum mz_outcome outcome)
{
    if (s->member && s->region->settings.max_executions &&
        outcome != MZ_COMPLETE && outcome != MZ_DEADLOCK &&
        outcome != MZ_ERROR)
        mz_share_return_ticket(&s->member->sharer);
}

static bool observe(struct mz_observer *observer,
                    const struct mz_execution *execution,
                    enum mz_outcome outcome, const struct mz_tally *tally)
{
    struct session *s = (struct session *)observer;

    count_race_checked(s, outcome);
    publish(s);
    if ((tally->executions + tally->blocked) % EXPLORED_EVERY == 0) {
        publish_explored(s);
        publish_statistics(s);
    }
    return_ticket(s, outcome);
    if (outcome == MZ_ERROR || outcome == MZ_DEADLOCK) {
        bool lost = mz_account_finding()->kind == MZ_FINDING_NONDETERMINISM &&
                    outcome == MZ_ERROR;

        note_finding(s, outcome);
        if (!s->region->settings.keep_going || lost)
            return false;
    }
    if (s->member &&
        mz_share_ran(&s->member->sharer, s->algorithm, execution))
        mz_crew_wake();
    return !s->region->stop && !s->algorithm->wrong;
}

static void set_limit(struct mz_region *region, const char *name)
{
    region->status = MZ_STATUS_LIMIT;
    mz_format(region->limit, sizeof region->limit, "%s", name);
}

static void set_untreated(struct session *s, const char *what)
{
    s->region->status = MZ_STATUS_ALGORITHM;
    mz_format(s->region->message, sizeof s->region->message, "%s", what);
}

/* The search has come to its end before all was explored. */
static void say_why(struct session *s)
{
    struct mz_region *region = s->region;

    publish(s);
    publish_explored(s);
    publish_statistics(s);
    if (region->status != MZ_STATUS_RUNNING)
        return; /* unsupported, more threads wanted, ... */
    if (s->algorithm->wrong && !s->algorithm->outgrown &&
        !region->finding_count)
        mz_give_up("%s", s->algorithm->wrong);
    if (s->algorithm->unsupported)
        set_untreated(s, s->algorithm->unsupported);
    else if (s->algorithm->outgrown)
        set_limit(region, "memory");
    else if (s->out_of_executions)
        set_limit(region, "max-executions");
    else if (region->stop)
        region->status = MZ_STATUS_INTERRUPTED;
    else if (region->finding_count)
        region->status = MZ_STATUS_ERROR;
    else if (region->has_cut)
        set_limit(region, mz_finding_names[region->cut.kind]);
    else
        region->status = MZ_STATUS_INTERRUPTED;
}

/* All has been explored, as far as it was to be. */
static void say_done(struct session *s)
{
    struct mz_region *region = s->region;
    struct mz_share_totals totals;

    add_up(s, &totals);
    publish(s);
    publish_statistics(s);
    region->status = MZ_STATUS_DONE;
    if (region->wide_choices)
        set_limit(region, "choices too wide to explore");
    else if (region->has_cut)
        set_limit(region, mz_finding_names[region->cut.kind]);
    else if (totals.cut)
        set_limit(region, totals.cut);
}

/* Errors that were found count for more than how the search ended. But one that
 * was to go on after errors says what cut it short; who stopped it, and why,
 * the supervisor knows. */
static void conclude(struct mz_region *region)
{
    if (!region->finding_count)
        return;
    if (region->status == MZ_STATUS_INTERRUPTED)
        set_limit(region, MZ_LIMIT_STOPPED);
    if (region->status == MZ_STATUS_DONE || region->status == MZ_STATUS_LIMIT)
        region->status = MZ_STATUS_ERROR;
    if (!region->settings.keep_going)
        region->limit[0] = 0;
}

static bool explore(struct session *s)
{
    return mz_explore(s->algorithm, s->program, &s->execution, &s->observer,
                      &s->tally);
}

static void search(struct session *s)
{
    struct mz_region *region = s->region;

    if (region->settings.statistics)
        begin_statistics(s);
    if (explore(s)) {
        say_done(s);
        /* Of what a bound left out the share is not known. */
        region->progress.explored = !region->limit[0];
    } else {
        say_why(s);
    }
    conclude(region);
}

/* ---- one of several workers ---------------------------------------------- */

/* What counts of a worker that died here is known; the rest is done again. */
static void sit_down(struct session *s)
{
    const struct mz_sharer *sharer = &s->member->sharer;

    s->before = *mz_share_totals(sharer->share, sharer->seat);
    s->region->progress.explored = s->before.explored;
    publish(s);
}

static void begin_task(struct session *s)
{
    mz_share_begin(&s->member->sharer, s->algorithm, &s->execution);
    if (s->algorithm->explored)
        s->explored = s->algorithm->explored(s->algorithm);
}

static void end_task(struct session *s)
{
    struct mz_share_totals totals;

    publish_explored(s);
    add_up(s, &totals);
    totals.explored = s->region->progress.explored;
    mz_share_done(&s->member->sharer, &totals);
    s->before = totals;
    s->tally = (struct mz_tally){0};
}

static void work(struct session *s)
{
    sit_down(s);
    while (mz_crew_take(s->member)) {
        begin_task(s);
        if (!explore(s)) {
            say_why(s);
            return;
        }
        end_task(s);
    }
    if (s->member->all_done)
        say_done(s);
    else
        s->region->status = MZ_STATUS_INTERRUPTED;
}

/* ---- replay ----------------------------------------------------------- */

static void replay(struct session *s)
{
    struct mz_region *region = s->region;
    struct mz_account *account = &region->account;
    struct mz_finding told = region->findings[0];
    struct mz_chooser *chooser;
    struct mz_replay *replay;
    enum mz_outcome outcome;
    uint32_t kind;

    if (account->schedule_length > MZ_MAX_SCHEDULE)
        mz_give_up("the schedule of the report is too long");
    region->finding_count = 0;
    replay = follow(s, &told, &chooser);
    /* Another error shows as it did: without a race found before it. */
    if (mz_samples_races(&region->settings))
        mz_native_check_races(s->program, told.kind == MZ_FINDING_DATA_RACE);
    mz_rt.replaying = true;
    mz_libc_show_output(true);
    mz_account_begin(&told);
    outcome = s->program->run(s->program, chooser, &s->retold);
    mz_account_end();
    region->progress.tally.executions = 1;
    region->progress.tally.events = s->retold.length;
    region->progress.tally.events_run = s->retold.length;
    region->progress.tally.threads = s->retold.thread_count;
    if (region->status != MZ_STATUS_RUNNING)
        return;
    if (replay->failed || !mz_replay_is_over(replay)) {
        if (outcome != MZ_ERROR) {
            region->status = MZ_STATUS_STALE;
            return;
        }
    }
    kind = mz_account_finding()->kind;
    if (outcome == MZ_ERROR && mz_finding_is_limit(kind)) {
        set_limit(region, mz_finding_names[kind]);
    } else if (outcome == MZ_ERROR || outcome == MZ_DEADLOCK) {
        region->findings[0] = *mz_account_finding();
        region->findings[0].traced = 1;
        region->findings[0].execution = 1;
        region->finding_count = 1;
        region->progress.tally.errors = 1;
        region->status = MZ_STATUS_ERROR;
    } else {
        region->status = MZ_STATUS_DONE;
    }
}

/* ---- beginning and end ------------------------------------------------ */

/* A library that was named by a relative path is below the current folder; the
 * kernel's has no folder at all. */
static void note_path(struct mz_module_note *note, const char *name)
{
    char folder[MZ_MAX_PATH];
    const char *slash = name;

    while (*slash && *slash != '/')
        slash++;
    if (slash > name && *slash &&
        syscall(SYS_getcwd, folder, sizeof folder) > 0)
        mz_format(note->path, sizeof note->path, "%s/%s", folder, name);
    else
        mz_format(note->path, sizeof note->path, "%s", name);
}

static int note_module(struct dl_phdr_info *info, size_t size, void *unused)
{
    struct mz_region *region = mz_rt.region;
    struct mz_module_note *note = &region->modules[region->module_count];
    ssize_t length;

    (void)size, (void)unused;
    if (region->module_count == MZ_MAX_MODULES)
        return 1;
    note->bias = info->dlpi_addr;
    if (info->dlpi_name[0]) {
        note_path(note, info->dlpi_name);
    } else {
        length = syscall(SYS_readlink, "/proc/self/exe", note->path,
                         sizeof note->path - 1);
        note->path[length > 0 ? length : 0] = 0;
    }
    region->module_count++;
    return 0;
}

static struct session *create(struct mz_arena arena)
{
    struct mz_region *region = mz_rt.region;
    const struct mz_settings *settings = &region->settings;
    struct session *s = mz_arena_take(&arena, sizeof *s);

    s->arena = arena;
    s->observer.may_run = may_run;
    s->observer.ran = observe;
    s->region = region;
    /* Blocks hide what they write, so that outcomes cannot be foreseen. */
    s->relation =
        settings->relation == MZ_RELATION_RW && settings->atomic_blocks
            ? MZ_RELATION_OPAQUE
            : settings->relation;
    mz_execution_init(&s->execution, &s->arena, settings->max_events);
    mz_execution_init(&s->retold, &s->arena, settings->max_events);
    mz_schedule_init(&s->arena, &s->execution);
    mz_account_init(&s->arena);
    mz_suppress_init(&s->arena);
    mz_thread_init(&s->arena);
    mz_happens_before_init(&s->clocks, &s->arena, &s->execution, s->relation);
    s->order =
        mz_arena_take(&s->arena, settings->max_events * sizeof *s->order);
    s->schedule = mz_arena_take(&s->arena,
                                settings->max_events * sizeof *s->schedule);
    s->checks_races = settings->plain == MZ_PLAIN_CHECK;
    s->program = mz_native_create(&s->arena, settings->isolation);
    return s;
}

static void create_algorithm(struct session *s)
{
    const struct mz_settings *settings = &s->region->settings;
    const struct mz_algorithm_entry *entry =
        mz_algorithm_find(settings->algorithm);
    struct mz_algorithm_options options = {
        .relation = s->relation,
        .sleep_sets = settings->sleep_sets,
        .k = settings->k,
        .preemptions = settings->preemptions,
        .context_switches = settings->context_switches,
    };

    if (!entry)
        mz_give_up("there is no algorithm '%s'", settings->algorithm);
    s->algorithm = entry->create(&s->arena, &s->execution, &options);
    if (s->member && !s->algorithm->give)
        mz_unsupported("several workers with this algorithm");
}

/* What is done once, whoever searches: up to the snapshot. */
static void prepare(struct mz_region *region, struct mz_arena *arena)
{
    mz_rt.armed = region->settings.plain == MZ_PLAIN_CHECK;
    mz_rt.atomic_volatiles = region->settings.atomic_volatiles;
    mz_rt.ordering_ends = region->settings.ordered_ends;
    mz_rt.interleaving = region->settings.plain == MZ_PLAIN_INTERLEAVE;
    dl_iterate_phdr(note_module, NULL);
    if (region->settings.mode == MZ_MODE_CHECK)
        mz_foreign_note();
    mz_fiber_init(region->settings.max_threads);
    mz_plain_init();
    mz_fault_init();
    mz_audit_init();
    mz_arena_init(arena, (char *)region + region->search_offset,
                  region->size - region->search_offset);
    mz_schedule_init_objects(
        arena, mz_execution_objects(region->settings.max_events));
    region->progress.running_pid = syscall(SYS_getpid);
    mz_native_snapshot(region->settings.isolation);
    mz_assertion_fd = mz_libc_original_stderr();
    region->status = MZ_STATUS_RUNNING;
}

static void search_or_replay(const struct mz_arena *arena,
                             struct mz_crew_member *member)
{
    struct session *s = create(*arena);

    s->member = member;
    create_algorithm(s);
    if (member)
        work(s);
    else if (s->region->settings.mode == MZ_MODE_REPLAY)
        replay(s);
    else
        search(s);
}

_Noreturn void mz_session_run(int (*main)(int, char **, char **), int argc,
                              char **argv, char **envp)
{
    struct mz_region *region = mz_rt.region;
    struct mz_crew_member member;
    struct mz_arena arena;

    mz_thread_set_main(main, argc, argv, envp);
    prepare(region, &arena);
    if (region->settings.jobs < 2)
        search_or_replay(&arena, NULL);
    else if (mz_crew_gather(&arena, &member))
        search_or_replay(&member.arena, &member);
    for (;;)
        syscall(SYS_exit_group, 0);
}
