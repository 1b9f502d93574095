/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How threads are to be scheduled. That restricts no interleaving here: it is
 * recorded, and nothing else. A thread begins with what its creator has (in
 * Linux nice() concerns a thread, too). What a call would be told by the kernel
 * depends on the rights of the process, which are asked for.
 *
 * To set it is an operation, and to ask for it another: a thread may do both of
 * another one.
 */
#define _GNU_SOURCE
#include "runtime/libc_announce.h"

#include <errno.h>
#include <linux/capability.h>
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/system_call.h"
#include "runtime/checkpoint.h"
#include "runtime/descriptor_event.h"
#include "runtime/libc_limits.h"
#include "runtime/state.h"
#include "runtime/thread.h"

enum { LEAST = -20, MOST = 19 }; /* of nice values */

struct scheduling {
    int policy, priority, nice;
};

static struct scheduling at_snapshot;
static struct scheduling threads[MZ_MAX_THREADS];
static mz_tset used; /* of `threads`; the others are as at the snapshot */
static uint64_t object; /* only its address matters */

void mz_libc_scheduling_snapshot(void)
{
    struct sched_param param = {0};

    at_snapshot.policy = MZ_SYSTEM(sched_getscheduler, 0);
    MZ_SYSTEM(sched_getparam, 0, &param);
    at_snapshot.priority = param.sched_priority;
    /* The system call has no negative results. */
    at_snapshot.nice = MOST + 1 - MZ_SYSTEM(getpriority, PRIO_PROCESS, 0);
}

void mz_libc_scheduling_rollback(void)
{
    used = (mz_tset){0};
}

void mz_libc_scheduling_checkpoint(void)
{
    mz_checkpoint_need(!mz_tset_some(used));
}

static const struct scheduling *of(mz_tid t)
{
    return mz_tset_has(used, t) ? &threads[t] : &at_snapshot;
}

static struct scheduling *changeable(mz_tid t)
{
    struct scheduling *s = &threads[t];

    if (!mz_tset_has(used, t))
        *s = at_snapshot;
    mz_rt.inheriting = true;
    mz_tset_add(&used, t);
    return s;
}

void mz_libc_scheduling_born(mz_tid parent, mz_tid child)
{
    if (mz_tset_has(used, parent) || mz_tset_has(used, child))
        *changeable(child) = *of(parent);
}

void mz_libc_scheduling_fingerprint(struct mz_fingerprint *f)
{
    for (mz_tid t = 0; t < MZ_MAX_THREADS; t++)
        if (mz_tset_has(used, t))
            mz_state_add(f, &threads[t], sizeof threads[t]);
}

/* The thread that the kernel would know by this number; 0: who calls. */
static mz_tid thread_of(pid_t number, const char *name)
{
    if (!number)
        return mz_rt.self;
    if (number < mz_identity_pid() ||
        number >= mz_identity_pid() + (int)MZ_MAX_THREADS) {
        mz_unsupported(OF_ANOTHER_PROCESS, .text = name);
    }
    return number - mz_identity_pid();
}

static void asks(void)
{
    mz_io_touch_one(&object, MZ_FILE_LOOK);
}

bool mz_scheduling_is_set(void)
{
    asks();
    return mz_tset_some(used);
}

/* Returns the limit that counts, which is asked for before: all that follows is
 * one event. */
static uint64_t changes(int limit)
{
    uint64_t most = mz_limits_soft(limit);

    mz_io_touch_one(&object, MZ_FILE_CHANGE);
    return most;
}

static int answer(int error)
{
    if (!error)
        return 0;
    errno = error;
    return -1;
}

/* ---- nice values -------------------------------------------------------- */

static int clamp(int nice)
{
    return nice < LEAST ? LEAST : nice > MOST ? MOST : nice;
}

/* Returns an error number: `refused` if it may not be lowered; `most` is the
 * limit of that. */
static int set_nice(mz_tid t, int nice, uint64_t most, int refused)
{
    if (nice < of(t)->nice && MOST + 1u - nice > most &&
        !mz_limits_may(CAP_SYS_NICE))
        return refused;
    changeable(t)->nice = nice;
    return 0;
}

MZ_EXPORT int nice(int by)
{
    uint64_t most;
    int to;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(nice)(by);
    most = changes(RLIMIT_NICE);
    by = by < 2 * LEAST ? 2 * LEAST : by > 2 * MOST ? 2 * MOST : by;
    to = clamp(of(mz_rt.self)->nice + by);
    return answer(set_nice(mz_rt.self, to, most, EPERM)) ? -1 : to;
}

MZ_EXPORT int setpriority(__priority_which_t which, id_t who, int nice)
{
    uint64_t most;
    mz_tid t;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(setpriority)(which, who, nice);
    if (which != PRIO_PROCESS)
        mz_unsupported(SETPRIORITY);
    t = thread_of(who, "setpriority");
    most = changes(RLIMIT_NICE);
    return answer(set_nice(t, clamp(nice), most, EACCES));
}

MZ_EXPORT int getpriority(__priority_which_t which, id_t who)
{
    mz_tid t;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(getpriority)(which, who);
    if (which != PRIO_PROCESS)
        mz_unsupported(GETPRIORITY);
    t = thread_of(who, "getpriority");
    asks();
    return of(t)->nice;
}

/* ---- policies ----------------------------------------------------------- */

static bool is_real_time(int policy)
{
    return policy == SCHED_FIFO || policy == SCHED_RR;
}

static bool is_policy(int policy)
{
    policy &= ~SCHED_RESET_ON_FORK;
    return is_real_time(policy) || policy == SCHED_OTHER ||
           policy == SCHED_BATCH || policy == SCHED_IDLE;
}

/* Returns an error number. */
static int set_policy(mz_tid t, int policy, int priority, uint64_t most)
{
    bool real_time = is_real_time(policy & ~SCHED_RESET_ON_FORK);

    if (!is_policy(policy) || priority < real_time ||
        priority > (real_time ? 99 : 0))
        return EINVAL;
    if (real_time && (uint64_t)priority > most && !mz_limits_may(CAP_SYS_NICE))
        return EPERM;
    changeable(t)->policy = policy;
    changeable(t)->priority = priority;
    return 0;
}

MZ_EXPORT int sched_setscheduler(pid_t who, int policy,
                                 const struct sched_param *param)
{
    int priority;
    uint64_t most;
    mz_tid t;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(sched_setscheduler)(who, policy, param);
    MZ_ANNOUNCE(sched_setscheduler, who, policy, param);
    priority = param->sched_priority;
    t = thread_of(who, "sched_setscheduler");
    most = changes(RLIMIT_RTPRIO);
    return answer(set_policy(t, policy, priority, most));
}

MZ_EXPORT int sched_setparam(pid_t who, const struct sched_param *param)
{
    int priority;
    uint64_t most;
    mz_tid t;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(sched_setparam)(who, param);
    MZ_ANNOUNCE(sched_setparam, who, param);
    priority = param->sched_priority;
    t = thread_of(who, "sched_setparam");
    most = changes(RLIMIT_RTPRIO);
    return answer(set_policy(t, of(t)->policy, priority, most));
}

MZ_EXPORT int sched_getscheduler(pid_t who)
{
    mz_tid t;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(sched_getscheduler)(who);
    t = thread_of(who, "sched_getscheduler");
    asks();
    return of(t)->policy;
}

MZ_EXPORT int sched_getparam(pid_t who, struct sched_param *out)
{
    int priority;
    mz_tid t;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(sched_getparam)(who, out);
    t = thread_of(who, "sched_getparam");
    asks();
    priority = of(t)->priority;
    MZ_ANNOUNCE(sched_getparam, who, out);
    out->sched_priority = priority;
    MZ_ANNOUNCE_RESULT(sched_getparam, 0, who, out);
    return 0;
}

MZ_EXPORT int pthread_setschedparam(pthread_t thread, int policy,
                                    const struct sched_param *param)
{
    int priority;
    uint64_t most;
    mz_tid t;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(pthread_setschedparam)(thread, policy, param);
    MZ_ANNOUNCE(pthread_setschedparam, thread, policy, param);
    priority = param->sched_priority;
    t = mz_thread_find(thread, MZ_PC);
    most = changes(RLIMIT_RTPRIO);
    return set_policy(t, policy, priority, most);
}

MZ_EXPORT int pthread_setschedprio(pthread_t thread, int priority)
{
    uint64_t most;
    mz_tid t;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(pthread_setschedprio)(thread, priority);
    t = mz_thread_find(thread, MZ_PC);
    most = changes(RLIMIT_RTPRIO);
    return set_policy(t, of(t)->policy, priority, most);
}

MZ_EXPORT int pthread_getschedparam(pthread_t thread, int *policy,
                                    struct sched_param *out)
{
    struct scheduling is;
    mz_tid t;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(pthread_getschedparam)(thread, policy, out);
    t = mz_thread_find(thread, MZ_PC);
    asks();
    is = *of(t);
    MZ_ANNOUNCE(pthread_getschedparam, thread, policy, out);
    *policy = is.policy & ~SCHED_RESET_ON_FORK;
    out->sched_priority = is.priority;
    return 0;
}

/* ---- both at once, which libc has no function for ------------------------ */

/* As the kernel has it in its first version. */
struct attributes {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t deadline[3]; /* of SCHED_DEADLINE */
};

enum { RESETS_ON_FORK = 1 };

long mz_scheduling_get_attributes(const long *arguments, uint64_t pc)
{
    struct attributes *out = (struct attributes *)arguments[1];
    struct scheduling is;
    mz_tid t;

    if (arguments[2] < (long)sizeof *out || arguments[3] || !out)
        return answer(EINVAL);
    t = thread_of(arguments[0], "syscall(SYS_sched_getattr)");
    asks();
    is = *of(t);
    mz_plain_write(out, sizeof *out, (void *)pc);
    *out = (struct attributes){
        .size = sizeof *out,
        .policy = is.policy & ~SCHED_RESET_ON_FORK,
        .flags = is.policy & SCHED_RESET_ON_FORK ? RESETS_ON_FORK : 0,
        .nice = is.nice,
        .priority = is.priority,
    };
    return 0;
}

/* Returns an error number. */
static int set_both(mz_tid t, const struct attributes *to)
{
    uint64_t priorities = mz_limits_soft(RLIMIT_RTPRIO);
    uint64_t nices = changes(RLIMIT_NICE);
    int policy = to->policy | (to->flags ? SCHED_RESET_ON_FORK : 0);
    int error = set_policy(t, policy, to->priority, priorities);

    if (error || is_real_time(to->policy))
        return error;
    return set_nice(t, clamp(to->nice), nices, EPERM);
}

long mz_scheduling_set_attributes(const long *arguments, uint64_t pc)
{
    const struct attributes *given = (const struct attributes *)arguments[1];
    const struct scheduling *s;
    struct attributes to;
    mz_tid t;

    if (!given || arguments[2])
        return answer(EINVAL);
    mz_plain_read(given, sizeof *given, (void *)pc);
    to = *given;
    if (!is_policy(to.policy) || to.flags > RESETS_ON_FORK)
        mz_unsupported(CALL, .text = "syscall(SYS_sched_setattr)");
    t = thread_of(arguments[0], "syscall(SYS_sched_setattr)");
    asks();
    s = of(t);
    if (s->policy == (int)to.policy && s->priority == (int)to.priority &&
        s->nice == to.nice && !to.flags)
        return 0;
    return answer(set_both(t, &to));
}
