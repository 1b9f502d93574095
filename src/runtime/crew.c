/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/crew.h"

#include <errno.h>
#include <linux/futex.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#include "arch/page.h"
#include "base/system_call.h"
#include "runtime/porter.h"
#include "runtime/resume.h"
#include "runtime/shift.h"
#include "runtime/turn.h"

enum {
    /* So often a worker may die at the same task: what kills it may have
     * nothing to do with it, but a crash will happen again. */
    MAX_KILLS = 32,
    MAX_CRASHES = 2,
    /* Who looks for work in vain looks again after that time, in case that who
     * should wake it was killed. */
    NAP = 20 * 1000 * 1000, /* ns */
};

/* In the region. */
struct crew {
    struct mz_share *share;
    uint32_t news;   /* changes when there is something new, a futex */
    uint32_t ending; /* a limit is reached: who has nothing to do goes */
    uint64_t late; /* the number of the first execution that failed, plus one;
                      0: none has */
    uint32_t asleep[MZ_MAX_JOBS];
    struct {
        pid_t process; /* 0: it has ended */
        char *start;   /* of its arena */
        size_t size;
        uint64_t rss_kb; /* most, of all workers there */
    } seats[MZ_MAX_JOBS];
};

static struct crew *crew;

/* ---- sleep --------------------------------------------------------------- */

static void wake(int most)
{
    __atomic_fetch_add(&crew->news, 1, __ATOMIC_SEQ_CST);
    MZ_SYSTEM(futex, &crew->news, FUTEX_WAKE, most, NULL, NULL, 0);
}

static bool one_sleeps(void)
{
    for (uint32_t i = 0; i < mz_workers(&mz_rt.common->settings); i++)
        if (__atomic_load_n(&crew->asleep[i], __ATOMIC_SEQ_CST))
            return true;
    return false;
}

void mz_crew_wake(void)
{
    if (one_sleeps())
        wake(1);
}

static void sleep_unless(uint32_t news)
{
    const struct timespec nap = {.tv_nsec = NAP};

    MZ_SYSTEM(futex, &crew->news, FUTEX_WAIT, news, &nap, NULL, 0);
}

static bool is_to_stop(void)
{
    return __atomic_load_n(&mz_rt.region->stop, __ATOMIC_SEQ_CST) ||
           __atomic_load_n(&crew->ending, __ATOMIC_SEQ_CST);
}

/* Who looks after workers is to know. */
static void begin_sleep(uint32_t *asleep)
{
    __atomic_store_n(asleep, 1, __ATOMIC_SEQ_CST);
    mz_porter_ring();
}

/* Who publishes a task does so before it looks whether somebody sleeps; we look
 * for one after we have said that we do. */
bool mz_crew_take(struct mz_crew_member *member)
{
    uint32_t *asleep = &crew->asleep[member->sharer.seat];
    enum mz_share_state state = mz_share_take(&member->sharer);

    if (state == MZ_SHARE_NONE)
        begin_sleep(asleep);
    while (state == MZ_SHARE_NONE && !is_to_stop()) {
        uint32_t news = __atomic_load_n(&crew->news, __ATOMIC_SEQ_CST);

        state = mz_share_take(&member->sharer);
        mz_turn_beat();
        if (state == MZ_SHARE_NONE)
            sleep_unless(news);
    }
    __atomic_store_n(asleep, 0, __ATOMIC_SEQ_CST);
    member->all_done = state == MZ_SHARE_OVER;
    if (member->all_done)
        wake(MZ_MAX_JOBS); /* the others will see, too */
    return state == MZ_SHARE_TASK;
}

/* ---- the first error ----------------------------------------------------- */

void mz_crew_note_error(uint64_t number)
{
    uint64_t late = __atomic_load_n(&crew->late, __ATOMIC_SEQ_CST);

    while (!late || late > number + 1)
        if (__atomic_compare_exchange_n(&crew->late, &late, number + 1, false,
                                        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
            return;
}

bool mz_crew_is_late(uint64_t number)
{
    uint64_t late = __atomic_load_n(&crew->late, __ATOMIC_SEQ_CST);

    return late && number >= late;
}

/* ---- workers come -------------------------------------------------------- */

/* Steps of the plans of what is found for certain. */
static uint32_t plans_of(const struct mz_region *region)
{
    const struct mz_finding *last =
        &region->findings[region->finding_count ? region->finding_count - 1
                                                : 0];

    return region->finding_count ? last->plan_from + last->plan_length : 0;
}

/* What those in the seat have found for certain, and nothing else. */
static void reset_region(struct mz_region *region, uint32_t seat)
{
    const struct mz_share_totals *totals = mz_share_totals(crew->share, seat);

    region->magic = mz_rt.common->magic;
    region->settings = mz_rt.common->settings;
    region->status = MZ_STATUS_RUNNING;
    region->finding_count = totals->findings;
    region->plan_count = plans_of(region);
    region->thread_count = 0; /* it will meet them again */
    region->progress.tally = totals->tally;
}

/* In the new process: true. */
static bool fill(struct mz_crew_member *member, uint32_t seat)
{
    struct mz_region *region = &mz_rt.common[1 + seat];
    long parent = MZ_SYSTEM(getpid), child;

    reset_region(region, seat);
    crew->asleep[seat] = 0;
    child = MZ_SYSTEM(clone, SIGCHLD, NULL, NULL, NULL, 0);
    if (child < 0)
        mz_give_up("cannot fork a worker: error %d", (int)-child);
    if (child > 0) {
        crew->seats[seat].process = child;
        return false;
    }
    MZ_SYSTEM(prctl, PR_SET_PDEATHSIG, SIGKILL);
    if (MZ_SYSTEM(getppid) != parent)
        MZ_SYSTEM(exit_group, 1);
    region->progress.running_pid = MZ_SYSTEM(getpid);
    mz_rt.region = region;
    mz_arena_init(&member->arena, crew->seats[seat].start,
                  crew->seats[seat].size);
    mz_share_sit(&member->sharer, crew->share, seat);
    return true;
}

/* ---- workers go ---------------------------------------------------------- */

static void stop_all(void)
{
    for (uint32_t i = 0; i < mz_workers(&mz_rt.common->settings); i++)
        mz_rt.common[1 + i].stop = 1;
    wake(MZ_MAX_JOBS);
}

/* Where that was met which cannot be checked: it is the latest stack. */
static void add_stack(struct mz_account *to, const struct mz_account *from)
{
    uint32_t last = from->stack_count - 1;

    if (last < MZ_MAX_STACKS && to->stack_count < MZ_MAX_STACKS)
        to->stacks[to->stack_count++] = from->stacks[last];
}

static void add_status(const struct mz_region *region)
{
    struct mz_region *common = mz_rt.common;

    if (region->limit && !common->limit)
        common->limit = region->limit;
    if (mz_status_weight(region->status) <= mz_status_weight(common->status))
        return;
    common->status = region->status;
    mz_copy(common->message, region->message, sizeof common->message);
    common->gap = region->gap;
    common->refusal = region->refusal;
    if (region->status == MZ_STATUS_UNSUPPORTED)
        add_stack(&common->account, &region->account);
    mz_copy(common->settings.lent_stacks, region->settings.lent_stacks,
            sizeof common->settings.lent_stacks);
    common->settings.shared = region->settings.shared;
    common->settings.loops = region->settings.loops;
    common->settings.cancelled = region->settings.cancelled;
    common->settings.crossings = region->settings.crossings;
    common->settings.masks = region->settings.masks;
    common->settings.libraries = region->settings.libraries;
    if (region->limit)
        common->limit = region->limit;
}

/* One has met a bound that nobody has named, another one an error: perhaps no
 * execution within a smaller bound has that, so it is not looked for anew. */
static void keep_errors(struct mz_region *common)
{
    uint32_t found = 0;

    for (uint32_t i = 1; i <= mz_workers(&common->settings); i++)
        found |= common[i].finding_count;
    if (common->status != MZ_STATUS_LONG || !found)
        return;
    common->status = MZ_STATUS_ERROR;
    common->limit = MZ_LIMIT_EVENTS;
}

/* What it means for the others that one has come to its end. */
static void tell_others(enum mz_status status)
{
    switch (status) {
    case MZ_STATUS_DONE:
    case MZ_STATUS_INTERRUPTED:
        break;
    case MZ_STATUS_LIMIT:
        /* They end there, too, after the executions that they may run. */
        __atomic_store_n(&crew->ending, 1, __ATOMIC_SEQ_CST);
        wake(MZ_MAX_JOBS);
        break;
    default:
        stop_all();
    }
}

/* Killed when it was to stop anyway. */
static void forget_rest(struct mz_region *region)
{
    if (region->status == MZ_STATUS_RUNNING)
        region->status = MZ_STATUS_INTERRUPTED;
}

static _Noreturn void explain_death(int status, unsigned deaths)
{
    if (!WIFSIGNALED(status))
        mz_give_up("a worker ended in the middle of the search, with exit "
                   "status %d",
                   WEXITSTATUS(status));
    if (WTERMSIG(status) == SIGKILL)
        mz_give_up("workers died %u times at the same piece of work, at last "
                   "killed by SIGKILL, from outside or for lack of memory",
                   deaths);
    mz_give_up("workers died %u times at the same piece of work, at last "
               "killed by signal %d, which is no result of the program",
               deaths, WTERMSIG(status));
}

static bool is_worth_another_try(int status, unsigned deaths)
{
    if (!WIFSIGNALED(status))
        return false;
    return deaths <= (WTERMSIG(status) == SIGKILL ? MAX_KILLS : MAX_CRASHES);
}

/* What the dead worker was at is repeated by another one. */
static bool replace(struct mz_crew_member *member, uint32_t seat, int status)
{
    unsigned deaths = mz_share_recover(crew->share, seat);

    mz_rt.common->workers_lost++;
    if (!is_worth_another_try(status, deaths))
        explain_death(status, deaths);
    if (MZ_SYSTEM(madvise, crew->seats[seat].start, crew->seats[seat].size,
                  MADV_REMOVE) < 0)
        mz_give_up("cannot clear the memory of a worker that was killed");
    return fill(member, seat);
}

static uint32_t seat_of(pid_t process)
{
    for (uint32_t i = 0; i < mz_workers(&mz_rt.common->settings); i++)
        if (crew->seats[i].process == process)
            return i;
    return MZ_MAX_JOBS;
}

/* Not until its end: what a process has used most is known only then. */
static void note_memory(uint32_t seat, const struct rusage *usage)
{
    uint64_t rss = usage->ru_maxrss;

    if (rss <= crew->seats[seat].rss_kb)
        return;
    mz_rt.common->workers_rss_kb += rss - crew->seats[seat].rss_kb;
    crew->seats[seat].rss_kb = rss;
}

static bool all_work(void)
{
    for (uint32_t i = 1; i <= mz_workers(&mz_rt.common->settings); i++)
        if (mz_rt.common[i].status != MZ_STATUS_RUNNING)
            return false;
    return !one_sleeps();
}

/* With other ranks there is something else to do meanwhile. */
static long wait_for_worker(int *status, struct rusage *usage)
{
    long process;

    if (!mz_porter_is_on())
        return MZ_SYSTEM(wait4, -1, status, 0, usage);
    for (;;) {
        uint32_t bell = mz_porter_bell();

        process = MZ_SYSTEM(wait4, -1, status, WNOHANG, usage);
        if (process)
            return process;
        if (mz_porter_act(crew->share, one_sleeps()))
            wake(MZ_MAX_JOBS);
        mz_porter_nap(bell, all_work());
    }
}

/* Until all have ended. True in a worker that takes the place of another. */
static bool look_after(struct mz_crew_member *member)
{
    uint32_t left = mz_workers(&mz_rt.common->settings);

    while (left) {
        struct mz_region *region;
        struct rusage usage;
        int status;
        long process = wait_for_worker(&status, &usage);
        uint32_t seat = process > 0 ? seat_of(process) : MZ_MAX_JOBS;

        if (process < 0 && process != -EINTR)
            mz_give_up("cannot wait for workers: error %d", (int)-process);
        if (seat == MZ_MAX_JOBS)
            continue;
        note_memory(seat, &usage);
        region = &mz_rt.common[1 + seat];
        if (region->status == MZ_STATUS_RUNNING && !region->stop) {
            if (replace(member, seat, status))
                return true;
            continue;
        }
        forget_rest(region);
        tell_others(region->status);
        add_status(region);
        crew->seats[seat].process = 0;
        left--;
    }
    return false;
}

/* ---- what is left -------------------------------------------------------- */

/* For who goes on another time. It is in the mapping, where the supervisor
 * finds it. */
static void put_by(struct mz_region *common, const struct mz_shift *shift)
{
    char *rest = mz_shift_rest(shift);

    if (shift->room && (common->status == MZ_STATUS_INTERRUPTED ||
                        common->status == MZ_STATUS_LIMIT ||
                        common->status == MZ_STATUS_DONE) &&
        mz_resume_collect(crew->share, rest, shift->room))
        common->rest = (uint64_t)(rest - (char *)common);
}

/* ---- the whole ----------------------------------------------------------- */

/* An eighth for the tasks; as much for what is put by, as it is by workers; the
 * rest for the workers. Where it is collected is not of a shift. */
static void divide(struct mz_arena *arena, const struct mz_shift *shift,
                   uint32_t jobs)
{
    size_t part, eighth = shift->room;
    struct mz_share_shape shape;

    crew = mz_arena_take(arena, sizeof *crew);
    if (!eighth)
        eighth = mz_page_down((arena->capacity - arena->used) / 8);
    shape = (struct mz_share_shape){
        .seats = jobs,
        .room = mz_page_down(eighth / (4 * jobs)),
    };
    mz_resume_shape(&shape);
    mz_porter_shape(&shape);
    if (mz_rt.common->settings.puts_by)
        shape.rest_room = mz_page_down(eighth / jobs);
    crew->share = mz_arena_take(arena, mz_share_size(&shape));
    mz_share_init(crew->share, &shape);
    mz_resume_load(crew->share);
    mz_porter_prepare(arena, &shape);
    mz_arena_take(arena, -arena->used % MZ_PAGE);
    part = mz_page_down((arena->capacity - arena->used) / jobs);
    for (uint32_t i = 0; i < jobs; i++) {
        crew->seats[i].start = mz_arena_take(arena, part);
        crew->seats[i].size = part;
    }
}

/* True in a worker. */
static bool gather(struct mz_arena arena, const struct mz_shift *shift,
                   struct mz_crew_member *member)
{
    uint32_t workers = mz_workers(&mz_rt.common->settings);

    divide(&arena, shift, workers);
    for (uint32_t i = 0; i < workers; i++)
        if (fill(member, i))
            return true;
    if (look_after(member))
        return true;
    keep_errors(mz_rt.common);
    put_by(mz_rt.common, shift);
    return false;
}

bool mz_crew_gather(struct mz_arena *arena, struct mz_crew_member *member)
{
    struct mz_shift shift;

    mz_shift_prepare(&shift, arena);
    do
        if (gather(*arena, &shift, member))
            return true;
    while (mz_shift_next(&shift, arena));
    return false;
}
