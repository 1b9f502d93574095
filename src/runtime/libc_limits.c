/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How much of what a process may use (setrlimit). An execution gets the limits
 * that it sets, in any thread, and the next one begins with those that the
 * process was started with. To set one is an operation, to ask for one another.
 *
 * The kernel is told only of soft limits that are raised, for as long as the
 * execution lasts. One that is lowered would stop the search as well as the
 * program; so to lower those that something could come up against is refused.
 * Processor time is not among them: executions have a time of their own.
 */
#define _GNU_SOURCE
#include "runtime/libc_announce.h"

#include <errno.h>
#include <linux/capability.h>
#include <stdarg.h>
#include <sys/resource.h>
#include <ulimit.h>
#include <unistd.h>

#include "base/system_call.h"
#include "runtime/checkpoint.h"
#include "runtime/descriptor_event.h"
#include "runtime/libc_limits.h"
#include "runtime/state.h"

enum { BLOCK = 512 }; /* the unit of ulimit */

static struct rlimit at_snapshot[RLIM_NLIMITS], now[RLIM_NLIMITS];
static bool changed; /* `now` differs from `at_snapshot` */
static uint64_t object; /* only its address matters */

void mz_libc_limits_snapshot(void)
{
    for (int i = 0; i < RLIM_NLIMITS; i++)
        MZ_SYSTEM(prlimit64, 0, i, NULL, &at_snapshot[i]);
    if (mz_rt.region && mz_rt.region->core_limit)
        at_snapshot[RLIMIT_CORE].rlim_cur = mz_rt.region->core_limit;
    mz_copy(now, at_snapshot, sizeof now);
}

/* Not of what a crash may leave. */
static void tell_kernel(int resource, const struct rlimit *limit)
{
    if (resource == RLIMIT_CORE)
        return;
    MZ_SYSTEM(prlimit64, 0, resource, limit, NULL);
}

void mz_libc_limits_rollback(void)
{
    if (!changed)
        return;
    for (int i = 0; i < RLIM_NLIMITS; i++)
        if (now[i].rlim_cur > at_snapshot[i].rlim_cur)
            tell_kernel(i, &at_snapshot[i]);
    mz_copy(now, at_snapshot, sizeof now);
    changed = false;
}

void mz_libc_limits_checkpoint(void)
{
    mz_checkpoint_need(!changed);
}

void mz_libc_limits_fingerprint(struct mz_fingerprint *f)
{
    mz_state_add(f, now, sizeof now);
}

/* ---- what the kernel would say ------------------------------------------ */

bool mz_limits_may(unsigned capability)
{
    struct __user_cap_header_struct header = {
        .version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = {0};

    return !MZ_SYSTEM(capget, &header, data) &&
           data[capability / 32].effective >> capability % 32 & 1;
}

bool mz_limits_are_set(void)
{
    mz_io_touch_one(&object, MZ_FILE_LOOK);
    return changed;
}

uint64_t mz_limits_soft(int resource)
{
    mz_io_touch_one(&object, MZ_FILE_LOOK);
    return now[resource].rlim_cur;
}

/* Would something that an execution does come up against it? */
static bool binds(int resource)
{
    switch (resource) {
    case RLIMIT_CORE:
    case RLIMIT_RSS:
    case RLIMIT_CPU:
    case RLIMIT_MEMLOCK:
    case RLIMIT_LOCKS:
    case RLIMIT_NICE:
    case RLIMIT_RTPRIO:
    case RLIMIT_RTTIME:
        return false;
    default:
        return true;
    }
}

/* Returns an error number. */
static int check(int resource, const struct rlimit *to, const char *name)
{
    if (to->rlim_cur > to->rlim_max)
        return EINVAL;
    if (to->rlim_max > now[resource].rlim_max &&
        !mz_limits_may(CAP_SYS_RESOURCE))
        return EPERM;
    if (binds(resource) && to->rlim_cur < at_snapshot[resource].rlim_cur)
        mz_unsupported(LIMIT_LOWERED, .text = name, .numbers = {resource});
    if (to->rlim_max > at_snapshot[resource].rlim_max && binds(resource)) {
        mz_unsupported(LIMIT_RAISED, .text = name, .numbers = {resource});
    }
    return 0;
}

static void set(int resource, const struct rlimit *to)
{
    struct rlimit soft = {.rlim_cur = to->rlim_cur,
                          .rlim_max = at_snapshot[resource].rlim_max};
    uint64_t most = now[resource].rlim_cur;

    if (most < at_snapshot[resource].rlim_cur)
        most = at_snapshot[resource].rlim_cur;
    if (binds(resource) && soft.rlim_cur != most)
        tell_kernel(resource, &soft);
    now[resource] = *to;
    changed = true;
}

/* With --plain=interleave the event stays open, for the memory that the call
 * is given. */
static void take_turn(bool changes)
{
    const struct mz_io_access a = {&object,
                                   changes ? MZ_FILE_CHANGE : MZ_FILE_LOOK};

    mz_io_touch_as_call(&a, 1);
}

/* Of this process: `to` and `old` may be NULL. Returns as the calls do. */
static int limit(int resource, const struct rlimit *to, struct rlimit *old,
                 const char *name)
{
    struct rlimit was;
    int error;

    if ((unsigned)resource >= RLIM_NLIMITS) {
        errno = EINVAL;
        return -1;
    }
    was = now[resource];
    error = to ? check(resource, to, name) : 0;
    if (error) {
        errno = error;
        return -1;
    }
    if (to)
        set(resource, to);
    if (old)
        *old = was;
    return 0;
}

/* ---- the calls ---------------------------------------------------------- */

/* struct rlimit64 is the same. */
#define LIMITS(suffix)                                                         \
    MZ_EXPORT int getrlimit##suffix(__rlimit_resource_t resource,              \
                                    struct rlimit##suffix *out)                \
    {                                                                          \
        int result;                                                            \
                                                                               \
        if (!MZ_PROGRAM_CALLS)                                                 \
            return MZ_REAL(getrlimit##suffix)(resource, out);                  \
        take_turn(false);                                                      \
        MZ_ANNOUNCE(getrlimit##suffix, resource, out);                         \
        result = limit(resource, NULL, (struct rlimit *)out, "getrlimit");     \
        MZ_ANNOUNCE_RESULT(getrlimit##suffix, result, resource, out);          \
        return result;                                                         \
    }                                                                          \
    MZ_EXPORT int setrlimit##suffix(__rlimit_resource_t resource,              \
                                    const struct rlimit##suffix *to)           \
    {                                                                          \
        if (!MZ_PROGRAM_CALLS)                                                 \
            return MZ_REAL(setrlimit##suffix)(resource, to);                   \
        take_turn(true);                                                       \
        MZ_ANNOUNCE(setrlimit##suffix, resource, to);                          \
        return limit(resource, (const struct rlimit *)to, NULL, "setrlimit");  \
    }                                                                          \
    MZ_EXPORT int prlimit##suffix(pid_t process, __rlimit_resource_t resource, \
                                  const struct rlimit##suffix *to,             \
                                  struct rlimit##suffix *old)                  \
    {                                                                          \
        int result;                                                            \
                                                                               \
        if (!MZ_PROGRAM_CALLS)                                                 \
            return MZ_REAL(prlimit##suffix)(process, resource, to, old);       \
        if (process && process != mz_identity_pid())                           \
            mz_unsupported(PRLIMIT);                                           \
        take_turn(to);                                                         \
        MZ_ANNOUNCE(prlimit##suffix, process, resource, to, old);              \
        result = limit(resource, (const struct rlimit *)to,                    \
                       (struct rlimit *)old, "prlimit");                       \
        MZ_ANNOUNCE_RESULT(prlimit##suffix, result, process, resource, to,     \
                           old);                                               \
        return result;                                                         \
    }
LIMITS()
LIMITS(64)

MZ_EXPORT int getdtablesize(void)
{
    return MZ_PROGRAM_CALLS ? (int)mz_limits_soft(RLIMIT_NOFILE)
                            : MZ_REAL(getdtablesize)();
}

static long set_file_size(long blocks)
{
    const rlim_t size = (rlim_t)blocks > RLIM_INFINITY / BLOCK
                            ? RLIM_INFINITY
                            : (rlim_t)blocks * BLOCK;
    const struct rlimit to = {size, size};

    take_turn(true);
    mz_io_end();
    return limit(RLIMIT_FSIZE, &to, NULL, "ulimit") ? -1 : blocks;
}

/* It has an argument more if that is a size to be set. */
MZ_EXPORT long ulimit(int command, ...)
{
    va_list list;
    long given = 0;

    if (command == UL_SETFSIZE) {
        va_start(list, command);
        given = va_arg(list, long);
        va_end(list);
    }
    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(ulimit)(command, given);
    switch (command) {
    case UL_GETFSIZE:
        return mz_limits_soft(RLIMIT_FSIZE) / BLOCK;
    case UL_SETFSIZE:
        return set_file_size(given);
    case 4: /* how many files may be open: no header has a name for it */
        return mz_limits_soft(RLIMIT_NOFILE);
    default:
        mz_unsupported(ULIMIT);
    }
}
