/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Time. Every thread has a clock of its own, which goes on by a microsecond
 * each time it is read and by as much as the thread sleeps, and by nothing
 * else. One clock for all would be a hidden channel: what a thread reads would
 * depend on how often the others have. Creation and join carry time along, as
 * they are causes: a thread starts at its parent's time, and who joins it is
 * not earlier than its end.
 */
#define _GNU_SOURCE
#include "runtime/libc_announce.h"

#include <errno.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "runtime/alarm.h"
#include "runtime/cancel.h"
#include "runtime/checkpoint.h"
#include "runtime/duration.h"
#include "runtime/local.h"
#include "runtime/residue.h"
#include "runtime/sent_signal.h"
#include "runtime/state.h"
#include "runtime/thread.h"

#define EPOCH (1704067200ull * MZ_SECOND) /* 2024-01-01 00:00:00 UTC */
#define UPTIME (100000ull * MZ_SECOND)    /* since boot, at the start */
#define TICK (10 * MZ_MILLISECOND)        /* of times(), as sysconf says */

/* In nanoseconds since the start of the execution. */
struct thread_clock {
    uint64_t elapsed; /* sleep included */
    uint64_t busy;    /* processor time */
    uint64_t looks;   /* how often the thread has been told how late it is */
};

static struct thread_clock clocks[MZ_MAX_THREADS];
static mz_tset moved; /* clocks that are not at zero */

void mz_libc_time_snapshot(void)
{
}

void mz_libc_time_rollback(void)
{
    for (; mz_tset_some(moved); mz_tset_drop_first(&moved))
        clocks[mz_tset_first(moved)] = (struct thread_clock){0};
}

void mz_libc_time_checkpoint(void)
{
    if (!mz_tset_some(moved))
        return;
    mz_checkpoint_keep(clocks, mz_checkpoint_threads() * sizeof *clocks);
    mz_checkpoint_keep(&moved, sizeof moved);
}

static struct thread_clock *advance(uint64_t elapsed, uint64_t busy)
{
    struct thread_clock *clock = &clocks[mz_rt.self];

    mz_rt.inheriting = true;
    mz_tset_add(&moved, mz_rt.self);
    clock->elapsed += elapsed;
    clock->busy += busy;
    if (MZ_UNLIKELY(clock->elapsed >= mz_alarm_end))
        mz_alarm_is_passed();
    return clock;
}

static struct thread_clock *tick(void)
{
    clocks[mz_rt.self].looks++;
    return advance(MZ_MICROSECOND, MZ_MICROSECOND);
}

void mz_time_sleep(uint64_t nanoseconds)
{
    advance(nanoseconds, 0);
    mz_thread_yield();
    if (MZ_UNLIKELY(mz_rt.watching))
        mz_residue_clear_little();
}

uint64_t mz_time_now(void)
{
    return clocks[mz_rt.self].elapsed;
}

uint64_t mz_time_looks(void)
{
    return clocks[mz_rt.self].looks;
}

uint64_t mz_time_elapsed(void)
{
    return tick()->elapsed;
}

void mz_time_reaches(uint64_t elapsed)
{
    struct thread_clock *clock = advance(MZ_MICROSECOND, MZ_MICROSECOND);

    if (clock->elapsed < elapsed)
        advance(elapsed - clock->elapsed, 0);
}

void mz_libc_time_born(mz_tid parent, mz_tid child)
{
    clocks[child] = (struct thread_clock){.elapsed = clocks[parent].elapsed};
    mz_tset_add(&moved, child);
}

void mz_libc_time_joined(mz_tid parent, mz_tid child)
{
    if (clocks[parent].elapsed < clocks[child].elapsed)
        clocks[parent].elapsed = clocks[child].elapsed;
    mz_tset_add(&moved, parent);
}

void mz_libc_time_fingerprint(struct mz_fingerprint *f)
{
    mz_state_add(f, clocks, sizeof clocks);
}

/* ---- reading ------------------------------------------------------------ */

static bool is_processor_time(clockid_t id)
{
    /* Clocks of other threads and processes are negative. */
    return id == CLOCK_PROCESS_CPUTIME_ID || id == CLOCK_THREAD_CPUTIME_ID ||
           id < 0;
}

static bool is_clock(clockid_t id)
{
    return id <= CLOCK_BOOTTIME_ALARM || id == CLOCK_TAI;
}

static bool counts_from_boot(clockid_t id)
{
    return id == CLOCK_MONOTONIC || id == CLOCK_MONOTONIC_RAW ||
           id == CLOCK_MONOTONIC_COARSE || id == CLOCK_BOOTTIME ||
           id == CLOCK_BOOTTIME_ALARM;
}

/* What it shows at the start of the execution. */
static uint64_t start_of(clockid_t id)
{
    return counts_from_boot(id) ? UPTIME : EPOCH;
}

uint64_t mz_time_at(int clock)
{
    return mz_time_now() + start_of(clock);
}

uint64_t mz_time_elapsed_at(int clock, uint64_t time)
{
    uint64_t start = start_of(clock);

    return time > start ? time - start : 0;
}

static uint64_t now(clockid_t id)
{
    struct thread_clock *clock = tick();

    if (is_processor_time(id))
        return clock->busy;
    return clock->elapsed + start_of(id);
}

bool mz_time_get(int id, struct timespec *out)
{
    if (!is_clock(id))
        return false;
    *out = mz_timespec_of(now(id));
    return true;
}

MZ_EXPORT int clock_gettime(clockid_t id, struct timespec *out)
{
    if (!MZ_PROGRAM_RESTS)
        return MZ_REAL(clock_gettime)(id, out);
    MZ_ANNOUNCE(clock_gettime, id, out);
    if (mz_time_get(id, out))
        return 0;
    errno = EINVAL;
    return -1;
}

MZ_EXPORT int clock_getres(clockid_t id, struct timespec *out)
{
    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(clock_getres)(id, out);
    MZ_ANNOUNCE(clock_getres, id, out);
    if (!is_clock(id)) {
        errno = EINVAL;
        return -1;
    }
    if (out)
        *out = mz_timespec_of(1);
    return 0;
}

MZ_EXPORT int gettimeofday(struct timeval *restrict out, void *restrict zone)
{
    if (!MZ_PROGRAM_RESTS)
        return MZ_REAL(gettimeofday)(out, zone);
    MZ_ANNOUNCE(gettimeofday, out, zone);
    *out = mz_timeval_of(now(CLOCK_REALTIME));
    if (zone)
        *(struct timezone *)zone = (struct timezone){0};
    return 0;
}

MZ_EXPORT time_t time(time_t *out)
{
    time_t seconds;

    if (!MZ_PROGRAM_RESTS)
        return MZ_REAL(time)(out);
    MZ_ANNOUNCE(time, out);
    seconds = now(CLOCK_REALTIME) / MZ_SECOND;
    if (out)
        *out = seconds;
    return seconds;
}

MZ_EXPORT int timespec_get(struct timespec *out, int base)
{
    if (!MZ_PROGRAM_RESTS)
        return MZ_REAL(timespec_get)(out, base);
    MZ_ANNOUNCE(timespec_get, out, base);
    if (base != TIME_UTC)
        return 0;
    *out = mz_timespec_of(now(CLOCK_REALTIME));
    return base;
}

MZ_EXPORT clock_t clock(void)
{
    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(clock)();
    return now(CLOCK_PROCESS_CPUTIME_ID) / (MZ_SECOND / CLOCKS_PER_SEC);
}

MZ_EXPORT clock_t times(struct tms *out)
{
    struct thread_clock *clock;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(times)(out);
    MZ_ANNOUNCE(times, out);
    clock = tick();
    if (out)
        *out = (struct tms){.tms_utime = clock->busy / TICK};
    return (clock->elapsed + UPTIME) / TICK;
}

MZ_EXPORT int getrusage(__rusage_who_t who, struct rusage *out)
{
    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(getrusage)(who, out);
    MZ_ANNOUNCE(getrusage, who, out);
    mz_fill(out, 0, sizeof *out);
    if (who != RUSAGE_CHILDREN)
        out->ru_utime = mz_timeval_of(now(CLOCK_PROCESS_CPUTIME_ID));
    return 0;
}

/* Another thread's processor time is not told: its clock is its own affair. */
MZ_EXPORT int pthread_getcpuclockid(pthread_t thread, clockid_t *out)
{
    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(pthread_getcpuclockid)(thread, out);
    MZ_ANNOUNCE(pthread_getcpuclockid, thread, out);
    *out = CLOCK_THREAD_CPUTIME_ID;
    return 0;
}

MZ_EXPORT int clock_getcpuclockid(pid_t process, clockid_t *out)
{
    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(clock_getcpuclockid)(process, out);
    MZ_ANNOUNCE(clock_getcpuclockid, process, out);
    if (process && process != mz_identity_pid())
        return ESRCH;
    *out = CLOCK_PROCESS_CPUTIME_ID;
    return 0;
}

/* ---- sleeping ----------------------------------------------------------- */

static void sleep_until(clockid_t id, uint64_t end)
{
    uint64_t start = now(id);

    mz_time_sleep(end > start ? end - start : 0);
}

bool mz_time_is_clock_of_waits(int clock)
{
    return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC;
}

bool mz_time_is_limit(int clock, const struct timespec *end)
{
    return mz_time_is_clock_of_waits(clock) &&
           (uint64_t)end->tv_nsec < MZ_SECOND;
}

bool mz_time_reads_limit(int clock, const struct timespec *end, uint64_t pc)
{
    mz_plain_read(end, sizeof *end, (void *)pc);
    return mz_time_is_limit(clock, end);
}

/* A signal may have ended the sleep, at once or when a timer had expired: so
 * much is left then, else 0. */
static MZ_NOINLINE uint64_t is_woken_early(uint64_t nanoseconds, uint64_t pc)
{
    uint64_t begin = mz_time_now(), passed;
    bool ends;

    mz_sent_signal_takes(nanoseconds);
    ends = mz_sent_signal_ends_call(pc) && mz_local_choice(2);
    mz_sent_signal_takes(0);
    passed = mz_time_now() - begin;
    if (!ends)
        return 0;
    return passed < nanoseconds ? nanoseconds - passed : 1;
}

static uint64_t is_woken(uint64_t nanoseconds, uint64_t pc)
{
    if (MZ_LIKELY(!mz_rt.signalling))
        return 0;
    return is_woken_early(nanoseconds, pc);
}

static int leave(uint64_t left, struct timespec *rest, uint64_t pc)
{
    if (rest) {
        mz_plain_write(rest, sizeof *rest, (void *)pc);
        *rest = mz_timespec_of(left);
    }
    return EINTR;
}

static uint64_t until(int clock, uint64_t time)
{
    uint64_t end = mz_time_elapsed_at(clock, time), now = mz_time_now();

    return end > now ? end - now : 0;
}

/* The thread has slept, and has not been told how late it is. */
void mz_time_sleep_until(int clock, const struct timespec *end)
{
    uint64_t time = end->tv_sec < 0 ? 0 : mz_nanoseconds_of(end);

    mz_time_sleep(until(clock, time));
}

MZ_EXPORT int clock_nanosleep(clockid_t id, int flags,
                              const struct timespec *request,
                              struct timespec *rest)
{
    uint64_t left;

    if (!MZ_PROGRAM_RESTS)
        return MZ_REAL(clock_nanosleep)(id, flags, request, rest);
    MZ_CANCEL_REST((uint64_t)id << 32 | (unsigned)flags, request, rest);
    MZ_ANNOUNCE(clock_nanosleep, id, flags, request, rest);
    if (!is_clock(id) || !mz_duration_is_one(request))
        return EINVAL;
    left = is_woken(flags & TIMER_ABSTIME
                        ? until(id, mz_nanoseconds_of(request))
                        : mz_nanoseconds_of(request),
                    MZ_PC);
    if (left)
        return leave(left, flags & TIMER_ABSTIME ? NULL : rest, MZ_PC);
    if (flags & TIMER_ABSTIME)
        sleep_until(id, mz_nanoseconds_of(request));
    else
        mz_time_sleep(mz_nanoseconds_of(request));
    return 0;
}

MZ_EXPORT int nanosleep(const struct timespec *request, struct timespec *rest)
{
    uint64_t left;

    if (!MZ_PROGRAM_RESTS)
        return MZ_REAL(nanosleep)(request, rest);
    MZ_CANCEL_REST(0, request, rest);
    MZ_ANNOUNCE(nanosleep, request, rest);
    if (!mz_duration_is_one(request)) {
        errno = EINVAL;
        return -1;
    }
    left = is_woken(mz_nanoseconds_of(request), MZ_PC);
    if (left) {
        errno = leave(left, rest, MZ_PC);
        return -1;
    }
    mz_time_sleep(mz_nanoseconds_of(request));
    return 0;
}

MZ_EXPORT int thrd_sleep(const struct timespec *request, struct timespec *rest)
{
    uint64_t left;

    if (!MZ_PROGRAM_RESTS)
        return MZ_REAL(thrd_sleep)(request, rest);
    MZ_CANCEL_REST(0, request, rest);
    MZ_ANNOUNCE(thrd_sleep, request, rest);
    if (!mz_duration_is_one(request))
        return -2;
    left = is_woken(mz_nanoseconds_of(request), MZ_PC);
    if (left) {
        leave(left, rest, MZ_PC);
        return -1;
    }
    mz_time_sleep(mz_nanoseconds_of(request));
    return 0;
}

MZ_EXPORT int usleep(useconds_t microseconds)
{
    if (!MZ_PROGRAM_RESTS)
        return MZ_REAL(usleep)(microseconds);
    MZ_CANCEL_REST(microseconds, 0, 0);
    if (is_woken((uint64_t)microseconds * MZ_MICROSECOND, MZ_PC)) {
        errno = EINTR;
        return -1;
    }
    mz_time_sleep((uint64_t)microseconds * MZ_MICROSECOND);
    return 0;
}

MZ_EXPORT unsigned sleep(unsigned seconds)
{
    uint64_t left;

    if (!MZ_PROGRAM_RESTS)
        return MZ_REAL(sleep)(seconds);
    MZ_CANCEL_REST(seconds, 0, 0);
    left = is_woken((uint64_t)seconds * MZ_SECOND, MZ_PC);
    if (left)
        return left / MZ_SECOND;
    mz_time_sleep((uint64_t)seconds * MZ_SECOND);
    return 0;
}
