/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Mutexes: normal, recursive and error-checking, robust or not. Their state
 * lies in the pthread_mutex_t of the program, where glibc keeps its own, so
 * that rollback restores it and static initialisers work.
 *
 * Priorities make no difference here: any thread that can go on may.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <threads.h>

#include "runtime/audit.h"
#include "runtime/libc_family.h"
#include "runtime/mutex.h"
#include "runtime/thread.h"
#include "runtime/use.h"

/* The fields of glibc's struct __pthread_mutex_s that are used, in place. */
struct mutex {
    uint32_t ceiling; /* of one that protects priorities, from CEILING on */
    uint32_t depth;   /* of a recursive one: locks beyond the first */
    uint32_t owner;   /* as op/mutex.h has it */
    uint32_t unused_users;
    int kind;         /* as initialisers set it; DESTROYED */
    int inconsistent; /* robust: its last owner has ended, and who holds it has
                         not made it consistent */
    union {
        struct mz_destruction destruction;
        struct mutex *next; /* robust, held: another that its owner holds */
    };
};
_Static_assert(sizeof(struct mutex) == sizeof(pthread_mutex_t), "in place");

enum {
    DESTROYED = -1,
    KIND_MASK = 3,
    ROBUST = 16,
    INHERITS = 32, /* priorities of those that wait */
    PROTECTS = 64, /* its own, a ceiling */
    FLAGS = 0x3ff,
    CEILING = 19, /* the bit that it begins at */
};

/* What is in glibc's attributes beside the kind. */
enum {
    ATTRIBUTE_CEILING = 12, /* the bit that it begins at, of 12 */
    ATTRIBUTE_PROTOCOL = 28, /* the same, of 2 */
    ATTRIBUTE_ROBUST = 30,
};

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
    if (m->kind & (INHERITS | PROTECTS))
        mz_rt.region->priorities = 1;
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

/* A robust one is held from now on, or lost. `before`: its state. */
static MZ_COLD int take_robust(struct mutex *m, uint32_t before,
                               enum mz_action action, uint64_t pc)
{
    if (before == MZ_MUTEX_LOST) {
        tell(m, MZ_ACTION_MUTEX_LOCK_LOST, pc);
        return ENOTRECOVERABLE;
    }
    m->next = *mz_thread_robust_mutexes();
    *mz_thread_robust_mutexes() = m;
    m->inconsistent = before == MZ_MUTEX_INCONSISTENT;
    if (!m->inconsistent) {
        tell(m, action, pc);
        return 0;
    }
    m->depth = 0;
    tell(m, MZ_ACTION_MUTEX_LOCK_INHERITED, pc);
    return EOWNERDEAD;
}

static MZ_NOINLINE int acquire_robust(struct mutex *m, enum mz_action action,
                                      uint64_t pc)
{
    const struct mz_visible v = operation(m, MZ_LOCK, action, pc);
    uint32_t before;

    mz_visible_begin(&v);
    check_usable(m, action, pc);
    before = m->owner;
    mz_visible_apply(&v, MZ_SYNC_ACQUIRE);
    return take_robust(m, before, action, pc);
}

MZ_INLINED int acquire(struct mutex *m, enum mz_action action, uint64_t pc)
{
    const struct mz_visible v = operation(m, MZ_LOCK, action, pc);

    check_usable(m, action, pc); /* and again when it has waited */
    if (MZ_UNLIKELY(m->kind & ROBUST))
        return acquire_robust(m, action, pc);
    mz_visible_begin(&v);
    check_usable(m, action, pc);
    mz_visible_apply(&v, MZ_SYNC_ACQUIRE);
    tell(m, action, pc);
    return 0;
}

/* One that is recursive. */
static int lock_again(struct mutex *m)
{
    if (m->depth == UINT32_MAX)
        return EAGAIN;
    mz_effect_note();
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
    return acquire(m, MZ_ACTION_MUTEX_LOCK, pc);
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
    uint32_t before;

    if (held_by_self(m) && (m->kind & KIND_MASK) == PTHREAD_MUTEX_RECURSIVE)
        return lock_again(m);
    mz_visible_begin(&v);
    check_usable(m, action, pc);
    before = m->owner;
    if (mz_visible_apply(&v, MZ_SYNC_ACQUIRE) == MZ_TRYLOCK_FAIL) {
        tell(m, failure, pc);
        return busy;
    }
    if (MZ_UNLIKELY(m->kind & ROBUST))
        return take_robust(m, before, action, pc);
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
           (m->kind & KIND_MASK) == PTHREAD_MUTEX_RECURSIVE ||
           m->kind & ROBUST;
}

static void fail_unlock(struct mutex *m, uint64_t pc)
{
    check_usable(m, MZ_ACTION_MUTEX_UNLOCK, pc);
    mz_use_fails(use_of(m, MZ_ACTION_MUTEX_UNLOCK, pc),
                 m->owner ? MZ_FAULT_LOCKED_BY_ANOTHER : MZ_FAULT_NOT_LOCKED);
}

/* ---- robust -------------------------------------------------------------- */

/* The thread does not hold it any more. */
static void forget(struct mutex *m)
{
    void **link = mz_thread_robust_mutexes();

    while (*link && *link != m)
        link = (void **)&((struct mutex *)*link)->next;
    if (*link)
        *link = m->next;
    m->next = NULL;
    m->inconsistent = false;
}

/* By whoever holds it. If it has not been made consistent it is lost. */
static MZ_NOINLINE void release_robust(struct mutex *m, enum mz_action action,
                                       uint64_t pc)
{
    const struct mz_visible v = operation(
        m, m->inconsistent ? MZ_UNLOCK_LOST : MZ_UNLOCK, action, pc);

    mz_visible_begin(&v);
    check_usable(m, v.action, pc);
    forget(m);
    mz_visible_apply(&v, MZ_SYNC_RELEASE);
    tell(m, v.action, pc);
}

void mz_mutex_owner_ends(uint64_t pc)
{
    struct mutex *m;

    while ((m = *mz_thread_robust_mutexes())) {
        const struct mz_visible v =
            operation(m, MZ_OWNER_END, MZ_ACTION_MUTEX_OWNER_END, pc);

        check_usable(m, v.action, pc);
        mz_visible_begin(&v);
        check_usable(m, v.action, pc);
        forget(m);
        mz_visible_apply(&v, MZ_SYNC_RELEASE);
        tell(m, v.action, pc);
    }
}

/* Who has it, as an event that reads it: others may lock it meanwhile. */
MZ_INLINED mz_tid ask_holder(struct mutex *m, enum mz_action action,
                             uint64_t pc)
{
    const struct mz_visible v = operation(m, MZ_READ, action, pc);

    mz_visible_begin(&v);
    check_usable(m, action, pc);
    mz_plain_synchronise(m, MZ_SYNC_NONE, pc);
    mz_visible_end(&v, MZ_READ, m->owner, 0);
    tell(m, action, pc);
    return mz_mutex_holder(m->owner);
}

/* For the thread that holds it this is no operation: nobody else notices. */
MZ_EXPORT int pthread_mutex_consistent(pthread_mutex_t *mutex)
{
    struct mutex *m = of(mutex);

    if (!mz_rt.active)
        return MZ_REAL(pthread_mutex_consistent)(mutex);
    MZ_AUDIT_OWN_WORK;
    check_usable(m, MZ_ACTION_MUTEX_CONSISTENT, MZ_PC);
    if (!(m->kind & ROBUST))
        return EINVAL;
    if (!held_by_self(m)) {
        if (ask_holder(m, MZ_ACTION_MUTEX_CONSISTENT, MZ_PC) != MZ_NO_THREAD)
            mz_use_fails(use_of(m, MZ_ACTION_MUTEX_CONSISTENT, MZ_PC),
                         MZ_FAULT_LOCKED_BY_ANOTHER);
        return EINVAL;
    }
    if (!m->inconsistent)
        return EINVAL;
    m->inconsistent = false;
    tell(m, MZ_ACTION_MUTEX_CONSISTENT, MZ_PC);
    return 0;
}

/* ---- unlocking ----------------------------------------------------------- */

/* The thread holds it. */
MZ_INLINED void release(struct mutex *m, enum mz_action action, uint64_t pc)
{
    const struct mz_visible v = operation(m, MZ_UNLOCK, action, pc);

    if (m->depth) {
        mz_effect_note();
        m->depth--;
        return;
    }
    if (MZ_UNLIKELY(m->kind & ROBUST)) {
        release_robust(m, action, pc);
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
        return acquire(m, MZ_ACTION_COND_LOCK, pc);
    return 0;
}

/* ---- priorities ---------------------------------------------------------- */

static bool is_priority(int priority)
{
    return priority >= sched_get_priority_min(SCHED_FIFO) &&
           priority <= sched_get_priority_max(SCHED_FIFO);
}

static int ceiling_of(const struct mutex *m)
{
    return m->ceiling >> CEILING;
}

MZ_EXPORT int pthread_mutex_getprioceiling(const pthread_mutex_t *mutex,
                                           int *ceiling)
{
    struct mutex *m = of((pthread_mutex_t *)mutex);

    if (!mz_rt.active)
        return MZ_REAL(pthread_mutex_getprioceiling)(mutex, ceiling);
    MZ_AUDIT_OWN_WORK;
    check_usable(m, MZ_ACTION_MUTEX_GETPRIOCEILING, MZ_PC);
    if (!(m->kind & PROTECTS))
        return EINVAL;
    ask_holder(m, MZ_ACTION_MUTEX_GETPRIOCEILING, MZ_PC);
    mz_plain_write(ceiling, sizeof *ceiling, (void *)MZ_PC);
    *ceiling = ceiling_of(m);
    return 0;
}

/* Locks it, sets the ceiling, and unlocks it. */
MZ_EXPORT int pthread_mutex_setprioceiling(pthread_mutex_t *restrict mutex,
                                           int ceiling, int *restrict old)
{
    struct mutex *m = of(mutex);
    const struct mz_visible v =
        operation(m, MZ_UNLOCK, MZ_ACTION_MUTEX_SETPRIOCEILING, MZ_PC);
    bool held = held_by_self(m);

    if (!mz_rt.active)
        return MZ_REAL(pthread_mutex_setprioceiling)(mutex, ceiling, old);
    MZ_AUDIT_OWN_WORK;
    check_usable(m, v.action, MZ_PC);
    if (!(m->kind & PROTECTS) || !is_priority(ceiling))
        return EINVAL;
    if (held && (m->kind & KIND_MASK) == PTHREAD_MUTEX_ERRORCHECK)
        return EDEADLK;
    held &= (m->kind & KIND_MASK) == PTHREAD_MUTEX_RECURSIVE;
    if (!held)
        acquire(m, MZ_ACTION_MUTEX_LOCK, MZ_PC);
    mz_plain_write(old, sizeof *old, (void *)MZ_PC);
    *old = ceiling_of(m);
    m->ceiling = (uint32_t)ceiling << CEILING;
    mz_effect_note();
    if (held)
        return 0;
    mz_visible_begin(&v);
    mz_visible_apply(&v, MZ_SYNC_RELEASE);
    tell(m, v.action, MZ_PC);
    return 0;
}

/* ---- beginning and end --------------------------------------------------- */

/* What initialising with such attributes makes of it. */
static struct mutex initial(unsigned bits)
{
    static const int protocols[] = {0, INHERITS, PROTECTS, 0};
    struct mutex m = {.kind = bits & KIND_MASK};
    unsigned ceiling = bits >> ATTRIBUTE_CEILING & 0xfff;

    m.kind |= protocols[bits >> ATTRIBUTE_PROTOCOL & 3];
    if (bits >> ATTRIBUTE_ROBUST & 1)
        m.kind |= ROBUST;
    if (m.kind & PROTECTS)
        m.ceiling =
            (ceiling ? ceiling : (unsigned)sched_get_priority_min(SCHED_FIFO))
            << CEILING;
    return m;
}

static int initialise(struct mutex *m, struct mutex fresh, uint64_t pc)
{
    mz_tid holder;

    mz_plain_write(m, sizeof *m, (void *)pc);
    holder = mz_mutex_holder(mz_use_updates(m, MZ_OBJECT_MUTEX));
    if (holder != MZ_NO_THREAD && holder != mz_self())
        mz_use_fails(use_of(m, MZ_ACTION_MUTEX_INIT, pc), MZ_FAULT_LOCKED);
    *m = (struct mutex){0}; /* and not a copy, whose parts are just written */
    m->kind = fresh.kind;
    m->ceiling = fresh.ceiling;
    tell(m, MZ_ACTION_MUTEX_INIT, pc);
    return 0;
}

MZ_EXPORT int pthread_mutex_init(pthread_mutex_t *mutex,
                                 const pthread_mutexattr_t *attributes)
{
    const struct mutex fresh =
        initial(attributes ? *(const unsigned *)attributes : 0);

    if (!mz_rt.active)
        return MZ_REAL(pthread_mutex_init)(mutex, attributes);
    MZ_AUDIT_OWN_WORK;
    if (fresh.kind & ROBUST && fresh.kind & PROTECTS)
        return ENOTSUP;
    return initialise(of(mutex), fresh, MZ_PC);
}

static int destroy(struct mutex *m, uint64_t pc)
{
    MZ_AUDIT_OWN_WORK;

    check_usable(m, MZ_ACTION_MUTEX_DESTROY, pc);
    mz_plain_write(m, sizeof *m, (void *)pc);
    mz_use_updates(m, MZ_OBJECT_MUTEX);
    check_usable(m, MZ_ACTION_MUTEX_DESTROY, pc);
    if (m->owner & MZ_MUTEX_HOLDER)
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
    const struct mutex fresh = initial(type & mtx_recursive
                                           ? PTHREAD_MUTEX_RECURSIVE
                                           : PTHREAD_MUTEX_NORMAL);

    if (!mz_rt.active)
        return MZ_REAL(mtx_init)(mutex, type);
    MZ_AUDIT_OWN_WORK;
    return status_of(initialise((struct mutex *)mutex, fresh, MZ_PC));
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
