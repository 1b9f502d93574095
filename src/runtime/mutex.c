/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Mutexes: normal, recursive and error-checking. Their state lies in the
 * pthread_mutex_t of the program, where glibc keeps its own, so that rollback
 * restores it and static initialisers work.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <threads.h>

#include "runtime/audit.h"
#include "runtime/libc_family.h"
#include "runtime/mutex.h"
#include "runtime/use.h"

/* The fields of glibc's struct __pthread_mutex_s that are used, in place. */
struct mutex {
    int unused_lock;
    uint32_t depth; /* of a recursive one: locks beyond the first */
    uint32_t owner; /* thread + 1; 0: free */
    uint32_t unused_users;
    int kind; /* as initialisers set it; DESTROYED */
    int unused_spins;
    struct mz_destruction destruction;
};
_Static_assert(sizeof(struct mutex) == sizeof(pthread_mutex_t), "in place");

enum { DESTROYED = -1, KIND_MASK = 3, FLAGS = 0x3ff };

static struct mutex *of(pthread_mutex_t *mutex)
{
    return (struct mutex *)mutex;
}

static bool held_by_self(const struct mutex *m)
{
    return m->owner == mz_self() + 1u;
}

static inline struct mz_use use_of(const struct mutex *m, enum mz_action action,
                                   uint64_t pc)
{
    return (struct mz_use){m, sizeof *m, action, pc};
}

/* None of those that are usable, but for flags of glibc's own. */
static MZ_COLD void check_kind(const struct mutex *m, struct mz_use use)
{
    if (m->kind == DESTROYED)
        mz_use_of_destroyed(use, &m->destruction);
    if (m->kind & ~FLAGS)
        mz_use_fails(use, MZ_FAULT_NOT_INITIALISED);
    if (m->kind & ~KIND_MASK & 0x7f)
        mz_unsupported("robust and priority mutexes");
}

MZ_INLINED void check_usable(const struct mutex *m, enum mz_action action,
                             uint64_t pc)
{
    const struct mz_use use = use_of(m, action, pc);

    mz_use_check(use);
    if (MZ_UNLIKELY(m->kind & ~KIND_MASK))
        check_kind(m, use);
}

static inline struct mz_visible operation(struct mutex *m, enum mz_op kind,
                                          enum mz_action action, uint64_t pc)
{
    return mz_visible_of_lock(m, &m->owner, kind, action, pc);
}

static void tell(const struct mutex *m, enum mz_action action, uint64_t pc)
{
    mz_use_tell(use_of(m, action, pc));
}

MZ_INLINED void acquire(struct mutex *m, enum mz_action action, uint64_t pc)
{
    const struct mz_visible v = operation(m, MZ_LOCK, action, pc);

    check_usable(m, v.action, pc); /* and again when it has waited */
    mz_visible_begin(&v);
    check_usable(m, v.action, pc);
    mz_visible_apply(&v, MZ_SYNC_ACQUIRE);
    tell(m, action, pc);
}

/* One that is recursive. */
static int lock_again(struct mutex *m)
{
    if (m->depth == UINT32_MAX)
        return EAGAIN;
    m->depth++;
    return 0;
}

MZ_INLINED int lock(struct mutex *m, uint64_t pc)
{
    MZ_AUDIT_OWN_WORK;

    if (held_by_self(m)) {
        check_usable(m, MZ_ACTION_MUTEX_LOCK, pc);
        if ((m->kind & KIND_MASK) == PTHREAD_MUTEX_ERRORCHECK)
            return EDEADLK;
        if ((m->kind & KIND_MASK) == PTHREAD_MUTEX_RECURSIVE)
            return lock_again(m);
    }
    acquire(m, MZ_ACTION_MUTEX_LOCK, pc);
    return 0;
}

MZ_EXPORT int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    if (!mz_rt.active)
        return MZ_REAL(pthread_mutex_lock)(mutex);
    return lock(of(mutex), MZ_PC);
}

/* Returns `busy` if it is not to be had now. */
MZ_INLINED int try_lock(struct mutex *m, enum mz_action action,
                        enum mz_action failure, int busy, uint64_t pc)
{
    const struct mz_visible v = operation(m, MZ_TRYLOCK, action, pc);

    if (held_by_self(m) && (m->kind & KIND_MASK) == PTHREAD_MUTEX_RECURSIVE)
        return lock_again(m);
    mz_visible_begin(&v);
    check_usable(m, action, pc);
    if (mz_visible_apply(&v, MZ_SYNC_ACQUIRE) == MZ_TRYLOCK_FAIL) {
        tell(m, failure, pc);
        return busy;
    }
    tell(m, action, pc);
    return 0;
}

MZ_EXPORT int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    if (!mz_rt.active)
        return MZ_REAL(pthread_mutex_trylock)(mutex);
    MZ_AUDIT_OWN_WORK;
    return try_lock(of(mutex), MZ_ACTION_MUTEX_TRYLOCK,
                    MZ_ACTION_MUTEX_TRYLOCK_FAIL, EBUSY, MZ_PC);
}

/* With a time limit it is tried, at any time: see docs/semantics.md. */
MZ_INLINED int lock_until(struct mutex *m, clockid_t clock,
                          const struct timespec *end, uint64_t pc)
{
    int status;

    mz_plain_read(end, sizeof *end, (void *)pc);
    if (!mz_time_is_clock_of_waits(clock))
        return EINVAL;
    if (held_by_self(m) && (m->kind & KIND_MASK) == PTHREAD_MUTEX_ERRORCHECK)
        return EDEADLK;
    status = try_lock(m, MZ_ACTION_MUTEX_TIMEDLOCK,
                      MZ_ACTION_MUTEX_TIMEDLOCK_FAIL, ETIMEDOUT, pc);
    if (status != ETIMEDOUT)
        return status;
    if (!mz_time_is_limit(clock, end)) /* only who waits looks at it */
        return EINVAL;
    mz_time_sleep_until(clock, end);
    return ETIMEDOUT;
}

MZ_EXPORT int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex,
                                      const struct timespec *restrict end)
{
    if (!mz_rt.active)
        return MZ_REAL(pthread_mutex_timedlock)(mutex, end);
    MZ_AUDIT_OWN_WORK;
    return lock_until(of(mutex), CLOCK_REALTIME, end, MZ_PC);
}

MZ_EXPORT int pthread_mutex_clocklock(pthread_mutex_t *restrict mutex,
                                      clockid_t clock,
                                      const struct timespec *restrict end)
{
    if (!mz_rt.active)
        return MZ_REAL(pthread_mutex_clocklock)(mutex, clock, end);
    MZ_AUDIT_OWN_WORK;
    return lock_until(of(mutex), clock, end, MZ_PC);
}

static bool tells_errors(const struct mutex *m)
{
    return (m->kind & KIND_MASK) == PTHREAD_MUTEX_ERRORCHECK ||
           (m->kind & KIND_MASK) == PTHREAD_MUTEX_RECURSIVE;
}

static void fail_unlock(struct mutex *m, uint64_t pc)
{
    check_usable(m, MZ_ACTION_MUTEX_UNLOCK, pc);
    mz_use_fails(use_of(m, MZ_ACTION_MUTEX_UNLOCK, pc),
                 m->owner ? MZ_FAULT_LOCKED_BY_ANOTHER : MZ_FAULT_NOT_LOCKED);
}

/* The thread holds it. */
MZ_INLINED void release(struct mutex *m, enum mz_action action, uint64_t pc)
{
    const struct mz_visible v = operation(m, MZ_UNLOCK, action, pc);

    if (m->depth) {
        m->depth--;
        return;
    }
    mz_visible_begin(&v);
    check_usable(m, v.action, pc);
    if (!held_by_self(m)) /* another has initialised it meanwhile */
        fail_unlock(m, pc);
    mz_visible_apply(&v, MZ_SYNC_RELEASE);
    tell(m, action, pc);
}

MZ_INLINED int unlock(struct mutex *m, uint64_t pc)
{
    MZ_AUDIT_OWN_WORK;

    if (!held_by_self(m)) {
        check_usable(m, MZ_ACTION_MUTEX_UNLOCK, pc);
        if (tells_errors(m))
            return EPERM;
        fail_unlock(m, pc);
    }
    release(m, MZ_ACTION_MUTEX_UNLOCK, pc);
    return 0;
}

MZ_EXPORT int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    if (!mz_rt.active)
        return MZ_REAL(pthread_mutex_unlock)(mutex);
    return unlock(of(mutex), MZ_PC);
}

/* ---- for condition variables --------------------------------------------- */

int mz_mutex_check_wait(pthread_mutex_t *mutex, uint64_t pc)
{
    struct mutex *m = of(mutex);

    check_usable(m, MZ_ACTION_COND_WAIT, pc);
    if (held_by_self(m))
        return 0;
    if (tells_errors(m))
        return EPERM;
    mz_use_fails(use_of(m, MZ_ACTION_COND_WAIT, pc), MZ_FAULT_WAIT_UNLOCKED);
}

void mz_mutex_give(pthread_mutex_t *mutex, uint64_t pc)
{
    release(of(mutex), MZ_ACTION_COND_UNLOCK, pc);
}

/* A recursive one that is held still was not given back. */
int mz_mutex_take(pthread_mutex_t *mutex, uint64_t pc)
{
    struct mutex *m = of(mutex);

    if (held_by_self(m))
        m->depth++;
    else
        acquire(m, MZ_ACTION_COND_LOCK, pc);
    return 0;
}

/* ---- beginning and end --------------------------------------------------- */

static int initialise(struct mutex *m, int kind, uint64_t pc)
{
    mz_tid holder;

    mz_plain_write(m, sizeof *m, (void *)pc);
    holder = mz_mutex_holder(mz_use_updates(m, MZ_OBJECT_MUTEX));
    if (holder != MZ_NO_THREAD && holder != mz_self())
        mz_use_fails(use_of(m, MZ_ACTION_MUTEX_INIT, pc), MZ_FAULT_LOCKED);
    *m = (struct mutex){.kind = kind};
    tell(m, MZ_ACTION_MUTEX_INIT, pc);
    return 0;
}

MZ_EXPORT int pthread_mutex_init(pthread_mutex_t *mutex,
                                 const pthread_mutexattr_t *attributes)
{
    int bits = attributes ? *(const int *)attributes : 0;

    if (!mz_rt.active)
        return MZ_REAL(pthread_mutex_init)(mutex, attributes);
    MZ_AUDIT_OWN_WORK;
    if (bits & 0x7f000000)
        mz_unsupported("robust and priority mutexes");
    return initialise(of(mutex), bits & KIND_MASK, MZ_PC);
}

static int destroy(struct mutex *m, uint64_t pc)
{
    MZ_AUDIT_OWN_WORK;

    check_usable(m, MZ_ACTION_MUTEX_DESTROY, pc);
    mz_plain_write(m, sizeof *m, (void *)pc);
    mz_use_updates(m, MZ_OBJECT_MUTEX);
    check_usable(m, MZ_ACTION_MUTEX_DESTROY, pc);
    if (m->owner)
        mz_use_fails(use_of(m, MZ_ACTION_MUTEX_DESTROY, pc), MZ_FAULT_LOCKED);
    m->kind = DESTROYED;
    m->destruction = mz_use_destroys(pc);
    tell(m, MZ_ACTION_MUTEX_DESTROY, pc);
    return 0;
}

MZ_EXPORT int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    if (!mz_rt.active)
        return MZ_REAL(pthread_mutex_destroy)(mutex);
    return destroy(of(mutex), MZ_PC);
}

/* Those of C11 are the same, but for what they return. */
static int status_of(int error)
{
    switch (error) {
    case 0:
        return thrd_success;
    case EBUSY:
        return thrd_busy;
    case ETIMEDOUT:
        return thrd_timedout;
    default:
        return thrd_error;
    }
}

MZ_EXPORT int mtx_init(mtx_t *mutex, int type)
{
    struct mutex *m = (struct mutex *)mutex;

    if (!mz_rt.active)
        return MZ_REAL(mtx_init)(mutex, type);
    MZ_AUDIT_OWN_WORK;
    return status_of(initialise(m,
                                type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE
                                                     : PTHREAD_MUTEX_NORMAL,
                                MZ_PC));
}

MZ_EXPORT void mtx_destroy(mtx_t *mutex)
{
    if (!mz_rt.active)
        MZ_REAL(mtx_destroy)(mutex);
    else
        destroy((struct mutex *)mutex, MZ_PC);
}

MZ_EXPORT int mtx_lock(mtx_t *mutex)
{
    if (!mz_rt.active)
        return MZ_REAL(mtx_lock)(mutex);
    return status_of(lock((struct mutex *)mutex, MZ_PC));
}

MZ_EXPORT int mtx_trylock(mtx_t *mutex)
{
    if (!mz_rt.active)
        return MZ_REAL(mtx_trylock)(mutex);
    MZ_AUDIT_OWN_WORK;
    return status_of(try_lock((struct mutex *)mutex, MZ_ACTION_MUTEX_TRYLOCK,
                              MZ_ACTION_MUTEX_TRYLOCK_FAIL, EBUSY, MZ_PC));
}

MZ_EXPORT int mtx_timedlock(mtx_t *restrict mutex,
                            const struct timespec *restrict end)
{
    if (!mz_rt.active)
        return MZ_REAL(mtx_timedlock)(mutex, end);
    MZ_AUDIT_OWN_WORK;
    return status_of(lock_until((struct mutex *)mutex, CLOCK_REALTIME, end,
                                MZ_PC));
}

MZ_EXPORT int mtx_unlock(mtx_t *mutex)
{
    if (!mz_rt.active)
        return MZ_REAL(mtx_unlock)(mutex);
    return status_of(unlock((struct mutex *)mutex, MZ_PC));
}
