/* SPDX-License-Identifier: Apache-2.0 */
/* Timers of POSIX that send a signal (timer.h). What a program calls a timer is
 * its number, plus one. */
#define _GNU_SOURCE
#include "runtime/libc_announce.h"

#include <errno.h>
#include <signal.h>
#include <time.h>

#include "runtime/duration.h"
#include "runtime/fault.h"
#include "runtime/plain.h"
#include "runtime/sent_signal.h"
#include "runtime/signal.h"
#include "runtime/timer.h"

/* Of each timer the clock; what it has is told by this. */
static int64_t clock_of[MZ_TIMERS];

static int answer(int error)
{
    if (!error)
        return 0;
    errno = error;
    return -1;
}

/* Who uses a timer beside another thread that deletes it may be the later one,
 * which POSIX does not allow. */
static int number_of(timer_t timer, enum mz_op kind, const char *call,
                     uint64_t pc)
{
    uint64_t number = (uint64_t)timer - 1;

    if (number == MZ_TIMER_OF_ALARM || number >= MZ_TIMERS)
        return -1;
    mz_plain_unsafe(kind, &clock_of[number], call, pc);
    return mz_timer_is_one((int)number, pc) ? (int)number : -1;
}

/* 0: what it sends is this. */
static int read_event(const struct sigevent *event, siginfo_t *info)
{
    *info = (siginfo_t){.si_signo = SIGALRM, .si_code = SI_TIMER};
    if (!event)
        return 0;
    if (event->sigev_notify == SIGEV_THREAD)
        mz_unsupported(TIMER_THREAD);
    if (event->sigev_notify == SIGEV_THREAD_ID)
        mz_unsupported(TIMER_THREAD_ID);
    if (event->sigev_notify == SIGEV_NONE)
        mz_unsupported(TIMER_NONE);
    if (event->sigev_notify != SIGEV_SIGNAL ||
        !mz_signal_is_one(event->sigev_signo))
        return EINVAL;
    info->si_signo = event->sigev_signo;
    info->si_value = event->sigev_value;
    return 0;
}

static int create(clockid_t clock, const struct sigevent *event, timer_t *out,
                  uint64_t pc)
{
    siginfo_t info;
    int error, timer;

    if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC &&
        clock != CLOCK_BOOTTIME)
        mz_unsupported(TIMER_PROCESSOR);
    error = read_event(event, &info);
    if (error)
        return error;
    timer = mz_timer_new(&info, pc);
    if (timer < 0)
        mz_unsupported(TIMERS);
    mz_plain_forget_unsafe(&clock_of[timer]);
    clock_of[timer] = clock;
    *out = (timer_t)(uint64_t)(timer + 1);
    return 0;
}

MZ_EXPORT int timer_create(clockid_t clock, struct sigevent *restrict event,
                           timer_t *restrict out)
{
    timer_t created;
    int error;

    if (!MZ_PROGRAM_CALLS) {
        mz_refuse_before_main(MZ_GAP_BEFORE_MAIN, "timer_create");
        return MZ_REAL(timer_create)(clock, event, out);
    }
    MZ_ANNOUNCE(timer_create, clock, event, NULL);
    error = create(clock, event, &created, MZ_PC);
    if (!error) {
        MZ_ANNOUNCE(timer_create, clock, NULL, out);
        *out = created;
    }
    return answer(error);
}

MZ_EXPORT int timer_delete(timer_t timer)
{
    int number;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(timer_delete)(timer);
    number = number_of(timer, MZ_WRITE, "timer_delete", MZ_PC);
    if (number < 0)
        return answer(EINVAL);
    mz_sent_signal_may_arrive(MZ_PC);
    mz_timer_delete(number, MZ_PC);
    return 0;
}

static void tell(struct itimerspec *out, struct mz_timer is)
{
    uint64_t now = mz_time_elapsed(), left = is.end > now ? is.end - now : 1;

    *out = (struct itimerspec){mz_timespec_of(is.interval),
                               mz_timespec_of(is.end ? left : 0)};
}

static void arm(int number, int flags, const struct itimerspec *to, uint64_t pc)
{
    uint64_t value = mz_nanoseconds_of(&to->it_value);
    struct mz_timer timer = {.interval = mz_nanoseconds_of(&to->it_interval)};

    timer.end = flags & TIMER_ABSTIME
                    ? mz_time_elapsed_at((int)clock_of[number], value)
                    : mz_time_elapsed() + value;
    timer.end += !timer.end; /* which would be that of none */
    if (value)
        mz_timer_arm(number, timer, pc);
}

MZ_EXPORT int timer_settime(timer_t timer, int flags,
                            const struct itimerspec *restrict to,
                            struct itimerspec *restrict old)
{
    struct itimerspec is;
    struct mz_timer was;
    int number;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(timer_settime)(timer, flags, to, old);
    MZ_ANNOUNCE(timer_settime, timer, flags, to, NULL);
    is = *to;
    number = number_of(timer, MZ_READ, "timer_settime", MZ_PC);
    if (number < 0 || !mz_duration_is_one(&is.it_value) ||
        !mz_duration_is_one(&is.it_interval))
        return answer(EINVAL);
    mz_sent_signal_may_arrive(MZ_PC);
    was = mz_timer_stop(number, MZ_PC);
    arm(number, flags, &is, MZ_PC);
    if (old) {
        MZ_ANNOUNCE(timer_settime, timer, flags, NULL, old);
        tell(old, was);
    }
    return 0;
}

MZ_EXPORT int timer_gettime(timer_t timer, struct itimerspec *out)
{
    struct mz_timer is;
    int number;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(timer_gettime)(timer, out);
    number = number_of(timer, MZ_READ, "timer_gettime", MZ_PC);
    if (number < 0)
        return answer(EINVAL);
    is = mz_timer_get(number, MZ_PC);
    MZ_ANNOUNCE(timer_gettime, timer, out);
    tell(out, is);
    return 0;
}

/* None is counted: each that expires is taken. */
MZ_EXPORT int timer_getoverrun(timer_t timer)
{
    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(timer_getoverrun)(timer);
    return number_of(timer, MZ_READ, "timer_getoverrun", MZ_PC) < 0
               ? answer(EINVAL)
               : 0;
}
