/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Mutexes: normal, recursive and error-checking. Their state lies in the
 * pthread_mutex_t of the program, where glibc keeps its own, so that rollback
 * restores it and static initialisers work.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

#include "runtime/account.h"
#include "runtime/audit.h"
#include "runtime/visible.h"

/* The fields of glibc's struct __pthread_mutex_s that are used, in place. */
struct mutex {
    int unused_lock;
    uint32_t depth; /* of a recursive one: locks beyond the first */
    uint32_t owner; /* thread + 1; 0: free */
    uint32_t unused_users;
    int kind; /* as initialisers set it; DESTROYED */
    int unused_spins;
    uint64_t destroyed_pc; /* where, and by whom */
    uint64_t destroyed_by;
};
_Static_assert(sizeof(struct mutex) == sizeof(pthread_mutex_t), "in place");

enum { DESTROYED = -1, KIND_MASK = 3, FLAGS = 0x3ff, WHOLE = 0xff };

static struct mutex *of(pthread_mutex_t *mutex)
{
    return (struct mutex *)mutex;
}

static bool held_by_self(const struct mutex *m)
{
    return m->owner == mz_self() + 1u;
}

static _Noreturn MZ_COLD void misuse(const struct mutex *m, enum mz_fault fault,
                                     enum mz_action action, uint64_t pc)
{
    mz_fail(&(struct mz_failure){
        .fault = fault,
        .action = action,
        .address = (uint64_t)m,
        .size = sizeof *m,
        .pc = pc,
    });
}

/* None of those that are usable, but for flags of glibc's own. */
static MZ_COLD void check_kind(const struct mutex *m, enum mz_action action,
                               uint64_t pc)
{
    if (m->kind == DESTROYED) {
        mz_plain_destroyed(m->destroyed_by, m->destroyed_pc);
        misuse(m, MZ_FAULT_DESTROYED, action, pc);
    }
    if (m->kind & ~FLAGS)
        misuse(m, MZ_FAULT_NOT_INITIALISED, action, pc);
    if (m->kind & ~KIND_MASK & 0x7f)
        mz_unsupported("robust and priority mutexes");
}

MZ_INLINED void check_usable(const struct mutex *m, enum mz_action action,
                             uint64_t pc)
{
    mz_plain_check((uint64_t)m, sizeof *m, action, pc);
    if (MZ_UNLIKELY(m->kind & ~KIND_MASK))
        check_kind(m, action, pc);
}

static inline struct mz_visible operation(struct mutex *m, enum mz_op kind,
                                          enum mz_action action, uint64_t pc)
{
    return mz_visible_of_lock(m, &m->owner, kind, action, pc);
}

static void tell(const struct mutex *m, enum mz_action action, uint64_t pc)
{
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_trace_step(action, (uint64_t)m, sizeof *m, 0, 0, 0, pc);
}

static void acquire(struct mutex *m, uint64_t pc)
{
    const struct mz_visible v = operation(m, MZ_LOCK, MZ_ACTION_MUTEX_LOCK, pc);

    check_usable(m, v.action, pc); /* and again when it has waited */
    mz_visible_begin(&v);
    check_usable(m, v.action, pc);
    mz_visible_apply(&v, MZ_SYNC_ACQUIRE);
    tell(m, MZ_ACTION_MUTEX_LOCK, pc);
}

MZ_EXPORT int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    struct mutex *m = of(mutex);

    if (!mz_rt.active)
        return MZ_REAL(pthread_mutex_lock)(mutex);
    MZ_AUDIT_OWN_WORK;
    if (held_by_self(m)) {
        check_usable(m, MZ_ACTION_MUTEX_LOCK, MZ_PC);
        if ((m->kind & KIND_MASK) == PTHREAD_MUTEX_ERRORCHECK)
            return EDEADLK;
        if ((m->kind & KIND_MASK) == PTHREAD_MUTEX_RECURSIVE) {
            m->depth++;
            return 0;
        }
    }
    acquire(m, MZ_PC);
    return 0;
}

MZ_EXPORT int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    struct mutex *m = of(mutex);
    const struct mz_visible v =
        operation(m, MZ_TRYLOCK, MZ_ACTION_MUTEX_TRYLOCK, MZ_PC);

    if (!mz_rt.active)
        return MZ_REAL(pthread_mutex_trylock)(mutex);
    MZ_AUDIT_OWN_WORK;
    if (held_by_self(m) && (m->kind & KIND_MASK) == PTHREAD_MUTEX_RECURSIVE) {
        m->depth++;
        return 0;
    }
    mz_visible_begin(&v);
    check_usable(m, v.action, MZ_PC);
    if (mz_visible_apply(&v, MZ_SYNC_ACQUIRE) == MZ_TRYLOCK_FAIL) {
        tell(m, MZ_ACTION_MUTEX_TRYLOCK_FAIL, MZ_PC);
        return EBUSY;
    }
    tell(m, MZ_ACTION_MUTEX_TRYLOCK, MZ_PC);
    return 0;
}

static void fail_unlock(struct mutex *m, uint64_t pc)
{
    check_usable(m, MZ_ACTION_MUTEX_UNLOCK, pc);
    misuse(m, m->owner ? MZ_FAULT_LOCKED_BY_ANOTHER : MZ_FAULT_NOT_LOCKED,
           MZ_ACTION_MUTEX_UNLOCK, pc);
}

MZ_EXPORT int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    struct mutex *m = of(mutex);
    const struct mz_visible v =
        operation(m, MZ_UNLOCK, MZ_ACTION_MUTEX_UNLOCK, MZ_PC);

    if (!mz_rt.active)
        return MZ_REAL(pthread_mutex_unlock)(mutex);
    MZ_AUDIT_OWN_WORK;
    if (!held_by_self(m)) {
        check_usable(m, MZ_ACTION_MUTEX_UNLOCK, MZ_PC);
        if ((m->kind & KIND_MASK) == PTHREAD_MUTEX_ERRORCHECK ||
            (m->kind & KIND_MASK) == PTHREAD_MUTEX_RECURSIVE)
            return EPERM;
        fail_unlock(m, MZ_PC);
    }
    if (m->depth) {
        m->depth--;
        return 0;
    }
    mz_visible_begin(&v);
    check_usable(m, v.action, MZ_PC);
    if (!held_by_self(m)) /* another has initialised it meanwhile */
        fail_unlock(m, MZ_PC);
    mz_visible_apply(&v, MZ_SYNC_RELEASE);
    tell(m, MZ_ACTION_MUTEX_UNLOCK, MZ_PC);
    return 0;
}

/* The state of the lock as this execution tells it: what is in memory that is
 * to be initialised may be anything. */
static uint64_t told_state(const struct mutex *m)
{
    const struct mz_execution *x = mz_turns.execution;

    for (uint32_t i = mz_turns.position; i-- > 0;) {
        const struct mz_event *e = &x->events[i];
        struct mz_op_operand operand = mz_event_operand(e);
        uint64_t state = e->value;

        if (e->object == MZ_NO_OBJECT ||
            mz_object_keys[e->object] != mz_object_of_lock(m))
            continue;
        mz_mutex_after(e->kind, &state, &operand);
        return state;
    }
    return 0;
}

/*
 * Initialising and destroying are plain writes: that they do not overlap with
 * other uses is for the race detector to say. Where it does not look, each is
 * an update of the lock, too, so that its order among all uses is explored.
 * Returns who holds it, if so; else MZ_NO_THREAD.
 */
static mz_tid stand_among_users(const struct mutex *m)
{
    const struct mz_visible v = {
        .kind = MZ_RMW,
        .object = mz_object_of_lock(m),
        .mask = WHOLE,
    };
    uint64_t state;

    if (!mz_plain_orders_uses())
        return MZ_NO_THREAD;
    mz_visible_begin(&v);
    state = told_state(m);
    mz_visible_end(&v, MZ_RMW, state, 0);
    return mz_mutex_holder(state);
}

MZ_EXPORT int pthread_mutex_init(pthread_mutex_t *mutex,
                                 const pthread_mutexattr_t *attributes)
{
    struct mutex *m = of(mutex);
    int bits = attributes ? *(const int *)attributes : 0;
    mz_tid holder;

    if (!mz_rt.active)
        return MZ_REAL(pthread_mutex_init)(mutex, attributes);
    MZ_AUDIT_OWN_WORK;
    if (bits & 0x7f000000)
        mz_unsupported("robust and priority mutexes");
    mz_plain_write(mutex, sizeof *m, (void *)MZ_PC);
    holder = stand_among_users(m);
    if (holder != MZ_NO_THREAD && holder != mz_self())
        misuse(m, MZ_FAULT_LOCKED, MZ_ACTION_MUTEX_INIT, MZ_PC);
    *mutex = (pthread_mutex_t){0};
    m->kind = bits & KIND_MASK;
    tell(m, MZ_ACTION_MUTEX_INIT, MZ_PC);
    return 0;
}

MZ_EXPORT int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    struct mutex *m = of(mutex);

    if (!mz_rt.active)
        return MZ_REAL(pthread_mutex_destroy)(mutex);
    MZ_AUDIT_OWN_WORK;
    check_usable(m, MZ_ACTION_MUTEX_DESTROY, MZ_PC);
    mz_plain_write(mutex, sizeof *m, (void *)MZ_PC);
    stand_among_users(m);
    check_usable(m, MZ_ACTION_MUTEX_DESTROY, MZ_PC);
    if (m->owner)
        misuse(m, MZ_FAULT_LOCKED, MZ_ACTION_MUTEX_DESTROY, MZ_PC);
    m->kind = DESTROYED;
    m->destroyed_pc = MZ_PC;
    m->destroyed_by = mz_self();
    tell(m, MZ_ACTION_MUTEX_DESTROY, MZ_PC);
    return 0;
}
