/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Waiting for signals. A thread looks for those that others have sent it, or
 * the process, and takes one. If there is none it waits for good for one to
 * come: where it comes in time it is found by another execution (loop.h). In
 * the call itself nothing arrives but what it waits for.
 *
 * A time limit is over whenever there is none.
 */
#define _GNU_SOURCE
#include "runtime/libc_announce.h"

#include <errno.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "runtime/alarm.h"
#include "runtime/cancel.h"
#include "runtime/child.h"
#include "runtime/duration.h"
#include "runtime/local.h"
#include "runtime/sent_signal.h"
#include "runtime/signal.h"
#include "runtime/turn.h"

static int lowest(uint64_t set)
{
    return __builtin_ctzll(set) + 1;
}

/* Which of several is not said. */
static int choose(uint64_t ready)
{
    unsigned most = __builtin_popcountll(ready);
    unsigned n = most > 1 ? mz_local_choice(most) : 0;

    while (n--)
        ready &= ready - 1;
    return lowest(ready);
}

/* What the thread has sent itself and nobody else may send it. */
static bool take_own(uint64_t set, siginfo_t *info)
{
    uint64_t ready = *mz_signal_own() & set;

    if (!ready)
        return false;
    *info = (siginfo_t){.si_signo = choose(ready), .si_code = SI_TKILL};
    info->si_pid = mz_identity_pid();
    *mz_signal_own() &= ~MZ_SIGNAL_BIT(info->si_signo);
    return true;
}

/* Is one of these there? Else it is waited for, for good, if that is asked. */
static bool take(uint64_t set, bool waits, siginfo_t *info, uint64_t pc)
{
    struct mz_sent_signal_sought sought = {
        .signals = set, .at_once = true, .timers_at_once = waits};
    enum mz_sent_signal_found found;

    if (take_own(set, info))
        return true;
    mz_sent_signal_uses_actions(false, pc);
    found = mz_sent_signal_seek(&sought, info, pc);
    if (found == MZ_SENT_SIGNAL_NOTHING && waits)
        mz_sent_signal_wait(sought.since, pc);
    return found == MZ_SENT_SIGNAL_TAKEN;
}

/* ---- sigwait and its kin ------------------------------------------------- */

/* POSIX leaves it undefined unless they are blocked; and a handler of another
 * would end the call. */
static void check_set(const char *name, uint64_t set)
{
    uint64_t open = mz_sent_signal_expected() & ~mz_signal_mask();

    if (set & MZ_SIGNAL_BIT(SIGALRM))
        mz_alarm_must_not_be(SIGALRM, MZ_GAP_ALARM_AWAITED);
    if (set & MZ_SIGNAL_BIT(SIGCHLD))
        mz_children_have_signal();
    if (open & set)
        mz_unsupported(SIGNAL_OPEN, .text = name,
                       .numbers = {lowest(open & set)});
    if (open)
        mz_sent_signal_must_not_interrupt(MZ_GAP_SIGNAL_INTERRUPTS, name, true);
}

static bool accept(const char *name, const sigset_t *set, bool waits,
                   siginfo_t *info, uint64_t pc)
{
    uint64_t bits = mz_signal_bits(set);
    bool taken;

    mz_cancel_point(pc);
    check_set(name, bits);
    mz_cancel_begin_wait();
    mz_sent_signal_hold(true);
    taken = take(bits, waits, info, pc);
    mz_sent_signal_hold(false);
    mz_cancel_end_wait();
    if (taken && MZ_UNLIKELY(mz_rt.tracing))
        mz_trace_step(MZ_ACTION_SIGNAL_TAKE, 0, 0, 3, info->si_signo, 0, pc);
    return taken;
}

MZ_EXPORT int sigwait(const sigset_t *restrict set, int *restrict signal)
{
    siginfo_t info;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(sigwait)(set, signal);
    mz_plain_read(set, sizeof(uint64_t), (void *)MZ_PC);
    accept("sigwait", set, true, &info, MZ_PC);
    mz_plain_write(signal, sizeof *signal, (void *)MZ_PC);
    *signal = info.si_signo;
    return 0;
}

/* What is told of the signal goes where the program wants it, if anywhere. */
static int tell(const siginfo_t *info, siginfo_t *out, uint64_t pc)
{
    if (out) {
        mz_plain_write(out, sizeof *out, (void *)pc);
        *out = *info;
    }
    return info->si_signo;
}

MZ_EXPORT int sigwaitinfo(const sigset_t *restrict set,
                          siginfo_t *restrict out)
{
    siginfo_t info;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(sigwaitinfo)(set, out);
    mz_plain_read(set, sizeof(uint64_t), (void *)MZ_PC);
    accept("sigwaitinfo", set, true, &info, MZ_PC);
    return tell(&info, out, MZ_PC);
}

MZ_EXPORT int sigtimedwait(const sigset_t *restrict set,
                           siginfo_t *restrict out,
                           const struct timespec *restrict limit)
{
    uint64_t nanoseconds = 0;
    siginfo_t info;
    bool is_taken;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(sigtimedwait)(set, out, limit);
    mz_plain_read(set, sizeof(uint64_t), (void *)MZ_PC);
    mz_plain_read(limit, limit ? sizeof *limit : 0, (void *)MZ_PC);
    if (limit && (uint64_t)limit->tv_nsec >= MZ_SECOND) {
        errno = EINVAL;
        return -1;
    }
    if (limit)
        nanoseconds = mz_nanoseconds_of(limit);
    mz_sent_signal_takes(nanoseconds);
    is_taken = accept("sigtimedwait", set, !limit, &info, MZ_PC);
    mz_sent_signal_takes(0);
    if (is_taken)
        return tell(&info, out, MZ_PC);
    mz_time_sleep(nanoseconds);
    errno = EAGAIN;
    return -1;
}

/* ---- waiting for a handler ----------------------------------------------- */

/* A signal that is ignored ends no wait. */
static void wait_for_handler(uint64_t mask, uint64_t pc)
{
    siginfo_t info;

    do
        take(~mask, true, &info, pc);
    while (!mz_signal_handle(&info, pc));
}

/* What is blocked else, is let in where the call would wait, and with it all
 * that has come. */
static bool lets_in(uint64_t pc)
{
    bool is_handled = false;
    siginfo_t info;

    while (take(~mz_signal_mask(), false, &info, pc)) {
        mz_sent_signal_hold(false);
        is_handled |= mz_signal_handle(&info, pc);
        mz_sent_signal_hold(true);
    }
    return is_handled;
}

bool mz_sent_signal_breaks(uint64_t pc)
{
    bool ends;

    if (mz_sent_signal_has_mask())
        return lets_in(pc);
    if (MZ_LIKELY(!mz_rt.signalling))
        return false;
    mz_sent_signal_hold(false);
    ends = mz_sent_signal_ends_call(pc);
    mz_sent_signal_hold(true);
    return ends;
}

/* With another mask meanwhile. */
static int suspend(uint64_t mask, uint64_t pc)
{
    uint64_t before = mz_signal_mask();

    mz_cancel_point(pc);
    mz_sent_signal_may_arrive(pc); /* before: then it is missed */
    mz_signal_set_mask(mask);
    mz_cancel_begin_wait();
    mz_sent_signal_hold(true);
    wait_for_handler(mask, pc);
    mz_sent_signal_hold(false);
    mz_cancel_end_wait();
    mz_sent_signal_is_let_in(pc); /* all of them, before it returns */
    mz_signal_set_mask(before);
    errno = EINTR;
    return -1;
}

MZ_EXPORT int sigsuspend(const sigset_t *set)
{
    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(sigsuspend)(set);
    mz_plain_read(set, sizeof(uint64_t), (void *)MZ_PC);
    return suspend(mz_signal_bits(set), MZ_PC);
}

MZ_EXPORT int pause(void)
{
    return MZ_PROGRAM_CALLS ? suspend(mz_signal_mask(), MZ_PC)
                            : MZ_REAL(pause)();
}
