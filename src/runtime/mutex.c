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
#include <threads.h>

#include "runtime/audit.h"
#include "runtime/forked.h"
#include "runtime/libc_family.h"
#include "runtime/mutex.h"
#include "runtime/mutex_state.h"
#include "runtime/native_use.h"
#include "runtime/private.h"
#include "runtime/suspect.h"

/* A mutex that one thread alone uses, which finds it as it has left it: what is
 * done to it is no event, unless the thread has to wait, for itself. True: it
 * was done, with this outcome. */
static MZ_COLD bool act_privately(struct mz_visible v, enum mz_sync sync,
                                  enum mz_op *outcome)
{
    const struct mz_op_operand operand = {.thread = mz_rt.self};
    uint64_t state;

    mz_plain_wake_for((const void *)v.address);
    if (!mz_private_takes_lock(v.object))
        return false;
    state = mz_visible_state(&v);
    if (!mz_op_enabled(v.kind, state, &operand))
        return false;
    *outcome = mz_op_outcome(v.kind, state, &operand);
    if (*outcome != v.kind)
        mz_suspect_note_failed(v.kind);
    mz_plain_synchronise((const void *)v.address,
                         *outcome == v.kind ? sync : MZ_SYNC_NONE, v.pc);
    mz_visible_count_held(*outcome);
    if (mz_op_changes(*outcome)) {
        mz_effect_note();
        mz_op_after(*outcome, &state, &operand);
        mz_visible_set_state(&v, state);
    }
    return true;
}

MZ_INLINED int acquire(struct mz_mutex *m, enum mz_action action, uint64_t pc)
{
    const struct mz_visible v = mz_mutex_operation(m, MZ_LOCK, action, pc);
    enum mz_op outcome;

    mz_mutex_check(m, action, pc); /* and again when it has waited */
    if (MZ_UNLIKELY(m->kind & MZ_MUTEX_ROBUST))
        return mz_mutex_lock_robust(m, action, pc);
    if (MZ_UNLIKELY(mz_is_observing()) &&
        act_privately(mz_visible_copy(&v), MZ_SYNC_ACQUIRE, &outcome)) {
        mz_mutex_tell(m, action, pc);
        return 0;
    }
    mz_visible_begin(&v);
    mz_mutex_check(m, action, pc);
    mz_visible_apply(&v, MZ_SYNC_ACQUIRE);
    mz_mutex_tell(m, action, pc);
    return 0;
}

/* One that is recursive. */
static int lock_again(struct mz_mutex *m)
{
    if (m->depth == UINT32_MAX)
        return EAGAIN;
    mz_effect_note();
    m->depth++;
    return 0;
}

int mz_mutex_lock(struct mz_mutex *m, enum mz_action action, uint64_t pc)
{
    return acquire(m, action, pc);
}

MZ_INLINED int lock(struct mz_mutex *m, uint64_t pc)
{
    MZ_AUDIT_OWN_WORK;

    if (mz_mutex_is_own(m)) {
        mz_mutex_check(m, MZ_ACTION_MUTEX_LOCK, pc);
        if ((m->kind & MZ_MUTEX_KIND) == PTHREAD_MUTEX_ERRORCHECK)
            return mz_use_refuse(mz_mutex_use(m, MZ_ACTION_MUTEX_LOCK_OWN, pc),
                                 EDEADLK);
        if ((m->kind & MZ_MUTEX_KIND) == PTHREAD_MUTEX_RECURSIVE)
            return lock_again(m);
    }
    return acquire(m, MZ_ACTION_MUTEX_LOCK, pc);
}

/* In a copy of the process there is no thread but this one. */
static MZ_COLD int lock_in_copy(struct mz_mutex *m)
{
    bool is_own = mz_mutex_is_own(m);

    mz_forked_note(mz_object_of_lock(m), 0xff);
    if (m->kind & ~MZ_MUTEX_KIND)
        mz_unsupported(CHILD_ROBUST);
    if (is_own && m->kind == PTHREAD_MUTEX_ERRORCHECK)
        return EDEADLK;
    if (m->owner && !(is_own && m->kind == PTHREAD_MUTEX_RECURSIVE))
        mz_unsupported(CHILD_DEADLOCK);
    m->depth += is_own;
    m->owner = mz_self() + 1;
    return 0;
}

MZ_EXPORT int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    if (!mz_rt.active)
        return mz_forked ? lock_in_copy(mz_mutex_of(mutex))
                         : mz_native_locks(MZ_REAL(pthread_mutex_lock)(mutex));
    return lock(mz_mutex_of(mutex), MZ_PC);
}

static MZ_COLD bool try_privately(const struct mz_mutex *m,
                                  const struct mz_visible *v,
                                  enum mz_op *outcome)
{
    mz_mutex_check(m, v->action, v->pc);
    return !(m->kind & MZ_MUTEX_ROBUST) &&
           act_privately(*v, MZ_SYNC_ACQUIRE, outcome);
}

/* Returns `busy` if it is not to be had now. */
MZ_INLINED int try_lock(struct mz_mutex *m, enum mz_action action,
                        enum mz_action failure, int busy, uint64_t pc)
{
    const struct mz_visible v = mz_mutex_operation(m, MZ_TRYLOCK, action, pc);
    enum mz_op outcome;
    uint32_t before;

    if (mz_mutex_is_own(m) &&
        (m->kind & MZ_MUTEX_KIND) == PTHREAD_MUTEX_RECURSIVE)
        return lock_again(m);
    if (MZ_UNLIKELY(mz_is_observing()) && try_privately(m, &v, &outcome)) {
        mz_mutex_tell(m, outcome == MZ_TRYLOCK_FAIL ? failure : action, pc);
        return outcome == MZ_TRYLOCK_FAIL ? busy : 0;
    }
    mz_visible_begin(&v);
    mz_mutex_check(m, action, pc);
    before = m->owner;
    if (mz_visible_apply(&v, MZ_SYNC_ACQUIRE) == MZ_TRYLOCK_FAIL) {
        mz_mutex_tell(m, failure, pc);
        return busy;
    }
    if (MZ_UNLIKELY(m->kind & MZ_MUTEX_ROBUST))
        return mz_mutex_take_robust(m, before, action, pc);
    mz_mutex_tell(m, action, pc);
    return 0;
}

MZ_EXPORT int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    if (MZ_RUNS_NATIVELY)
        return mz_native_locks(MZ_REAL(pthread_mutex_trylock)(mutex));
    MZ_AUDIT_OWN_WORK;
    return try_lock(mz_mutex_of(mutex), MZ_ACTION_MUTEX_TRYLOCK,
                    MZ_ACTION_MUTEX_TRYLOCK_FAIL, EBUSY, MZ_PC);
}

/* With a time limit it is tried, at any time: see docs/semantics.md. */
MZ_INLINED int lock_until(struct mz_mutex *m, clockid_t clock,
                          const struct timespec *end, uint64_t pc)
{
    struct timespec limit;
    int status;

    mz_plain_read(end, sizeof *end, (void *)pc);
    limit = *end;
    if (!mz_time_is_clock_of_waits(clock))
        return EINVAL;
    if (mz_mutex_is_own(m) &&
        (m->kind & MZ_MUTEX_KIND) == PTHREAD_MUTEX_ERRORCHECK)
        return EDEADLK;
    status = try_lock(m, MZ_ACTION_MUTEX_TIMEDLOCK,
                      MZ_ACTION_MUTEX_TIMEDLOCK_FAIL, ETIMEDOUT, pc);
    if (status != ETIMEDOUT)
        return status;
    if (!mz_time_is_limit(clock, &limit)) /* only who waits looks at it */
        return EINVAL;
    mz_time_sleep_until(clock, &limit);
    return ETIMEDOUT;
}

MZ_EXPORT int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex,
                                      const struct timespec *restrict end)
{
    if (MZ_RUNS_NATIVELY)
        return mz_native_locks(MZ_REAL(pthread_mutex_timedlock)(mutex, end));
    MZ_AUDIT_OWN_WORK;
    return lock_until(mz_mutex_of(mutex), CLOCK_REALTIME, end, MZ_PC);
}

MZ_EXPORT int pthread_mutex_clocklock(pthread_mutex_t *restrict mutex,
                                      clockid_t clock,
                                      const struct timespec *restrict end)
{
    if (MZ_RUNS_NATIVELY)
        return mz_native_locks(
            MZ_REAL(pthread_mutex_clocklock)(mutex, clock, end));
    MZ_AUDIT_OWN_WORK;
    return lock_until(mz_mutex_of(mutex), clock, end, MZ_PC);
}

static bool tells_errors(const struct mz_mutex *m)
{
    return (m->kind & MZ_MUTEX_KIND) == PTHREAD_MUTEX_ERRORCHECK ||
           (m->kind & MZ_MUTEX_KIND) == PTHREAD_MUTEX_RECURSIVE ||
           m->kind & MZ_MUTEX_ROBUST;
}

static void fail_unlock(struct mz_mutex *m, uint64_t pc)
{
    mz_mutex_check(m, MZ_ACTION_MUTEX_UNLOCK, pc);
    mz_use_fails(mz_mutex_use(m, MZ_ACTION_MUTEX_UNLOCK, pc),
                 m->owner ? MZ_FAULT_LOCKED_BY_ANOTHER : MZ_FAULT_NOT_LOCKED);
}

mz_tid mz_mutex_ask_holder(struct mz_mutex *m, enum mz_action action,
                           uint64_t pc)
{
    const struct mz_visible v = mz_mutex_operation(m, MZ_READ, action, pc);

    mz_visible_begin(&v);
    mz_mutex_check(m, action, pc);
    mz_plain_synchronise(m, MZ_SYNC_NONE, pc);
    mz_visible_end(&v, MZ_READ, m->owner, 0);
    mz_mutex_tell(m, action, pc);
    return mz_mutex_holder(m->owner);
}

/* ---- unlocking ----------------------------------------------------------- */

/* The thread holds it. */
MZ_INLINED void release(struct mz_mutex *m, enum mz_action action, uint64_t pc)
{
    const struct mz_visible v = mz_mutex_operation(m, MZ_UNLOCK, action, pc);
    enum mz_op outcome;

    if (m->depth) {
        mz_effect_note();
        m->depth--;
        return;
    }
    if (MZ_UNLIKELY(m->kind & MZ_MUTEX_ROBUST)) {
        mz_mutex_unlock_robust(m, action, pc);
        return;
    }
    if (MZ_UNLIKELY(mz_is_observing()) && action == MZ_ACTION_MUTEX_UNLOCK &&
        act_privately(mz_visible_copy(&v), MZ_SYNC_RELEASE, &outcome)) {
        mz_mutex_tell(m, action, pc);
        return;
    }
    mz_visible_begin(&v);
    mz_mutex_check(m, v.action, pc);
    if (!mz_mutex_is_own(m)) /* another has initialised it meanwhile */
        fail_unlock(m, pc);
    mz_visible_apply(&v, MZ_SYNC_RELEASE);
    mz_mutex_tell(m, action, pc);
}

MZ_INLINED int unlock(struct mz_mutex *m, uint64_t pc)
{
    MZ_AUDIT_OWN_WORK;

    if (!mz_mutex_is_own(m)) {
        mz_mutex_check(m, MZ_ACTION_MUTEX_UNLOCK, pc);
        if (tells_errors(m))
            return mz_use_refuse(
                mz_mutex_use(m, MZ_ACTION_MUTEX_UNLOCK_FAIL, pc), EPERM);
        fail_unlock(m, pc);
    }
    release(m, MZ_ACTION_MUTEX_UNLOCK, pc);
    return 0;
}

static MZ_COLD int unlock_in_copy(struct mz_mutex *m)
{
    if (!mz_mutex_is_own(m))
        mz_unsupported(CHILD_UNLOCKS);
    if (m->depth)
        m->depth--;
    else
        m->owner = 0;
    return 0;
}

MZ_EXPORT int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    if (!mz_rt.active)
        return mz_forked
                   ? unlock_in_copy(mz_mutex_of(mutex))
                   : mz_native_unlocks(MZ_REAL(pthread_mutex_unlock)(mutex));
    return unlock(mz_mutex_of(mutex), MZ_PC);
}

/* ---- for condition variables --------------------------------------------- */

int mz_mutex_check_wait(pthread_mutex_t *mutex, uint64_t pc)
{
    struct mz_mutex *m = mz_mutex_of(mutex);

    mz_mutex_check(m, MZ_ACTION_COND_WAIT, pc);
    if (mz_mutex_is_own(m))
        return 0;
    if (tells_errors(m))
        return EPERM;
    mz_use_fails(mz_mutex_use(m, MZ_ACTION_COND_WAIT, pc),
                 MZ_FAULT_WAIT_UNLOCKED);
}

void mz_mutex_give(pthread_mutex_t *mutex, uint64_t pc)
{
    release(mz_mutex_of(mutex), MZ_ACTION_COND_UNLOCK, pc);
}

/* A recursive one that is held still was not given back. */
int mz_mutex_take(pthread_mutex_t *mutex, uint64_t pc)
{
    struct mz_mutex *m = mz_mutex_of(mutex);

    if (mz_mutex_is_own(m))
        m->depth++;
    else
        return acquire(m, MZ_ACTION_COND_LOCK, pc);
    return 0;
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

MZ_EXPORT int mtx_lock(mtx_t *mutex)
{
    if (MZ_RUNS_NATIVELY)
        return mz_native_locks(MZ_REAL(mtx_lock)(mutex));
    return status_of(lock((struct mz_mutex *)mutex, MZ_PC));
}

MZ_EXPORT int mtx_trylock(mtx_t *mutex)
{
    if (MZ_RUNS_NATIVELY)
        return mz_native_locks(MZ_REAL(mtx_trylock)(mutex));
    MZ_AUDIT_OWN_WORK;
    return status_of(try_lock((struct mz_mutex *)mutex, MZ_ACTION_MUTEX_TRYLOCK,
                              MZ_ACTION_MUTEX_TRYLOCK_FAIL, EBUSY, MZ_PC));
}

MZ_EXPORT int mtx_timedlock(mtx_t *restrict mutex,
                            const struct timespec *restrict end)
{
    if (MZ_RUNS_NATIVELY)
        return mz_native_locks(MZ_REAL(mtx_timedlock)(mutex, end));
    MZ_AUDIT_OWN_WORK;
    return status_of(
        lock_until((struct mz_mutex *)mutex, CLOCK_REALTIME, end, MZ_PC));
}

MZ_EXPORT int mtx_unlock(mtx_t *mutex)
{
    if (MZ_RUNS_NATIVELY)
        return mz_native_unlocks(MZ_REAL(mtx_unlock)(mutex));
    return status_of(unlock((struct mz_mutex *)mutex, MZ_PC));
}
