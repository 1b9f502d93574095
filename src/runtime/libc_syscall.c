/* SPDX-License-Identifier: Apache-2.0 */
/*
 * syscall(): those that have a function in libc which we answer are answered in
 * the same way; a few others are harmless; the rest is refused, since nobody
 * knows what it changes or where it writes.
 */
#define _GNU_SOURCE
#include "runtime/libc_family.h"

#include <errno.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "runtime/futex.h"
#include "runtime/libc_limits.h"
#include "runtime/plain.h"
#include "runtime/thread.h"

static const char *name_of(long number)
{
    switch (number) {
    case SYS_futex_waitv:
        return "syscall(SYS_futex_waitv)";
    case SYS_clone:
        return "syscall(SYS_clone)";
    case SYS_fork:
        return "syscall(SYS_fork)";
    case SYS_pidfd_open:
        return "syscall(SYS_pidfd_open)";
    case SYS_signalfd4:
        return "syscall(SYS_signalfd4)";
    case SYS_io_uring_setup:
        return "syscall(SYS_io_uring_setup)";
    default:
        return NULL;
    }
}

static _Noreturn void refuse(long number)
{
    if (name_of(number))
        mz_unsupported(CALL, .text = name_of(number));
    mz_unsupported(SYSTEM_CALL, .numbers = {number});
}

static long answer(long number, const long *a, uint64_t pc)
{
    switch (number) {
    case SYS_getpid:
        return mz_identity_pid();
    case SYS_gettid:
        return mz_identity_tid();
    case SYS_sched_yield:
        mz_thread_yield();
        return 0;
    case SYS_futex:
        return mz_futex(a, pc);
    case SYS_exit_group:
        mz_exit_at_once(a[0], pc);
    case SYS_getrandom:
        mz_plain_write((void *)a[0], a[1], (void *)pc);
        mz_random_fill((void *)a[0], a[1]);
        return a[1];
    case SYS_clock_gettime:
        mz_plain_write((void *)a[1], sizeof(struct timespec), (void *)pc);
        if (mz_time_get(a[0], (void *)a[1]))
            return 0;
        errno = EINVAL;
        return -1;
    case SYS_sched_getattr:
        return mz_scheduling_get_attributes(a, pc);
    case SYS_sched_setattr:
        return mz_scheduling_set_attributes(a, pc);
    case SYS_membarrier:
    case SYS_getuid:
    case SYS_geteuid:
    case SYS_getgid:
    case SYS_getegid:
        return MZ_REAL(syscall)(number, a[0], a[1], a[2], a[3], a[4], a[5]);
    default:
        refuse(number);
    }
}

/* Is what it does to others told by its events, and what it writes as a plain
 * access? Else it may have an effect. */
static bool tells_its_effects(long number)
{
    return number == SYS_futex || number == SYS_sched_yield ||
           number == SYS_clock_gettime;
}

MZ_EXPORT long syscall(long number, ...)
{
    long a[6];
    va_list list;

    va_start(list, number);
    for (int i = 0; i < 6; i++)
        a[i] = va_arg(list, long);
    va_end(list);
    if (!MZ_PROGRAM_RESTS)
        return MZ_REAL(syscall)(number, a[0], a[1], a[2], a[3], a[4], a[5]);
    if (!tells_its_effects(number))
        mz_effect_note();
    return answer(number, a, MZ_PC);
}
