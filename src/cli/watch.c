/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* the C library's declarations of getpgid and kill */
#include "cli/watch.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/ranks.h"

enum {
    LEAST_RUN = 8, /* executions of a process that is stopped to be kept: what
                      it has learnt of loops that wait shows in the next ones */
};

/* How long a process that was asked to end has until it is killed. */
static const double GRACE = 2;
static const double AGAIN = 0.5; /* seconds of silence that was seen before */
static const double UNTIL_KNOWN = 0.005; /* between looks for what is loaded */

struct mz_ranks *mz_watch_ranks(const struct mz_watch *watch)
{
    return watch->in_ranks ? watch->run->ranks : NULL;
}

void mz_watch_begin(struct mz_watch *watch)
{
    double now = mz_process_clock();

    if (!watch->start)
        watch->start = now;
    watch->begun = now;
    for (uint32_t i = 0; i < MZ_COUNT(watch->lives); i++)
        watch->lives[i].last = now;
}

void mz_watch_end_process(struct mz_watch *watch)
{
    kill(-watch->child, SIGKILL);
    kill(watch->child, SIGKILL); /* a debugger is in our group */
}

/* It says so by SIGCHLD. */
static bool has_ended_shift(const struct mz_watch *watch)
{
    return watch->stopped_by &&
           __atomic_load_n(&watch->memory.region->shifts.ended,
                           __ATOMIC_SEQ_CST) == watch->shift;
}

void mz_watch_reap(struct mz_watch *watch)
{
    struct rusage usage;

    if (watch->ended)
        return;
    watch->ended = mz_process_reap(&watch->plan, watch->child,
                                   &watch->wait_status, &usage);
    if (watch->ended)
        watch->max_rss_kb = usage.ru_maxrss;
    else
        watch->ended = watch->stays = has_ended_shift(watch);
}

/* The search may go on. */
static bool is_for_a_while(enum mz_limit limit)
{
    return limit == MZ_LIMIT_CHECKPOINT || limit == MZ_LIMIT_ELSEWHERE;
}

/* The second time it is killed at once. */
static void ask_to_stop(struct mz_watch *watch, enum mz_limit limit, double now)
{
    if (is_for_a_while(watch->stopped_by)) {
        watch->stopped_by = limit; /* it stops already, and is to end */
        return;
    }
    if (watch->stopped_by) {
        mz_watch_end_process(watch);
        return;
    }
    watch->stopped_by = limit;
    watch->stop_time = now;
    for (uint32_t i = 0; i < 1 + watch->workers; i++)
        watch->memory.region[i].stop =
            is_for_a_while(limit) ? MZ_STOP_SHIFT : MZ_STOP_END;
}

void mz_watch_signal(struct mz_watch *watch, int signal, double now)
{
    if (watch->run->debugger && signal == SIGINT)
        return; /* it is the debugger's */
    if (!mz_process_is_request_to_stop(signal))
        return;
    if (!watch->signal)
        watch->signal = signal;
    ask_to_stop(watch, MZ_LIMIT_INTERRUPT, now);
}

/* What the kernel says of a process after its name: " STATE PARENT ...". Empty:
 * there is none. */
static const char *status_of(pid_t process, char *line, size_t size)
{
    char path[64];
    const char *name_end;
    FILE *file;

    snprintf(path, sizeof path, "/proc/%d/stat", process);
    file = fopen(path, "re");
    if (!file)
        return "";
    if (!fgets(line, (int)size, file))
        line[0] = '\0';
    fclose(file);
    name_end = strrchr(line, ')');
    return name_end ? name_end + 1 : "";
}

/* Stopped, or held by a debugger. */
static bool is_held(pid_t process)
{
    char line[512], state = 0;

    return sscanf(status_of(process, line, sizeof line), " %c", &state) == 1 &&
           (state == 'T' || state == 't');
}

static pid_t parent_of(pid_t process)
{
    char line[512];
    int parent = 0;

    sscanf(status_of(process, line, sizeof line), " %*c %d", &parent);
    return parent;
}

/* Who executes the program: its own word, so it must be one of ours. */
static pid_t running_process(const struct mz_watch *watch, uint32_t i)
{
    pid_t process = (pid_t)watch->memory.region[i].progress.running_pid;

    if (process > 1 && getpgid(process) == watch->child)
        return process;
    return watch->child;
}

static void note_life(struct mz_watch *watch, uint32_t i, double now)
{
    const struct mz_progress *progress = &watch->memory.region[i].progress;
    struct mz_life *life = &watch->lives[i];

    if (progress->heartbeat == life->heartbeat &&
        progress->tally.executions == life->executions)
        return;
    *life = (struct mz_life){progress->heartbeat, progress->tally.executions,
                             now, false};
}

static void bark(struct mz_watch *watch, uint32_t i)
{
    watch->lives[i].was_barked_at = true;
    if (watch->memory.region[i].status == MZ_STATUS_RUNNING)
        kill(running_process(watch, i), MZ_WATCHDOG_SIGNAL);
}

/* A loop that the report tells of stops in the debugger. Nothing else is done
 * to what it has started: it may take the time that the user takes. */
static void check_debugged(struct mz_watch *watch, double now)
{
    pid_t process = (pid_t)watch->memory.region->progress.running_pid;
    struct mz_life *life = &watch->lives[0];

    note_life(watch, 0, now);
    if (process <= 1 || parent_of(process) != watch->child ||
        is_held(process)) {
        life->last = now;
    } else if (now - life->last >= watch->run->watchdog) {
        life->last = now;
        kill(process, MZ_WATCHDOG_SIGNAL);
    }
}

static void bite(struct mz_watch *watch)
{
    watch->was_bitten = true;
    mz_watch_end_process(watch);
}

/* It has not come to the call of mz_check yet. */
static bool runs_natively(const struct mz_watch *watch)
{
    return watch->memory.region->settings.function &&
           watch->memory.region->status == MZ_STATUS_STARTED;
}

/* What was silent for long once will be so again. */
static double patience_with(const struct mz_watch *watch, uint32_t i)
{
    double patience = watch->run->watchdog;

    return watch->memory.region[i].progress.silent_at && patience > AGAIN
               ? AGAIN
               : patience;
}

static void check_life(struct mz_watch *watch, uint32_t i, double now)
{
    double patience = watch->run->watchdog;
    struct mz_life *life = &watch->lives[i];

    note_life(watch, i, now);
    if (!patience || watch->stopped_by)
        return;
    if (now - life->last < patience_with(watch, i))
        return;
    if (is_held(running_process(watch, i)) || runs_natively(watch))
        life->last = now;
    else if (!life->was_barked_at)
        bark(watch, i);
    else if (now - life->last >= patience + GRACE)
        bite(watch);
}

/* Of several workers each may hang; their parent does nothing but wait. */
static void check_lives(struct mz_watch *watch, double now)
{
    uint32_t count = 1 + watch->workers;

    if (watch->run->debugger) {
        if (watch->run->watchdog)
            check_debugged(watch, now);
        return;
    }
    if (count == 1 || watch->memory.region->status == MZ_STATUS_STARTED) {
        check_life(watch, 0, now);
        return;
    }
    for (uint32_t i = 1; i < count; i++)
        if (watch->memory.region[i].status == MZ_STATUS_RUNNING)
            check_life(watch, i, now);
        else
            watch->lives[i].last = now;
}

/* Executions that were run, by all. */
static uint64_t executions_run(const struct mz_watch *watch)
{
    uint64_t sum = 0;

    if (mz_watch_ranks(watch))
        return mz_ranks_run(mz_watch_ranks(watch));
    for (uint32_t i = 1; i <= watch->workers; i++)
        sum += mz_tally_run(&watch->memory.region[i].progress.tally);
    return sum;
}

/* Each shift is to run some executions, however slow it is; and until all ranks
 * have begun much time may pass: then they work as long as that has taken. */
static bool has_worked(struct mz_watch *watch, double now)
{
    uint64_t run = executions_run(watch);

    if (mz_watch_ranks(watch) && !watch->at_work && run > watch->run_before)
        watch->at_work = now;
    return run >= watch->run_before + LEAST_RUN &&
           now - watch->at_work >= watch->at_work - watch->begun;
}

/* Has the time come to keep the search? Not while the disk is busy with it. */
static bool is_to_be_kept(struct mz_watch *watch, double now)
{
    return watch->period && has_worked(watch, now) &&
           now - watch->begun >= watch->period &&
           !mz_scribe_is_at_work(watch->scribe);
}

static void check_limits(struct mz_watch *watch, double now)
{
    double timeout = watch->run->timeout;

    if (watch->stopped_by) {
        bool puts_by = watch->memory.region->settings.puts_by;

        if (now - watch->stop_time >= (puts_by ? MZ_GRACE_TO_PUT_BY : GRACE))
            mz_watch_end_process(watch);
    } else if (is_to_be_kept(watch, now)) {
        ask_to_stop(watch, MZ_LIMIT_CHECKPOINT, now);
    } else if (timeout && now - watch->start >= timeout) {
        ask_to_stop(watch, MZ_LIMIT_TIMEOUT, now);
    }
}

/* What is left will mean something to the files alone that have been loaded:
 * they are looked at as soon as it is known which. */
static void know_files(struct mz_watch *watch)
{
    const struct mz_region *region = watch->memory.region;

    if (watch->knows_files || !region->settings.puts_by ||
        !__atomic_load_n(&region->shifts.prepared, __ATOMIC_SEQ_CST))
        return;
    for (uint32_t i = 0; i < region->module_count && i < MZ_MAX_MODULES; i++) {
        const struct mz_module_note *module = &region->modules[i];

        if (memchr(module->path, '\0', sizeof module->path))
            mz_search_state_hash_file(module->path);
    }
    watch->knows_files = true;
}

/* Seconds until there is something to be looked at: at most 10 times each. */
static double next_look(const struct mz_watch *watch, double now)
{
    double patience = watch->run->watchdog;
    double wait = watch->run->shows_progress ? 0.1 : 0.5;
    double left = watch->start + watch->run->timeout - now;
    double to_keep = watch->begun + watch->period - now;

    if (patience && patience < 2)
        wait = 0.1;
    if (watch->run->timeout && !watch->stopped_by && left < wait)
        wait = left;
    if (watch->period && !watch->stopped_by && to_keep < wait)
        wait = to_keep;
    if (wait < 0.001)
        wait = 0.001;
    if (watch->memory.region->settings.puts_by && !watch->knows_files &&
        wait > UNTIL_KNOWN)
        wait = UNTIL_KNOWN;
    if (mz_watch_ranks(watch)) {
        double pause = mz_ranks_pause(mz_watch_ranks(watch));

        if (pause < wait)
            wait = pause;
    }
    return wait;
}

static const struct mz_progress *progress_of(struct mz_watch *watch)
{
    if (watch->workers)
        mz_region_add_up(watch->memory.region, watch->workers);
    if (mz_watch_ranks(watch))
        mz_ranks_progress(mz_watch_ranks(watch),
                          &watch->memory.region->progress);
    return &watch->memory.region->progress;
}

static void show_progress(struct mz_watch *watch, double now)
{
    const struct mz_progress *progress = progress_of(watch);
    double seconds = now - watch->start;

    if (watch->run->looks_for) {
        mz_progress_show_beyond(watch->run->looks_for, seconds);
        return;
    }
    mz_time_left_note(&watch->time_left, seconds, progress->explored);
    mz_progress_show(progress, seconds, &watch->time_left);
}

/* What other ranks do, and what this one does for them. */
static bool are_over(struct mz_watch *watch)
{
    enum mz_rank_phase phase;

    if (!mz_watch_ranks(watch))
        return watch->ended;
    phase =
        mz_ranks_act(mz_watch_ranks(watch), watch->stopped_by, watch->ended);
    if (phase == MZ_RANK_STOP && !watch->ended && !watch->stopped_by)
        ask_to_stop(watch, MZ_LIMIT_ELSEWHERE, mz_process_clock());
    return phase == MZ_RANK_OVER;
}

void mz_watch_to_the_end(struct mz_watch *watch)
{
    double shown = watch->start;
    double lasts = watch->run->lasts; /* when it is to be told */

    mz_watch_reap(watch);
    while (!are_over(watch)) {
        double now = mz_process_clock();
        int signal = mz_process_wait_signal(next_look(watch, now));

        now = mz_process_clock();
        if (signal == SIGCHLD)
            mz_watch_reap(watch);
        else if (!watch->ended)
            mz_watch_signal(watch, signal, now);
        know_files(watch);
        if (watch->ended)
            continue;
        mz_answers_give(&watch->answers, watch->memory.region,
                        1 + watch->workers);
        check_limits(watch, now);
        check_lives(watch, now);
        if (watch->run->shows_progress && now - shown >= 0.1) {
            shown = now;
            show_progress(watch, now);
        }
        if (lasts && now - watch->start >= lasts) {
            lasts = 2 * (now - watch->start);
            mz_progress_tell(progress_of(watch), now - watch->start);
        }
    }
    mz_progress_erase();
}
