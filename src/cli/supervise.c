/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* memfd_create, asprintf */
#include "cli/supervise.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <unistd.h>

#include "arch/arch.h"
#include "arch/page.h"
#include "cli/answers.h"
#include "cli/arguments.h"
#include "cli/cut.h"
#include "cli/home.h"
#include "cli/dovetail.h"
#include "cli/message.h"
#include "cli/process.h"
#include "cli/progress.h"
#include "cli/ranks.h"
#include "cli/scribe.h"
#include "cli/shift.h"
#include "cli/transcript.h"
#include "cli/trust.h"
#include "cli/verdict.h"
#include "explore/share.h"
#include "region/function.h"

enum {
    FREE_DESCRIPTOR = 200,
    MOST_LOST = 3, /* processes, one after the other, of which it is not known
                      what they have left, until that is given up */
    LEAST_RUN = 8, /* executions of a process that is stopped to be kept: what
                      it has learnt of loops that wait shows in the next ones */
};

/* How long a process that was asked to end has until it is killed: longer, if
 * it is to put by what is left. */
static const double GRACE = 2, GRACE_TO_PUT_BY = 60;
static const double AGAIN = 0.5; /* seconds of silence that was seen before */
static const double UNTIL_KNOWN = 0.005; /* between looks for what is loaded */

/* When one that searches was last seen to do something. */
struct life {
    uint64_t heartbeat;
    uint64_t executions;
    double last;        /* when one of them was seen to change */
    bool was_barked_at; /* since then */
};

/* One process and what is known of it from outside. */
struct watch {
    const struct mz_run *run;
    uint32_t workers;
    bool in_ranks;
    const struct mz_search_state *continues; /* NULL: it begins anew */
    const struct mz_scribe *scribe; /* may still write what was kept before */
    struct mz_region *region; /* shared */
    uint64_t region_size;     /* in bytes, with the memory of the search */
    int file;                 /* of the region */
    struct mz_process_plan plan;
    pid_t child;
    bool ended;
    uint32_t shift; /* of that process, from 1: see region/shifts.h */
    bool stays;     /* the shift has ended, and the process has not */
    bool knows_files; /* of a search that is kept */
    int wait_status;
    long max_rss_kb;

    double start, begun; /* the search; this process */
    uint64_t run_before; /* executions, before this process */
    double period;       /* after which it is stopped to be kept; 0: none */
    double at_work;      /* with other ranks: the first execution was seen */
    enum mz_limit stopped_by; /* for which it was asked to stop */
    double stop_time;       /* when */
    int signal;             /* that asked for it; 0: none */

    struct mz_time_left time_left;
    struct life lives[1 + MZ_MAX_JOBS]; /* one for each region */
    bool was_bitten;
    struct mz_answers answers;
};

/* NULL: this process is alone, or this search is. */
static struct mz_ranks *ranks_of(const struct watch *watch)
{
    return watch->in_ranks ? watch->run->ranks : NULL;
}

/* ---- the region ---------------------------------------------------------- */

static size_t head_size(uint32_t workers)
{
    return mz_page_up((1 + workers) * sizeof(struct mz_region));
}

/* What a search reserves at its start: for each event that an execution may
 * have up to 3.9 KB, most of it for clocks, which have a place for each thread
 * (in the wide build, of eight times as many, up to 33 KB); up to 120 MB
 * besides; an eighth more, for what workers exchange. */
static uint64_t least_size(const struct mz_settings *settings)
{
    uint64_t event = settings->many_threads ? 36 << 10 : 4 << 10;
    uint64_t each = event * settings->max_events + (128 << 20);
    uint32_t workers = mz_workers(settings);

    if (settings->memory_model != MZ_MODEL_SC) /* clocks of the axioms */
        each = 2 * each + (128 << 20);

    if (settings->puts_by) /* half of all is for what is exchanged */
        each += each / 8 * 7;
    return head_size(workers) + (workers ? workers : 1) * (each + each / 7);
}

/* Sparse: memory is taken by what is written. Address space, too, is limited
 * by some (ulimit -v): half of it is the program's. */
static uint64_t best_size(const struct mz_settings *settings, uint64_t more)
{
    uint64_t size = least_size(settings) + more + (32ull << 30);
    struct rlimit limit;

    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur / 2 < size)
        size = limit.rlim_cur / 2;
    return mz_page_down(size);
}

/* Files may be limited, too (ulimit -f). -1: not even the least can be had. */
static int create_file(const struct mz_settings *settings, uint64_t more,
                       uint64_t *size)
{
    int file = memfd_create("mazurka", MFD_CLOEXEC);

    *size = best_size(settings, more);
    while (file >= 0 && *size >= least_size(settings) + more) {
        if (ftruncate(file, (off_t)*size) == 0)
            return file;
        *size = mz_page_down(*size / 2);
    }
    if (file >= 0)
        close(file);
    return -1;
}

/* Of what it goes on with: it is in the memory, too, and who takes it up needs
 * some for each task. */
static uint64_t size_of_rest(const struct watch *watch)
{
    const struct mz_rest *rest =
        watch->continues ? watch->continues->rest : NULL;

    return rest ? mz_page_up(rest->size) + 2 * mz_share_load_size(rest->tasks)
                : 0;
}

static void release_region(struct watch *watch)
{
    munmap(watch->region, head_size(watch->workers));
    close(watch->file);
}

static bool take_up(struct watch *watch, size_t head)
{
    watch->region->taken_up = head;
    watch->region->search_offset =
        head + mz_page_up(watch->continues->rest->size);
    if (mz_search_state_put(watch->continues, watch->region, watch->file))
        return true;
    mz_note("cannot write to shared memory: %s", strerror(errno));
    release_region(watch);
    return false;
}

static bool create_region(struct watch *watch,
                          const struct mz_settings *settings)
{
    uint64_t head = head_size(watch->workers), more = size_of_rest(watch), size;

    watch->file = create_file(settings, more, &size);
    if (watch->file < 0) {
        mz_note("cannot have %llu MB of shared memory: raise ulimit -v and -f, "
                "or lower --max-events%s",
                (unsigned long long)(least_size(settings) + more) >> 20,
                settings->jobs > 1 ? " or --jobs" : "");
        return false;
    }
    watch->region = mmap(NULL, head, PROT_READ | PROT_WRITE, MAP_SHARED,
                         watch->file, 0);
    if (watch->region == MAP_FAILED) {
        mz_note("cannot map shared memory: %s", strerror(errno));
        close(watch->file);
        return false;
    }
    watch->region->magic = mz_region_magic();
    watch->region->size = watch->region_size = size;
    watch->region->search_offset = head;
    return !watch->continues || take_up(watch, head);
}


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

/* ---- in the child, before exec ------------------------------------------- */

static _Noreturn void refuse_descriptors(struct mz_region *region)
{
    region->status = MZ_STATUS_FAILED;
    snprintf(region->message, sizeof region->message,
             "no descriptor is left for the checked process: raise ulimit -n");
    _exit(MZ_EXIT_FAILED);
}

/* The program finds the library of that name there first; it is not to see
 * the variable. */
static void prefer_wide_library(void)
{
    const char *own = getenv(MZ_LIBRARIES_VARIABLE);
    char value[2 * PATH_MAX];
    struct mz_home home;
    int length;

    if (!mz_home_find(&home))
        return;
    length = snprintf(value, sizeof value, "%s/" MZ_WIDE_FOLDER "%s%s",
                      home.libraries, own ? ":" : "", own ? own : "");
    if (length < (int)sizeof value)
        setenv(MZ_LIBRARIES_VARIABLE, value, true);
}

static void pass_region(struct watch *watch)
{
    /* High up: what the program opens has its usual numbers. */
    int copy = fcntl(watch->file, F_DUPFD, FREE_DESCRIPTOR);
    char number[16];

    if (copy < 0)
        copy = fcntl(watch->file, F_DUPFD, STDERR_FILENO + 1);
    if (copy < 0)
        refuse_descriptors(watch->region);
    snprintf(number, sizeof number, "%d", copy);
    setenv(watch->region->settings.function ? MZ_FUNCTION_VARIABLE
                                            : MZ_REGION_VARIABLE,
           number, true);
    if (watch->region->settings.many_threads)
        prefer_wide_library();
    /* Else each execution would resolve its calls anew, being rolled back. */
    setenv(MZ_BIND_VARIABLE, MZ_BIND_VALUE, false);
}

/* Before what is preloaded anyway. */
static void preload(const char *library)
{
    const char *others = getenv("LD_PRELOAD");
    char *all;

    if (asprintf(&all, "%s%s%s", library, others ? ":" : "",
                 others ? others : "") >= 0)
        setenv("LD_PRELOAD", all, true);
}

/* Where libraries lie depends on the limit, if it is larger than this, or none:
 * then the program has its own back when they have been loaded. */
static void limit_stack(struct mz_region *region)
{
    enum { USUAL = 8 << 20 };
    struct rlimit limit;

    if (region->settings.function || getrlimit(RLIMIT_STACK, &limit) ||
        limit.rlim_cur <= USUAL)
        return;
    region->stack_limit = limit.rlim_cur;
    limit.rlim_cur = USUAL;
    setrlimit(RLIMIT_STACK, &limit);
}

/* Addresses are to be the same in each process, on each machine. */
static void place_as_usual(struct mz_region *region)
{
    int persona = personality(0xffffffff);

    limit_stack(region);
    if (persona != -1) /* containers may refuse; nothing depends on it */
        personality(((unsigned long)persona | ADDR_NO_RANDOMIZE) &
                    ~(unsigned long)ADDR_COMPAT_LAYOUT);
}

static void prepare(void *context)
{
    static const struct rlimit no_core = {0, 0};
    struct watch *watch = context;

    pass_region(watch);
    if (watch->run->preload)
        preload(watch->run->preload);
    if (watch->run->debugger)
        return;
    setrlimit(RLIMIT_CORE, &no_core);
    place_as_usual(watch->region);
}

static void tell_refusal(void *context, int error)
{
    struct watch *watch = context;
    struct mz_region *region = watch->region;

    region->status = MZ_STATUS_FAILED;
    snprintf(region->message, sizeof region->message, "cannot run %s: %s",
             watch->run->debugger ? watch->run->debugger[0]
                                  : watch->run->executable,
             strerror(error));
}

/* ---- watching ------------------------------------------------------------ */

static void end_process(struct watch *watch)
{
    kill(-watch->child, SIGKILL);
    kill(watch->child, SIGKILL); /* a debugger is in our group */
}

/* It says so by SIGCHLD. */
static bool has_ended_shift(const struct watch *watch)
{
    return watch->stopped_by &&
           __atomic_load_n(&watch->region->shifts.ended, __ATOMIC_SEQ_CST) ==
               watch->shift;
}

/* SIGCHLD may still come of a process that is no more: other ranks are waited
 * for. */
static void reap(struct watch *watch)
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
static void ask_to_stop(struct watch *watch, enum mz_limit limit, double now)
{
    if (is_for_a_while(watch->stopped_by)) {
        watch->stopped_by = limit; /* it stops already, and is to end */
        return;
    }
    if (watch->stopped_by) {
        end_process(watch);
        return;
    }
    watch->stopped_by = limit;
    watch->stop_time = now;
    for (uint32_t i = 0; i < 1 + watch->workers; i++)
        watch->region[i].stop = is_for_a_while(limit) ? MZ_STOP_SHIFT
                                                      : MZ_STOP_END;
}

static void on_signal(struct watch *watch, int signal, double now)
{
    if (watch->run->debugger && signal == SIGINT)
        return; /* it is the debugger's */
    if (!mz_process_is_request_to_stop(signal))
        return;
    if (!watch->signal)
        watch->signal = signal;
    ask_to_stop(watch, MZ_LIMIT_INTERRUPT, now);
}

/* Stopped, or held by a debugger: the third field after the name. */
static bool is_held(pid_t process)
{
    char path[64], line[512] = "";
    const char *state;
    FILE *file;

    snprintf(path, sizeof path, "/proc/%d/stat", process);
    file = fopen(path, "re");
    if (!file)
        return false;
    if (!fgets(line, sizeof line, file))
        line[0] = '\0';
    fclose(file);
    state = strrchr(line, ')');
    return state && (state[2] == 'T' || state[2] == 't');
}

/* Who executes the program: its own word, so it must be one of ours. */
static pid_t running_process(const struct watch *watch, uint32_t i)
{
    pid_t process = (pid_t)watch->region[i].progress.running_pid;

    if (process > 1 && getpgid(process) == watch->child)
        return process;
    return watch->child;
}

static void note_life(struct watch *watch, uint32_t i, double now)
{
    const struct mz_progress *progress = &watch->region[i].progress;
    struct life *life = &watch->lives[i];

    if (progress->heartbeat == life->heartbeat &&
        progress->tally.executions == life->executions)
        return;
    *life = (struct life){progress->heartbeat, progress->tally.executions, now,
                          false};
}

static void bark(struct watch *watch, uint32_t i)
{
    watch->lives[i].was_barked_at = true;
    if (watch->region[i].status == MZ_STATUS_RUNNING)
        kill(running_process(watch, i), MZ_WATCHDOG_SIGNAL);
}

static pid_t parent_of(pid_t process)
{
    char path[64], line[512] = "";
    const char *name_end;
    FILE *file;
    int parent = 0;

    snprintf(path, sizeof path, "/proc/%d/stat", process);
    file = fopen(path, "re");
    if (!file)
        return 0;
    if (!fgets(line, sizeof line, file))
        line[0] = '\0';
    fclose(file);
    name_end = strrchr(line, ')');
    return name_end && sscanf(name_end, ") %*c %d", &parent) == 1 ? parent : 0;
}

/* A loop that the report tells of stops in the debugger. Nothing else is done
 * to what it has started: it may take the time that the user takes. */
static void check_debugged(struct watch *watch, double now)
{
    pid_t process = (pid_t)watch->region->progress.running_pid;
    struct life *life = &watch->lives[0];

    note_life(watch, 0, now);
    if (process <= 1 || parent_of(process) != watch->child ||
        is_held(process)) {
        life->last = now;
    } else if (now - life->last >= watch->run->watchdog) {
        life->last = now;
        kill(process, MZ_WATCHDOG_SIGNAL);
    }
}

static void bite(struct watch *watch)
{
    watch->was_bitten = true;
    end_process(watch);
}

/* It has not come to the call of mz_check yet. */
static bool runs_natively(const struct watch *watch)
{
    return watch->region->settings.function &&
           watch->region->status == MZ_STATUS_STARTED;
}

/* What was silent for long once will be so again. */
static double patience_with(const struct watch *watch, uint32_t i)
{
    double patience = watch->run->watchdog;

    return watch->region[i].progress.silent_at && patience > AGAIN ? AGAIN
                                                                   : patience;
}

static void check_life(struct watch *watch, uint32_t i, double now)
{
    double patience = watch->run->watchdog;
    struct life *life = &watch->lives[i];

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
static void check_lives(struct watch *watch, double now)
{
    uint32_t count = 1 + watch->workers;

    if (watch->run->debugger) {
        if (watch->run->watchdog)
            check_debugged(watch, now);
        return;
    }
    if (count == 1 || watch->region->status == MZ_STATUS_STARTED) {
        check_life(watch, 0, now);
        return;
    }
    for (uint32_t i = 1; i < count; i++)
        if (watch->region[i].status == MZ_STATUS_RUNNING)
            check_life(watch, i, now);
        else
            watch->lives[i].last = now;
}

/* Executions that were run, by all. */
static uint64_t executions_run(const struct watch *watch)
{
    uint64_t sum = 0;

    if (ranks_of(watch))
        return mz_ranks_run(ranks_of(watch));
    for (uint32_t i = 1; i <= watch->workers; i++)
        sum += mz_tally_run(&watch->region[i].progress.tally);
    return sum;
}

/* Each shift is to run some executions, however slow it is; and until all ranks
 * have begun much time may pass: then they work as long as that has taken. */
static bool has_worked(struct watch *watch, double now)
{
    uint64_t run = executions_run(watch);

    if (ranks_of(watch) && !watch->at_work && run > watch->run_before)
        watch->at_work = now;
    return run >= watch->run_before + LEAST_RUN &&
           now - watch->at_work >= watch->at_work - watch->begun;
}

/* Has the time come to keep the search? Not while the disk is busy with it. */
static bool is_to_be_kept(struct watch *watch, double now)
{
    return watch->period && has_worked(watch, now) &&
           now - watch->begun >= watch->period &&
           !mz_scribe_is_at_work(watch->scribe);
}

static void check_limits(struct watch *watch, double now)
{
    double timeout = watch->run->timeout;

    if (watch->stopped_by) {
        bool puts_by = watch->region->settings.puts_by;

        if (now - watch->stop_time >= (puts_by ? GRACE_TO_PUT_BY : GRACE))
            end_process(watch);
    } else if (is_to_be_kept(watch, now)) {
        ask_to_stop(watch, MZ_LIMIT_CHECKPOINT, now);
    } else if (timeout && now - watch->start >= timeout) {
        ask_to_stop(watch, MZ_LIMIT_TIMEOUT, now);
    }
}

/* What is left will mean something to the files alone that have been loaded:
 * they are looked at as soon as it is known which. */
static void know_files(struct watch *watch)
{
    const struct mz_region *region = watch->region;

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

/* Seconds until there is something to be looked at: at most 10 times each. */
static double next_look(const struct watch *watch, double now)
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
    if (watch->region->settings.puts_by && !watch->knows_files &&
        wait > UNTIL_KNOWN)
        wait = UNTIL_KNOWN;
    if (ranks_of(watch)) {
        double pause = mz_ranks_pause(ranks_of(watch));

        if (pause < wait)
            wait = pause;
    }
    return wait;
}

static const struct mz_progress *progress_of(struct watch *watch)
{
    if (watch->workers)
        mz_region_add_up(watch->region, watch->workers);
    if (ranks_of(watch))
        mz_ranks_progress(ranks_of(watch), &watch->region->progress);
    return &watch->region->progress;
}

static void show_progress(struct watch *watch, double now)
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
static bool are_over(struct watch *watch)
{
    enum mz_rank_phase phase;

    if (!ranks_of(watch))
        return watch->ended;
    phase = mz_ranks_act(ranks_of(watch), watch->stopped_by, watch->ended);
    if (phase == MZ_RANK_STOP && !watch->ended && !watch->stopped_by)
        ask_to_stop(watch, MZ_LIMIT_ELSEWHERE, mz_process_clock());
    return phase == MZ_RANK_OVER;
}

static void watch_to_the_end(struct watch *watch)
{
    double shown = watch->start;
    double lasts = watch->run->lasts; /* when it is to be told */

    reap(watch);
    while (!are_over(watch)) {
        double now = mz_process_clock();
        int signal = mz_process_wait_signal(next_look(watch, now));

        now = mz_process_clock();
        if (signal == SIGCHLD)
            reap(watch);
        else if (!watch->ended)
            on_signal(watch, signal, now);
        know_files(watch);
        if (watch->ended)
            continue;
        mz_answers_give(&watch->answers, watch->region,
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

/* ---- one attempt --------------------------------------------------------- */

/* The search as it is between two processes. */
struct keeper {
    const struct mz_search_state *continues; /* NULL: it begins anew */
    struct mz_search_state kept; /* that, unless it is the run's */
    struct mz_search_state left; /* by the process that has ended */
    struct mz_scribe scribe;     /* writes `kept` while that goes on */
    struct watch staying; /* its process stays for another shift ... */
    struct mz_settings staying_settings; /* ... with these; else child 0 */
    bool is_left;
    bool was_stopped; /* to be kept, and it was that which ended it */
    bool was_killed;  /* then, as it did not end in time */
    unsigned lost;    /* of MOST_LOST */
    int signal;       /* that asked the process to stop; 0: none */
    uint64_t allowed; /* executions that --max-executions does not count */
    double period;    /* seconds; 0: none */
};

static void note_begin(struct watch *watch)
{
    double now = mz_process_clock();

    if (!watch->start)
        watch->start = now;
    watch->begun = now;
    for (uint32_t i = 0; i < MZ_COUNT(watch->lives); i++)
        watch->lives[i].last = now;
}

/* Elsewhere, too: what it leaves. */
static bool is_to_mean_the_same(const struct watch *watch)
{
    const struct mz_settings *settings = &watch->region->settings;

    return (settings->puts_by || settings->in_ranks) && !watch->run->debugger &&
           !watch->run->server;
}

static pid_t start(struct watch *watch, struct mz_arguments *argv)
{
    mz_arguments_add_all(argv, watch->run->debugger);
    mz_arguments_add_all(argv, watch->run->argv);
    watch->plan = (struct mz_process_plan){
        .argv = argv->items,
        .janitor = watch->run->janitor,
        .is_placed = is_to_mean_the_same(watch),
        .in_foreground = watch->run->debugger,
        .server = watch->run->server,
        .descriptor = watch->file,
        .prepare = prepare,
        .refused = tell_refusal,
        .context = watch,
    };
    watch->shift = 1;
    note_begin(watch);
    return mz_process_start(&watch->plan);
}

static void gather(struct watch *watch, struct mz_result *result)
{
    mz_region_gather(watch->region, watch->workers);
    if (watch->region->status == MZ_STATUS_DONE)
        watch->region->progress.explored = 1;
    result->max_rss_kb = (long)watch->region->workers_rss_kb;
}

static void conclude(struct watch *watch, struct mz_result *result)
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
        mz_transcript_take(watch->region, 1 + watch->workers);
    mz_verdict_complete(result->region, &ending);
    result->was_stopped = watch->signal;
    if (watch->signal && !watch->run->is_aside &&
        result->region->limit == MZ_LIMIT_INTERRUPT)
        mz_process_note_stop(watch->signal);
}

/* It has not come to an end of its own. */
static bool was_cut(const struct watch *watch)
{
    uint32_t status = watch->region->status;

    return status == MZ_STATUS_STARTED || status == MZ_STATUS_RUNNING ||
           status == MZ_STATUS_INTERRUPTED;
}

/* What is known of the search before this process. */
static void take_over(struct watch *watch, struct keeper *keeper)
{
    const struct mz_tally *before =
        &watch->continues->before->progress.tally;
    struct mz_settings *settings = &watch->region->settings;
    uint64_t limited = mz_tally_limited(before);

    watch->run_before = mz_tally_run(before);
    if (watch->run_before && settings->audit == MZ_AUDIT_FIRST)
        settings->audit = MZ_AUDIT_OFF; /* that one was audited */
    if (limited < keeper->allowed) /* it has begun anew */
        keeper->allowed = 0;
    settings->executions_before = limited - keeper->allowed;
}

/* What all ranks have found becomes that of the first, and so does what they
 * have left. */
static void gather_ranks(struct watch *watch, struct mz_ranks_end *end,
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
    struct watch *staying = &keeper->staying;

    if (!staying->child)
        return;
    staying->ended = staying->stays = false;
    staying->stopped_by = MZ_LIMIT_NONE; /* only its death is an end */
    end_process(staying);
    for (reap(staying); !staying->ended; reap(staying))
        usleep(1000);
    release_region(staying);
    staying->child = 0;
}

/* The search goes on as the process that stays has it in mind, and what it goes
 * on with has room there. (Settings are compared as bytes. Were they equal but
 * for bytes that mean nothing, then a new process would be started.) */
static bool can_stay(const struct keeper *keeper,
                     const struct mz_settings *settings,
                     const struct mz_shift_memory *memory,
                     const struct mz_rest *rest)
{
    uint64_t used = memory->region->search_offset;
    uint64_t load = rest ? 2 * mz_share_load_size(rest->tasks) : 0;
    const void *staying = &keeper->staying_settings, *wanted = settings;

    return !memcmp(staying, wanted, sizeof *settings) && used < memory->size &&
           load + least_size(settings) <= memory->size - used &&
           mz_shift_has_room(memory, rest);
}

/* False: a new process is to be started. */
static bool stay(struct watch *watch, const struct mz_settings *settings,
                 struct keeper *keeper)
{
    struct watch *staying = &keeper->staying;
    const struct mz_search_state *continues = watch->continues;
    const struct mz_shift_memory memory = {
        .region = staying->region,
        .head = head_size(staying->workers),
        .size = staying->region_size,
        .file = staying->file,
    };

    if (!staying->child ||
        !can_stay(keeper, settings, &memory,
                  continues ? continues->rest : NULL) ||
        !mz_shift_restore(&memory, continues) ||
        (continues &&
         !mz_search_state_put(continues, staying->region, staying->file))) {
        dismiss(keeper);
        return false;
    }
    watch->region = staying->region;
    watch->region_size = staying->region_size;
    watch->file = staying->file;
    watch->plan = staying->plan;
    watch->child = staying->child;
    watch->shift = staying->shift + 1;
    staying->child = 0;
    return true;
}

/* Unless the process stays. */
static void leave(struct watch *watch, const struct mz_settings *settings,
                  struct keeper *keeper)
{
    if (!watch->stays) {
        release_region(watch);
        return;
    }
    keeper->staying = *watch;
    keeper->staying_settings = *settings;
}

/* ---- the whole ----------------------------------------------------------- */

static int prepare_region(struct watch *watch,
                          const struct mz_settings *settings)
{
    const struct mz_run *run = watch->run;

    if (!create_region(watch, settings))
        return MZ_EXIT_FAILED;
    watch->region->settings = *settings;
    watch->region->settings.suppresses = run->suppressions != NULL;
    watch->region->suppressed.supervisor = (uint32_t)getpid();
    if (run->replay)
        fill_in_plan(watch->region, run->replay);
    return 0;
}

static int begin(struct watch *watch)
{
    struct mz_arguments argv = {0};

    if (watch->child) {
        note_begin(watch);
        mz_shift_begin(watch->region, watch->shift);
        return 0;
    }
    watch->child = start(watch, &argv);
    if (watch->child >= 0)
        return 0;
    release_region(watch);
    return mz_failed("cannot start a process: %s", strerror(-watch->child));
}

/* `began`: when the search began that this goes on with; 0: now. `kept`: the
 * search that it goes on with, if any; and then what is left of it, if that was
 * put by. */
static int attempt(const struct mz_run *run,
                   const struct mz_settings *settings, double began,
                   struct keeper *keeper, struct mz_result *result)
{
    struct watch watch = {
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
    if (ranks_of(&watch))
        mz_ranks_open(run->ranks, watch.region, watch.workers,
                      watch.region_size, watch.file);
    status = begin(&watch);
    if (status)
        return status;
    if (keeper->signal) /* it came too late for the process before */
        on_signal(&watch, keeper->signal, watch.begun);
    watch_to_the_end(&watch);
    mz_answers_release(&watch.answers);
    end.was_cut = was_cut(&watch);
    end.had_own_end =
        !end.was_cut && watch.region->status != MZ_STATUS_DONE;
    keeper->was_stopped =
        watch.stopped_by == MZ_LIMIT_CHECKPOINT && end.was_cut;
    keeper->was_killed =
        mz_process_clock() - watch.stop_time >= GRACE_TO_PUT_BY;
    keeper->signal = watch.signal;
    conclude(&watch, result);
    keeper->is_left = mz_search_state_take(&keeper->left, watch.region,
                                           watch.region_size, watch.file);
    if (ranks_of(&watch))
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

/* To one that treats what its own cannot. */
static bool change_algorithm(const struct mz_run *run,
                             struct mz_settings *settings, enum mz_refusal why)
{
    const struct mz_algorithm_entry *other = mz_algorithm_for(0);

    if (!strcmp(settings->algorithm, other->name))
        return false;
    if (run->verbose)
        mz_note("again, with --algorithm=%s, not %s: %s", other->name,
                settings->algorithm, mz_refusals[why]);
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
    return found->count > known->count ||
           found->is_strict > known->is_strict ||
           found->take_locks > known->take_locks ||
           counted_of(found) > counted_of(known) ||
           found->lent_count > known->lent_count;
}

/* False: there is nothing that was not known. */
static bool take_loops(const struct mz_region *region,
                       struct mz_settings *settings)
{
    const struct mz_loop_places *found = &region->settings.loops;

    if (!is_more(found, &settings->loops) ||
        found->count > MZ_MAX_LOOP_PLACES)
        return false;
    for (uint32_t i = 0; i < found->count; i++)
        if (found->at[i].module >= MZ_MAX_MODULES)
            return false;
    settings->loops = *found;
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
    bool is_more = found->all != known->all      ? found->all
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

/* The program turned out to need more than it was started with. */
static bool needs_more(const struct mz_run *run,
                       const struct mz_region *region,
                       struct mz_settings *settings)
{
    uint32_t status = region->status;

    if (status == MZ_STATUS_BLOCKS && !settings->atomic_blocks) {
        settings->atomic_blocks = 1;
        if (run->verbose)
            mz_note("again, with atomic blocks");
        return true;
    }
    if (status == MZ_STATUS_STACKS && !settings->clean_stacks) {
        settings->clean_stacks = 1;
        if (run->verbose)
            mz_note("again, with clean stacks");
        return true;
    }
    if (status == MZ_STATUS_EXITS && !settings->ordered_exits) {
        settings->ordered_exits = 1;
        if (run->verbose)
            mz_note("again, with exit handlers as an object of all threads");
        return true;
    }
    if (status == MZ_STATUS_STREAMS && !settings->locked_streams) {
        settings->locked_streams = 1;
        if (run->verbose)
            mz_note("again, with locks of streams as operations");
        return true;
    }
    if (status == MZ_STATUS_ENDS && !settings->ordered_ends) {
        settings->ordered_ends = 1;
        if (run->verbose)
            mz_note("again, with the ends of threads as operations");
        return true;
    }
    if (status == MZ_STATUS_LENT && take_lent(region, settings)) {
        if (run->verbose)
            mz_note("again, with accesses to stacks visible that others use");
        return true;
    }
    if (status == MZ_STATUS_CROSSINGS && take_crossings(region, settings)) {
        if (run->verbose)
            mz_note("again, with calls of libraries without instrumentation "
                    "that may order what threads do");
        return true;
    }
    if (status == MZ_STATUS_SHARED && take_shared(region, settings)) {
        if (run->verbose && settings->shared.all)
            mz_note("again, with all memory shared");
        else if (run->verbose)
            mz_note("again, with %u places of memory that threads share",
                    settings->shared.count);
        return true;
    }
    if (status == MZ_STATUS_LOOPS && take_loops(region, settings)) {
        settings->clean_stacks = 1; /* states of threads are compared */
        if (run->verbose)
            mz_note("again, with %u places where loops wait%s",
                    settings->loops.count,
                    settings->loops.has_counted
                        ? ", of loops that count their rounds the first ones"
                        : "");
        return true;
    }
    if (status == MZ_STATUS_CANCELS && take_cancelled(region, settings)) {
        if (run->verbose)
            mz_note("again, with %u threads that are cancelled or sent signals",
                    settings->cancelled.count);
        return true;
    }
    if (status == MZ_STATUS_MASKS && take_masks(region, settings)) {
        if (run->verbose)
            mz_note("again, with %u masks of futexes", settings->masks.count);
        return true;
    }
    if (status == MZ_STATUS_LIBRARIES && take_libraries(region, settings)) {
        if (run->verbose)
            mz_note("again, with %u libraries that the program opens",
                    settings->libraries.count);
        return true;
    }
    if (status == MZ_STATUS_LONG && mz_cut_begin_anew(settings)) {
        if (run->verbose)
            mz_note("again, with executions of at most %u operations",
                    settings->max_events);
        return true;
    }
    if (status == MZ_STATUS_THREADS && !settings->many_threads) {
        settings->many_threads = 1;
        settings->loops = (struct mz_loop_places){0}; /* by modules as loaded */
        settings->shared = (struct mz_shared){0};     /* the same */
        if (run->verbose)
            mz_note("again, with more than 64 threads");
        return true;
    }
    if (status == MZ_STATUS_ALGORITHM && region->refusal &&
        run->may_change_algorithm)
        return change_algorithm(run, settings, region->refusal);
    return false;
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
    keeper->allowed =
        mz_tally_limited(&run->continues->before->progress.tally);
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
        mz_note("the search could not be stopped within %g seconds to be kept "
                "in %s: it goes on as it was before, and is not kept",
                GRACE_TO_PUT_BY, path);
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

/* Search by search, as rank 0 says. */
static int follow(const struct mz_run *run, struct mz_result *result)
{
    struct mz_settings settings;
    struct keeper keeper = {0};
    int status = 0;

    while (!status && mz_ranks_await(run->ranks, &settings)) {
        if (mz_search_state_changed_file())
            return mz_failed("%s has changed since the search was begun",
                             mz_search_state_changed_file());
        settings.folder[0] = '\0';
        set_folder(&settings, run->janitor->folder);
        status = attempt(run, &settings, 0, &keeper, result);
        if (!status)
            mz_transcript_release(result->region);
        keeper.signal = 0;
    }
    dismiss(&keeper);
    return status;
}

int mz_supervise(const struct mz_run *run, struct mz_result *result)
{
    struct mz_settings settings = run->settings;
    struct mz_dovetail dovetail;
    struct keeper keeper = {0};
    bool goes_on = run->continues;
    double began = 0;

    know_program(run);
    if (run->ranks && !mz_ranks_is_first(run->ranks))
        return follow(run, result);
    continue_search(run, &keeper, &settings);
    settings.puts_by = run->keeping != NULL;
    settings.in_ranks = run->ranks != NULL;
    mz_dovetail_begin(&dovetail, &settings);
    set_folder(&settings, run->janitor->folder);
    for (;;) {
        double now = mz_process_clock();
        int status;

        if (settings.in_ranks)
            mz_ranks_begin(run->ranks, &settings);
        status = attempt(run, &settings, began, &keeper, result);

        if (status) {
            dismiss(&keeper);
            mz_scribe_finish(&keeper.scribe);
            return status;
        }
        /* Once for each process is enough, when it has ended: one that should
         * not have been begun is begun in vain. */
        if (goes_on && refuse_changed(result->region))
            break;
        if (keep(run, &keeper, &settings, result->seconds, result)) {
            goes_on = true;
            began = began ? began : now;
            mz_transcript_release(result->region);
            continue;
        }
        if (mz_dovetail_next(&dovetail, result->region, &settings)) {
            if (run->verbose)
                mz_dovetail_tell(&settings);
            began = began ? began : now;
        } else if (!needs_more(run, result->region, &settings)) {
            break;
        }
        if (is_part(run)) {
            refuse_to_begin_anew(result->region);
            break;
        }
        forget(&keeper);
        keeper.allowed = 0;
        mz_transcript_release(result->region);
    }
    dismiss(&keeper);
    mz_scribe_finish(&keeper.scribe);
    forget(&keeper);
    mz_trust_apply(result->region, run->trust);
    memcpy(result->algorithm, settings.algorithm, sizeof settings.algorithm);
    judge(run, result);
    return 0;
}
