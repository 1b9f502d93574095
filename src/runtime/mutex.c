/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/mutex.h"

#include <errno.h>
#include <pthread.h>

#include "runtime/account.h"
#include "runtime/audit.h"
#include "runtime/heap.h"
#include "runtime/plain.h"
#include "runtime/schedule.h"

/* The fields of glibc's struct __pthread_mutex_s that are used, in place. */
struct mutex {
    int unused_lock;
    uint32_t depth;   /* of a recursive one: locks beyond the first */
    uint32_t owner;   /* thread + 1; 0: free */
    uint32_t unused_users;
    int kind;         /* as initialisers set it; DESTROYED */
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

static _Noreturn MZ_COLD void misuse(const struct mutex *m,
                                     enum mz_fault fault, enum mz_action action,
                                     uint64_t pc)
{
    mz_fail(&(struct mz_failure){
        .fault = fault,
        .action = action,
        .address = (uint64_t)m,
        .size = sizeof *m,
        .pc = pc,
    });
}

static void check_usable(const struct mutex *m, enum mz_action action,
                         uint64_t pc)
{
    mz_plain_check((uint64_t)m, sizeof *m, action, pc);
    if (m->kind == DESTROYED) {
        mz_plain_destroyed(m->destroyed_by, m->destroyed_pc);
        misuse(m, MZ_FAULT_DESTROYED, action, pc);
    }
    if (m->kind & ~FLAGS)
        misuse(m, MZ_FAULT_NOT_INITIALISED, action, pc);
    if (m->kind & ~KIND_MASK & 0x7f)
        mz_unsupported("robust and priority mutexes");
}

/* Takes the turn and the lock; of its kind the mutex is free or waited for. */
static void acquire(struct mutex *m, enum mz_action action, uint64_t pc)
{
    uint64_t object = mz_mutex_object(m);

    check_usable(m, action, pc); /* and again when it has waited */
    mz_sched.at[mz_self()].address = (uint64_t)m;
    mz_schedule_watch(&m->owner, sizeof m->owner, MZ_EQUAL, 0);
    mz_sched.at[mz_self()].action = action;
    mz_sched.at[mz_self()].pc = pc;
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_account_waits();
    mz_plain_wake_for(m);
    mz_turn(MZ_LOCK, object, WHOLE);
    check_usable(m, action, pc);
    if (m->owner) {
        if (mz_sched.atomic != MZ_NO_THREAD)
            mz_unsupported("waiting for a mutex in an atomic block");
        mz_schedule_differs(MZ_LOCK, object, WHOLE, 0);
    }
    m->owner = mz_self() + 1;
    mz_plain_synchronise(m, MZ_SYNC_ACQUIRE, pc);
    mz_record(MZ_LOCK, object, WHOLE, 0, 0);
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_trace_step(action, (uint64_t)m, sizeof(pthread_mutex_t), 0, 0, 0,
                      pc);
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
    acquire(m, MZ_ACTION_MUTEX_LOCK, MZ_PC);
    return 0;
}

MZ_EXPORT int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    struct mutex *m = of(mutex);
    uint64_t object = mz_mutex_object(m);

    if (!mz_rt.active)
        return MZ_REAL(pthread_mutex_trylock)(mutex);
    MZ_AUDIT_OWN_WORK;
    if (held_by_self(m) &&
        (m->kind & KIND_MASK) == PTHREAD_MUTEX_RECURSIVE) {
        m->depth++;
        return 0;
    }
    mz_schedule_watch(&m->owner, sizeof m->owner, MZ_EQUAL, 0);
    mz_plain_wake_for(m);
    mz_turn(MZ_TRYLOCK, object, WHOLE);
    check_usable(m, MZ_ACTION_MUTEX_TRYLOCK, MZ_PC);
    if (m->owner) {
        mz_plain_synchronise(m, MZ_SYNC_NONE, MZ_PC);
        mz_record(MZ_TRYLOCK_FAIL, object, WHOLE, m->owner, 0);
        if (MZ_UNLIKELY(mz_rt.tracing))
            mz_trace_step(MZ_ACTION_MUTEX_TRYLOCK_FAIL, (uint64_t)m,
                          sizeof *mutex, 0, 0, 0, MZ_PC);
        return EBUSY;
    }
    m->owner = mz_self() + 1;
    mz_plain_synchronise(m, MZ_SYNC_ACQUIRE, MZ_PC);
    mz_record(MZ_TRYLOCK, object, WHOLE, 0, 0);
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_trace_step(MZ_ACTION_MUTEX_TRYLOCK, (uint64_t)m, sizeof *mutex, 0,
                      0, 0, MZ_PC);
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
    uint64_t object = mz_mutex_object(m);

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
    mz_plain_wake_for(m);
    mz_turn(MZ_UNLOCK, object, WHOLE);
    check_usable(m, MZ_ACTION_MUTEX_UNLOCK, MZ_PC);
    if (!held_by_self(m)) /* another has initialised it meanwhile */
        fail_unlock(m, MZ_PC);
    m->owner = 0;
    mz_plain_synchronise(m, MZ_SYNC_RELEASE, MZ_PC);
    mz_record(MZ_UNLOCK, object, WHOLE, mz_self() + 1, 0);
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_trace_step(MZ_ACTION_MUTEX_UNLOCK, (uint64_t)m, sizeof *mutex, 0, 0,
                      0, MZ_PC);
    return 0;
}

/* The state of the lock as this execution tells it: what is in memory that is
 * to be initialised may be anything. */
static uint64_t told_state(const struct mutex *m)
{
    const struct mz_execution *x = mz_sched.execution;

    for (uint32_t i = mz_sched.position; i-- > 0;) {
        const struct mz_event *e = &x->events[i];
        struct mz_op_operand operand = mz_event_operand(e);
        uint64_t state = e->value;

        if (e->object == MZ_NO_OBJECT ||
            mz_schedule_objects[e->object] != mz_mutex_object(m))
            continue;
        mz_mutex_automaton.after(e->kind, &state, &operand);
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
    static const uint64_t nothing; /* is what is watched */
    uint64_t state;

    if (!mz_plain_orders_uses())
        return MZ_NO_THREAD;
    mz_schedule_watch(&nothing, sizeof nothing, MZ_EQUAL, 0);
    mz_turn(MZ_RMW, mz_mutex_object(m), WHOLE);
    state = told_state(m);
    mz_record(MZ_RMW, mz_mutex_object(m), WHOLE, state, 0);
    return mz_mutex_automaton.holder(state);
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
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_trace_step(MZ_ACTION_MUTEX_INIT, (uint64_t)m, sizeof *mutex, 0, 0,
                      0, MZ_PC);
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
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_trace_step(MZ_ACTION_MUTEX_DESTROY, (uint64_t)m, sizeof *mutex, 0, 0,
                      0, MZ_PC);
    return 0;
}
