/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/supervise.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cli/dovetail.h"
#include "cli/launch.h"
#include "cli/message.h"
#include "cli/needs.h"
#include "cli/ranks.h"
#include "cli/shift.h"
#include "cli/transcript.h"
#include "cli/trust.h"
#include "cli/verdict.h"
#include "cli/watch.h"
#include "explore/share.h"
#include "region/function.h"

enum {
    MOST_LOST = 3, /* processes, one after the other, of which it is not known
                      what they have left, until that is given up */
};

/* The search as it is between two processes. Most of it is zero as a rule, and
 * then no memory. */
struct keeper {
    struct mz_settings settings; /* of the next process */
    const struct mz_search_state *continues; /* NULL: it begins anew */
    struct mz_search_state kept;             /* that, unless it is the run's */
    struct mz_search_state left;             /* by the process that has ended */
    struct mz_scribe scribe; /* writes `kept` while that goes on */
    struct mz_watch staying; /* its process stays for another shift ... */
    struct mz_settings staying_settings; /* ... with these; else child 0 */
    bool is_left;
    bool was_stopped; /* to be kept, and it was that which ended it */
    bool was_killed;  /* then, as it did not end in time */
    unsigned lost;    /* of MOST_LOST */
    int signal;       /* that asked the process to stop; 0: none */
    uint64_t allowed; /* executions that --max-executions does not count */
    double period;    /* seconds; 0: none */
};

static void gather(struct mz_watch *watch, struct mz_result *result)
{
    mz_region_gather(watch->memory.region, watch->workers);
    if (watch->memory.region->status == MZ_STATUS_DONE)
        watch->memory.region->progress.explored = 1;
    result->max_rss_kb = (long)watch->memory.region->workers_rss_kb;
}

static void conclude(struct mz_watch *watch, struct mz_result *result)
{
    const struct mz_ending ending = {
        .executable = watch->run->executable,
        .function = watch->run->settings.function,
        .wait_status = watch->wait_status,
        .stopped_by = watch->stopped_by,
        .hung = watch->was_bitten,
        .patience = watch->run->watchdog,
    };

    result->seconds = mz_process_clock() - watch->start;
    if (watch->run->continues)
        result->seconds += watch->run->continues->seconds;
    result->max_rss_kb = watch->max_rss_kb;
    if (watch->workers)
        gather(watch, result);
    result->region =
        mz_transcript_take(watch->memory.region, 1 + watch->workers);
    mz_verdict_complete(result->region, &ending);
    result->was_stopped = watch->signal;
    if (watch->signal && !watch->run->is_aside &&
        result->region->limit == MZ_LIMIT_INTERRUPT)
        mz_process_note_stop(watch->signal);
}

/* It has not come to an end of its own. */
static bool was_cut(const struct mz_watch *watch)
{
    uint32_t status = watch->memory.region->status;

    return status == MZ_STATUS_STARTED || status == MZ_STATUS_RUNNING ||
           status == MZ_STATUS_INTERRUPTED;
}

/* What is known of the search before this process. */
static void take_over(struct mz_watch *watch, struct keeper *keeper)
{
    const struct mz_tally *before = &watch->continues->before->progress.tally;
    struct mz_settings *settings = &watch->memory.region->settings;
    uint64_t limited = mz_tally_limited(before);

    watch->run_before = mz_tally_run(before);
    if (watch->run_before && settings->audit == MZ_AUDIT_FIRST)
        settings->audit = MZ_AUDIT_OFF; /* that one was audited */
    if (limited < keeper->allowed)      /* it has begun anew */
        keeper->allowed = 0;
    settings->executions_before = limited - keeper->allowed;
}

/* What all ranks have found becomes that of the first, and so does what they
 * have left. */
static void gather_ranks(struct mz_watch *watch, struct mz_ranks_end *end,
                         struct keeper *keeper, struct mz_result *result)
{
    end->left = keeper->left.rest;
    mz_ranks_gather(watch->run->ranks, result, end);
    keeper->left.rest = end->left;
    keeper->is_left = end->left;
    keeper->was_stopped = watch->stopped_by == MZ_LIMIT_CHECKPOINT &&
                          end->was_cut && !end->had_own_end;
}

/* ---- a process that stays ------------------------------------------------ */

static void dismiss(struct keeper *keeper)
{
    struct mz_watch *staying = &keeper->staying;

    if (!staying->child)
        return;
    staying->ended = staying->stays = false;
    staying->stopped_by = MZ_LIMIT_NONE; /* only its death is an end */
    mz_watch_end_process(staying);
    for (mz_watch_reap(staying); !staying->ended; mz_watch_reap(staying))
        usleep(1000);
    mz_shared_release(&staying->memory);
    staying->child = 0;
}

/* The search goes on as the process that stays has it in mind, and what it goes
 * on with has room there. (Settings are compared as bytes. Were they equal but
 * for bytes that mean nothing, then a new process would be started.) */
static bool can_stay(const struct keeper *keeper,
                     const struct mz_settings *settings,
                     const struct mz_rest *rest)
{
    const struct mz_shared_memory *memory = &keeper->staying.memory;
    uint64_t used = memory->region->search_offset;
    uint64_t load = rest ? 2 * mz_share_load_size(rest->tasks) : 0;
    const void *staying = &keeper->staying_settings, *wanted = settings;

    return !memcmp(staying, wanted, sizeof *settings) && used < memory->size &&
           load + mz_shared_least(settings) <= memory->size - used &&
           mz_shift_has_room(memory, rest);
}

/* False: a new process is to be started. */
static bool stay(struct mz_watch *watch, const struct mz_settings *settings,
                 struct keeper *keeper)
{
    struct mz_watch *staying = &keeper->staying;
    const struct mz_shared_memory *memory = &staying->memory;
    const struct mz_search_state *continues = watch->continues;

    if (!staying->child ||
        !can_stay(keeper, settings, continues ? continues->rest : NULL) ||
        !mz_shift_restore(memory, continues) ||
        (continues &&
         !mz_search_state_put(continues, memory->region, memory->file))) {
        dismiss(keeper);
        return false;
    }
    watch->memory = *memory;
    watch->plan = staying->plan;
    watch->child = staying->child;
    watch->shift = staying->shift + 1;
    staying->child = 0;
    return true;
}

/* Unless the process stays. */
static void leave(struct mz_watch *watch, const struct mz_settings *settings,
                  struct keeper *keeper)
{
    if (!watch->stays) {
        mz_shared_release(&watch->memory);
        return;
    }
    keeper->staying = *watch;
    keeper->staying_settings = *settings;
}

/* ---- the whole ----------------------------------------------------------- */

static void fill_in_plan(struct mz_region *region,
                         const struct mz_replay_request *replay)
{
    region->account.plan_length = replay->plan_length;
    memcpy(region->account.plan, replay->plan,
           replay->plan_length * sizeof replay->plan[0]);
    region->findings[0] = replay->finding;
    region->thread_count = replay->thread_count;
    memcpy(region->names, replay->names, sizeof replay->names);
}

static int prepare_region(struct mz_watch *watch,
                          const struct mz_settings *settings)
{
    const struct mz_run *run = watch->run;

    if (!mz_shared_create(&watch->memory, settings, watch->continues))
        return MZ_EXIT_FAILED;
    mz_settings_copy(&watch->memory.region->settings, settings);
    watch->memory.region->settings.suppresses = run->suppressions != NULL;
    watch->memory.region->suppressed.supervisor = (uint32_t)getpid();
    if (run->replay)
        fill_in_plan(watch->memory.region, run->replay);
    return 0;
}

static int begin(struct mz_watch *watch)
{
    struct mz_arguments argv = {0};

    if (watch->child) {
        mz_watch_begin(watch);
        mz_shift_begin(watch->memory.region, watch->shift);
        return 0;
    }
    watch->child = mz_launch(watch, &argv);
    if (watch->child >= 0)
        return 0;
    mz_shared_release(&watch->memory);
    return mz_failed("cannot start a process: %s", strerror(-watch->child));
}

/* `began`: when the search began that this goes on with; 0: now. `kept`: the
 * search that it goes on with, if any; and then what is left of it, if that was
 * put by. */
static int attempt(const struct mz_run *run, const struct mz_settings *settings,
                   double began, struct keeper *keeper,
                   struct mz_result *result)
{
    struct mz_watch watch = {
        .run = run,
        .workers = mz_workers(settings),
        .in_ranks = settings->in_ranks,
        .continues = keeper->continues,
        .scribe = &keeper->scribe,
        .period = settings->puts_by ? keeper->period : 0,
        .start = began,
    };
    struct mz_ranks_end end = {0};
    int status = 0;

    if (!stay(&watch, settings, keeper))
        status = prepare_region(&watch, settings);
    if (status)
        return status;
    watch.answers = (struct mz_answers){.suppressions = run->suppressions,
                                        .executable = run->executable};
    if (watch.continues)
        take_over(&watch, keeper);
    if (mz_watch_ranks(&watch))
        mz_ranks_open(run->ranks, watch.memory.region, watch.workers,
                      watch.memory.size, watch.memory.file);
    status = begin(&watch);
    if (status)
        return status;
    if (keeper->signal) /* it came too late for the process before */
        mz_watch_signal(&watch, keeper->signal, watch.begun);
    mz_watch_to_the_end(&watch);
    mz_answers_release(&watch.answers);
    end.was_cut = was_cut(&watch);
    end.had_own_end =
        !end.was_cut && watch.memory.region->status != MZ_STATUS_DONE;
    keeper->was_stopped =
        watch.stopped_by == MZ_LIMIT_CHECKPOINT && end.was_cut;
    keeper->was_killed =
        mz_process_clock() - watch.stop_time >= MZ_GRACE_TO_PUT_BY;
    keeper->signal = watch.signal;
    conclude(&watch, result);
    keeper->is_left =
        mz_search_state_take(&keeper->left, watch.memory.region,
                             watch.memory.size, watch.memory.file);
    if (mz_watch_ranks(&watch))
        gather_ranks(&watch, &end, keeper, result);
    leave(&watch, settings, keeper);
    return 0;
}

/* Where files of executions are; one with a long path is none. */
static void set_folder(struct mz_settings *settings, const char *folder)
{
    if (strlen(folder) < sizeof settings->folder)
        strcpy(settings->folder, folder);
}
/* ---- a search that is kept ----------------------------------------------- */

/* With what it had learnt of the program; how far it is to go is said anew. */
static void continue_search(const struct mz_run *run, struct keeper *keeper,
                            struct mz_settings *settings)
{
    keeper->period = run->keeping ? run->keeping->period : 0;
    if (!run->continues)
        return;
    keeper->continues = run->continues;
    *settings = run->continues->settings;
    settings->jobs = run->settings.jobs;
    settings->max_executions = run->settings.max_executions;
    keeper->allowed = mz_tally_limited(&run->continues->before->progress.tally);
}

static void forget(struct keeper *keeper)
{
    mz_search_state_release(&keeper->kept);
    keeper->continues = NULL;
}

/* What was put by takes the place of what was before. */
static void advance(struct keeper *keeper, const struct mz_settings *settings,
                    const struct mz_result *result, double seconds)
{
    forget(keeper);
    keeper->kept = keeper->left;
    keeper->kept.settings = *settings;
    keeper->kept.before = mz_transcript_take(result->region, 1);
    keeper->kept.seconds = seconds;
    keeper->continues = &keeper->kept;
    keeper->left = (struct mz_search_state){0};
}

/* All has been explored, or the first error ends it. (Of a search that was
 * stopped with nothing left only the next process says so.) */
static bool has_ended(const struct mz_region *region,
                      const struct keeper *keeper)
{
    return region->status == MZ_STATUS_DONE ||
           (region->status == MZ_STATUS_ERROR &&
            !region->settings.keep_going) ||
           (region->status == MZ_STATUS_LIMIT && keeper->is_left &&
            !keeper->left.rest->tasks);
}

static bool is_part(const struct mz_run *run)
{
    return run->continues && run->continues->of.parts;
}

/* Writes what is kept; of a search that goes on, while it goes on. True: it is
 * written already. */
static bool save(const struct mz_run *run, struct keeper *keeper)
{
    const struct mz_keeping *keeping = run->keeping;

    if (!keeper->was_stopped)
        return !mz_search_state_save(&keeper->kept, keeping->origin,
                                     keeping->path);
    mz_scribe_begin(&keeper->scribe, &keeper->kept, keeping->origin,
                    keeping->path);
    return false;
}

/* Goes back to what was kept before. */
static void lose(const struct mz_run *run, struct keeper *keeper)
{
    const char *path = run->keeping->path;
    bool gives_up = keeper->was_killed || ++keeper->lost == MOST_LOST;

    if (gives_up)
        keeper->period = 0;
    if (keeper->was_killed)
        mz_note("the search could not be stopped within %d seconds to be kept "
                "in %s: it goes on as it was before, and is not kept",
                MZ_GRACE_TO_PUT_BY, path);
    else
        mz_note("as the search was stopped to be kept in %s a worker was "
                "killed, or more was left than there is room for: it goes on "
                "as it was before%s",
                path, gives_up ? ", and is not kept" : "");
}

/* Puts by what the process has left. True: the search goes on. */
static bool keep(const struct mz_run *run, struct keeper *keeper,
                 const struct mz_settings *settings, double seconds,
                 struct mz_result *result)
{
    result->is_kept = false;
    if (!run->keeping)
        return false;
    mz_scribe_finish(&keeper->scribe);
    result->is_over = has_ended(result->region, keeper);
    if (result->is_over && !is_part(run)) {
        mz_search_state_release(&keeper->left);
    } else if (keeper->is_left) {
        keeper->lost = 0;
        advance(keeper, settings, result, seconds);
        if (run->continues)
            keeper->kept.of = run->continues->of;
        result->is_kept = save(run, keeper);
    } else if (keeper->was_stopped) {
        lose(run, keeper);
    }
    if (is_part(run) && !result->is_kept)
        result->is_over = false; /* the file before is still of use */
    return keeper->was_stopped;
}

/* Each part would explore it all. */
static void refuse_to_begin_anew(struct mz_region *region)
{
    region->status = MZ_STATUS_FAILED;
    snprintf(region->message, sizeof region->message,
             "a part of a search has met what the search must begin anew for: "
             "go on with the whole, from before it was split");
}

/* What is left of a search means something only to the program and libraries
 * that it was begun with: refuses others. */
static bool refuse_changed(struct mz_region *region)
{
    const char *changed = mz_search_state_changed_file();

    if (!changed)
        return false;
    region->status = MZ_STATUS_FAILED;
    region->finding_count = 0; /* they may be another program's */
    region->progress.tally.errors = 0;
    snprintf(region->message, sizeof region->message,
             "%s has changed since the search was begun: it can go on when "
             "that is as it was",
             changed);
    return true;
}

/* That of a part says nothing of the others. */
static void judge(const struct mz_run *run, struct mz_result *result)
{
    result->verdict = mz_verdict_judge(result->region, result->algorithm);
    if (!is_part(run) || result->verdict != MZ_VERDICT_SAFE)
        return;
    result->verdict = MZ_VERDICT_INCOMPLETE;
    result->region->status = MZ_STATUS_LIMIT;
    result->region->limit = MZ_LIMIT_PART;
}

/* The program itself, before it is begun. */
static void know_program(const struct mz_run *run)
{
    char *path;

    if (!run->keeping && !run->ranks)
        return;
    path = realpath(run->executable, NULL);
    if (path)
        mz_search_state_hash_file(path);
    free(path);
}

/* Search by search, as rank 0 says. */
static int follow(const struct mz_run *run, struct keeper *keeper,
                  struct mz_result *result)
{
    struct mz_settings *settings = &keeper->settings;
    int status = 0;

    while (!status && mz_ranks_await(run->ranks, settings)) {
        if (mz_search_state_changed_file())
            return mz_failed("%s has changed since the search was begun",
                             mz_search_state_changed_file());
        settings->folder[0] = '\0';
        set_folder(settings, run->janitor->folder);
        status = attempt(run, settings, 0, keeper, result);
        if (!status)
            mz_transcript_release(result->region);
        keeper->signal = 0;
    }
    return status;
}

static int search(const struct mz_run *run, struct keeper *keeper,
                  struct mz_result *result)
{
    struct mz_settings *settings = &keeper->settings;
    struct mz_dovetail dovetail;
    bool goes_on = run->continues;
    double began = 0;

    mz_settings_copy(settings, &run->settings);
    continue_search(run, keeper, settings);
    settings->puts_by = run->keeping != NULL;
    settings->in_ranks = run->ranks != NULL;
    mz_dovetail_begin(&dovetail, settings);
    set_folder(settings, run->janitor->folder);
    for (;;) {
        double now = mz_process_clock();
        int status;

        if (settings->in_ranks)
            mz_ranks_begin(run->ranks, settings);
        status = attempt(run, settings, began, keeper, result);
        if (status)
            return status;
        began = began ? began : now; /* whatever follows is the same search */
        /* Once for each process is enough, when it has ended: one that should
         * not have been begun is begun in vain. */
        if (goes_on && refuse_changed(result->region))
            break;
        if (keep(run, keeper, settings, result->seconds, result)) {
            goes_on = true;
            mz_transcript_release(result->region);
            continue;
        }
        if (mz_dovetail_next(&dovetail, result->region, settings)) {
            if (run->verbose)
                mz_dovetail_tell(settings);
        } else if (!mz_needs_more(run, result->region, settings)) {
            break;
        }
        if (is_part(run)) {
            refuse_to_begin_anew(result->region);
            break;
        }
        forget(keeper);
        keeper->allowed = 0;
        mz_transcript_release(result->region);
    }
    memcpy(result->algorithm, settings->algorithm, sizeof settings->algorithm);
    return 0;
}

int mz_supervise(const struct mz_run *run, struct mz_result *result)
{
    bool follows = run->ranks && !mz_ranks_is_first(run->ranks);
    struct keeper *keeper = mz_search_state_memory(sizeof *keeper);
    int status;

    know_program(run);
    status = follows ? follow(run, keeper, result)
                     : search(run, keeper, result);
    dismiss(keeper);
    mz_scribe_finish(&keeper->scribe);
    forget(keeper);
    munmap(keeper, sizeof *keeper);
    if (status || follows)
        return status;
    mz_trust_apply(result->region, run->trust);
    judge(run, result);
    return 0;
}
