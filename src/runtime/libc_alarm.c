/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/libc_announce.h"

#include <errno.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include "runtime/alarm.h"
#include "runtime/checkpoint.h"
#include "runtime/descriptor_event.h"
#include "runtime/duration.h"
#include "runtime/fault.h"
#include "runtime/sent_signal.h"
#include "runtime/signal.h"
#include "runtime/state.h"
#include "runtime/timer.h"
#include "runtime/turn.h"

#define NEVER UINT64_MAX

uint64_t mz_alarm_end = NEVER;
static bool is_called_off; /* beside other threads, which might have slept */
static uint64_t object;    /* only its address matters */

void mz_libc_alarm_rollback(void)
{
    mz_alarm_end = NEVER;
    is_called_off = false;
}

void mz_libc_alarm_checkpoint(void)
{
    mz_checkpoint_need(mz_alarm_end == NEVER);
}

void mz_libc_alarm_fingerprint(struct mz_fingerprint *f)
{
    mz_state_add_word(f, mz_alarm_end);
    mz_state_add_word(f, is_called_off);
}

void mz_alarm_is_passed(void)
{
    if (is_called_off && mz_turn_is_alone())
        return;
    if (is_called_off)
        mz_unsupported(ALARM_CALLED_OFF);
    if (mz_signal_mask() & MZ_SIGNAL_BIT(SIGALRM))
        mz_unsupported(ALARM_BLOCKED);
    mz_fail(&(struct mz_failure){.fault = MZ_FAULT_SIGNAL_RAISED,
                                 .signal = SIGALRM});
}

static bool is_set(void)
{
    return mz_alarm_end != NEVER && !is_called_off;
}

void mz_alarm_must_not_be(int signal, enum mz_gap_kind why)
{
    if (signal == SIGALRM && is_set())
        mz_unsupported_gap(&(const struct mz_gap){.kind = why});
}

/* Those who wait for a signal, or at a descriptor, for what comes from outside
 * as a rule. A deadlock of mutexes stays one. */
static mz_tset who_waits_for_something(void)
{
    mz_tset found = MZ_TSET_EMPTY;
    mz_tset waiting = mz_tset_or(mz_stands.sets[MZ_STAND_AWAIT],
                                 mz_stands.sets[MZ_STAND_LOOP]);

    MZ_EACH(rest, waiting) {
        const struct mz_stands_at *at = &mz_stands.of[mz_tset_first(rest)];

        if (at->action == MZ_ACTION_SIGNAL_WAIT ||
            at->action == MZ_ACTION_POLL ||
            at->address >> 56 == MZ_DESCRIPTOR_ADDRESS >> 56)
            mz_tset_add(&found, mz_tset_first(rest));
    }
    return found;
}

static bool somebody_takes_it(void)
{
    MZ_EACH(rest, mz_turns.live)
        if (!(mz_signal_mask_of(mz_tset_first(rest)) & MZ_SIGNAL_BIT(SIGALRM)))
            return true;
    return false;
}

void mz_alarm_ends_waiting(void)
{
    mz_tset waiting = who_waits_for_something();

    if (is_set() && mz_tset_some(waiting) && somebody_takes_it())
        mz_fail(&(struct mz_failure){.fault = MZ_FAULT_SIGNAL_RAISED,
                                     .signal = SIGALRM,
                                     .threads = waiting});
}

/* Until it goes off; 0: it is not set. */
static uint64_t left_until(uint64_t end)
{
    uint64_t now = mz_time_elapsed();

    return end > now ? end - now : 1;
}

static struct mz_timer left_of(struct mz_timer was)
{
    if (was.end)
        was.end = left_until(was.end);
    else if (is_set())
        was.end = left_until(mz_alarm_end);
    return was;
}

static void call_off(void)
{
    if (mz_alarm_end == NEVER)
        return;
    if (mz_turn_is_alone())
        mz_alarm_end = NEVER;
    else
        is_called_off = true;
}

/* It would end the program. */
static void set(uint64_t nanoseconds, const char *name)
{
    if (!mz_turn_is_alone())
        mz_unsupported(BESIDE_THREADS, .text = name);
    mz_alarm_end = mz_time_elapsed() + nanoseconds;
    is_called_off = false;
}

/* It has a handler, or is waited for. */
static bool is_heard(uint64_t pc)
{
    mz_sent_signal_uses_actions(false, pc);
    return !mz_signal_is_by_default(SIGALRM) ||
           mz_signal_mask() & MZ_SIGNAL_BIT(SIGALRM);
}

static void arm(struct mz_timer to, uint64_t pc)
{
    static const siginfo_t info = {.si_signo = SIGALRM, .si_code = SI_KERNEL};

    mz_timer_sends(MZ_TIMER_OF_ALARM, &info);
    to.end += mz_time_elapsed();
    mz_timer_arm(MZ_TIMER_OF_ALARM, to, pc);
}

/* An end of 0: calls it off. Both are durations; returns what was left. */
static struct mz_timer change(struct mz_timer to, const char *name, uint64_t pc)
{
    struct mz_timer was;

    mz_sent_signal_may_arrive(pc);
    mz_io_touch_one(&object, MZ_FILE_CHANGE);
    was = left_of(mz_timer_stop(MZ_TIMER_OF_ALARM, pc));
    call_off();
    if (to.end && is_heard(pc))
        arm(to, pc);
    else if (to.end)
        set(to.end, name);
    return was;
}

MZ_EXPORT unsigned alarm(unsigned seconds)
{
    struct mz_timer to = {.end = seconds * MZ_SECOND};

    if (!MZ_PROGRAM_CALLS) {
        mz_refuse_before_main(MZ_GAP_BEFORE_MAIN, "alarm");
        return MZ_REAL(alarm)(seconds);
    }
    return (change(to, "alarm", MZ_PC).end + MZ_SECOND - 1) / MZ_SECOND;
}

MZ_EXPORT useconds_t ualarm(useconds_t value, useconds_t interval)
{
    struct mz_timer to = {value * MZ_MICROSECOND, interval * MZ_MICROSECOND};

    if (!MZ_PROGRAM_CALLS) {
        mz_refuse_before_main(MZ_GAP_BEFORE_MAIN, "ualarm");
        return MZ_REAL(ualarm)(value, interval);
    }
    return change(to, "ualarm", MZ_PC).end / MZ_MICROSECOND;
}

static void tell(struct itimerval *out, struct mz_timer is)
{
    *out = (struct itimerval){mz_timeval_of(is.interval),
                              mz_timeval_of(is.end)};
}

static bool is_duration(const struct timeval *t)
{
    return t->tv_sec >= 0 && (uint64_t)t->tv_usec < 1000000;
}

static uint64_t nanoseconds_of(const struct timeval *t)
{
    return t->tv_sec * MZ_SECOND + t->tv_usec * MZ_MICROSECOND;
}

MZ_EXPORT int setitimer(__itimer_which_t which,
                        const struct itimerval *restrict to,
                        struct itimerval *restrict old)
{
    struct mz_timer was, is;

    if (!MZ_PROGRAM_CALLS) {
        mz_refuse_before_main(MZ_GAP_BEFORE_MAIN, "setitimer");
        return MZ_REAL(setitimer)(which, to, old);
    }
    if (which != ITIMER_REAL)
        mz_unsupported(ALARM_PROCESSOR);
    MZ_ANNOUNCE(setitimer, which, to, NULL);
    if (!is_duration(&to->it_value) || !is_duration(&to->it_interval)) {
        errno = EINVAL;
        return -1;
    }
    is = (struct mz_timer){nanoseconds_of(&to->it_value),
                           nanoseconds_of(&to->it_interval)};
    was = change(is, "setitimer", MZ_PC);
    if (old) {
        MZ_ANNOUNCE(setitimer, which, NULL, old);
        tell(old, was);
    }
    return 0;
}

MZ_EXPORT int getitimer(__itimer_which_t which, struct itimerval *out)
{
    struct mz_timer is = {0};

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(getitimer)(which, out);
    mz_io_touch_one(&object, MZ_FILE_LOOK);
    if (which == ITIMER_REAL)
        is = left_of(mz_timer_get(MZ_TIMER_OF_ALARM, MZ_PC));
    MZ_ANNOUNCE(getitimer, which, out);
    tell(out, is);
    MZ_ANNOUNCE_RESULT(getitimer, 0, which, out);
    return 0;
}
