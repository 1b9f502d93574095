/* SPDX-License-Identifier: Apache-2.0 */
/*
 * POSIX semaphores without a name. Their state lies in the sem_t of the
 * program, where glibc has its own, so that rollback restores it and one that
 * was initialised before main is known.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <semaphore.h>

#include "runtime/account.h"
#include "runtime/heap.h"
#include "runtime/mutex.h"
#include "runtime/plain.h"
#include "runtime/schedule.h"

/* The fields of glibc's struct new_sem that are used, in place. */
struct semaphore {
    uint32_t count;
    uint32_t unused_waiters;
    int state; /* shared or not, which is the same here; or DESTROYED */
    uint64_t destroyed_pc; /* where, and by whom */
    uint64_t destroyed_by;
};
_Static_assert(sizeof(struct semaphore) == sizeof(sem_t), "in place");

enum { DESTROYED = -1, WHOLE = 0xff };

static struct semaphore *of(sem_t *semaphore)
{
    return (struct semaphore *)semaphore;
}

static _Noreturn MZ_COLD void misuse(const struct semaphore *s,
                                     enum mz_fault fault, enum mz_action action,
                                     uint64_t pc)
{
    mz_fail(&(struct mz_failure){
        .fault = fault,
        .action = action,
        .address = (uint64_t)s,
        .size = sizeof *s,
        .pc = pc,
    });
}

static void check_usable(const struct semaphore *s, enum mz_action action,
                         uint64_t pc)
{
    mz_plain_check((uint64_t)s, sizeof *s, action, pc);
    if (s->state == DESTROYED) {
        mz_plain_destroyed(s->destroyed_by, s->destroyed_pc);
        misuse(s, MZ_FAULT_DESTROYED, action, pc);
    }
    if (s->count > SEM_VALUE_MAX)
        misuse(s, MZ_FAULT_NOT_INITIALISED, action, pc);
}

static void tell(const struct semaphore *s, enum mz_action action,
                 uint32_t before, uint64_t pc)
{
    bool changes = s->count != before;

    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_trace_step(action, (uint64_t)s, sizeof(sem_t), 1 | changes << 1,
                      s->count, before, pc);
}

static void take_turn(struct semaphore *s, enum mz_op kind,
                      enum mz_action action, uint64_t pc)
{
    char text[64];

    if (mz_sched.atomic != MZ_NO_THREAD) {
        mz_format(text, sizeof text, "%s in an atomic block",
                  mz_action_names[action]);
        mz_unsupported(text);
    }
    mz_sched.at[mz_self()].address = (uint64_t)s;
    mz_schedule_watch(&s->count, sizeof s->count, MZ_UNEQUAL, 0);
    mz_plain_wake_for(s);
    mz_turn(kind, mz_mutex_object(s), WHOLE);
    check_usable(s, action, pc);
}

static void record(const struct semaphore *s, enum mz_op kind,
                   enum mz_sync sync, uint64_t pc)
{
    mz_plain_synchronise(s, sync, pc);
    mz_record(kind, mz_mutex_object(s), WHOLE, s->count, 0);
}

MZ_EXPORT int sem_wait(sem_t *semaphore)
{
    struct semaphore *s = of(semaphore);

    if (!mz_rt.active)
        return MZ_REAL(sem_wait)(semaphore);
    /* And again when it has waited. */
    check_usable(s, MZ_ACTION_SEM_WAIT, MZ_PC);
    mz_sched.at[mz_self()].action = MZ_ACTION_SEM_WAIT;
    mz_sched.at[mz_self()].pc = MZ_PC;
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_account_waits();
    take_turn(s, MZ_SEM_WAIT, MZ_ACTION_SEM_WAIT, MZ_PC);
    if (!s->count)
        mz_schedule_differs(MZ_SEM_WAIT, mz_mutex_object(s), WHOLE, 0);
    record(s, MZ_SEM_WAIT, MZ_SYNC_ACQUIRE, MZ_PC);
    s->count--;
    tell(s, MZ_ACTION_SEM_WAIT, s->count + 1, MZ_PC);
    return 0;
}

MZ_EXPORT int sem_trywait(sem_t *semaphore)
{
    struct semaphore *s = of(semaphore);

    if (!mz_rt.active)
        return MZ_REAL(sem_trywait)(semaphore);
    take_turn(s, MZ_SEM_TRYWAIT, MZ_ACTION_SEM_TRYWAIT, MZ_PC);
    if (!s->count) {
        record(s, MZ_SEM_TRYWAIT_FAIL, MZ_SYNC_NONE, MZ_PC);
        tell(s, MZ_ACTION_SEM_TRYWAIT_FAIL, 0, MZ_PC);
        errno = EAGAIN;
        return -1;
    }
    record(s, MZ_SEM_TRYWAIT, MZ_SYNC_ACQUIRE, MZ_PC);
    s->count--;
    tell(s, MZ_ACTION_SEM_TRYWAIT, s->count + 1, MZ_PC);
    return 0;
}

/* Two posts commute, but not where only one of them succeeds. */
static int fail_post(struct semaphore *s, uint64_t pc)
{
    if (mz_sched.execution->thread_count > 1)
        mz_unsupported("sem_post beyond SEM_VALUE_MAX");
    record(s, MZ_READ, MZ_SYNC_NONE, pc);
    tell(s, MZ_ACTION_SEM_POST_FAIL, s->count, pc);
    errno = EOVERFLOW;
    return -1;
}

MZ_EXPORT int sem_post(sem_t *semaphore)
{
    struct semaphore *s = of(semaphore);

    if (!mz_rt.active)
        return MZ_REAL(sem_post)(semaphore);
    take_turn(s, MZ_SEM_POST, MZ_ACTION_SEM_POST, MZ_PC);
    if (s->count == SEM_VALUE_MAX)
        return fail_post(s, MZ_PC);
    record(s, MZ_SEM_POST, MZ_SYNC_RELEASE_JOIN, MZ_PC);
    s->count++;
    tell(s, MZ_ACTION_SEM_POST, s->count - 1, MZ_PC);
    return 0;
}

MZ_EXPORT int sem_getvalue(sem_t *restrict semaphore, int *restrict value)
{
    struct semaphore *s = of(semaphore);
    int count;

    if (!mz_rt.active)
        return MZ_REAL(sem_getvalue)(semaphore, value);
    take_turn(s, MZ_READ, MZ_ACTION_SEM_GETVALUE, MZ_PC);
    record(s, MZ_READ, MZ_SYNC_NONE, MZ_PC);
    tell(s, MZ_ACTION_SEM_GETVALUE, s->count, MZ_PC);
    count = s->count;
    mz_plain_write(value, sizeof *value, (void *)MZ_PC); /* may be a turn */
    *value = count;
    return 0;
}

/*
 * Initialising and destroying are plain writes: that they do not overlap with
 * other uses is for the race detector to say. Where it does not look, each
 * reads the count, too, so that its order among other uses is explored.
 */
static void stand_among_users(struct semaphore *s)
{
    if (!mz_plain_orders_uses())
        return;
    mz_sched.at[mz_self()].address = (uint64_t)s;
    mz_schedule_watch(&s->count, sizeof s->count, MZ_UNEQUAL, 0);
    mz_turn(MZ_READ, mz_mutex_object(s), WHOLE);
    mz_record(MZ_READ, mz_mutex_object(s), WHOLE, s->count, 0);
}

MZ_EXPORT int sem_init(sem_t *semaphore, int shared, unsigned count)
{
    struct semaphore *s = of(semaphore);

    if (!mz_rt.active)
        return MZ_REAL(sem_init)(semaphore, shared, count);
    if (count > SEM_VALUE_MAX) {
        errno = EINVAL;
        return -1;
    }
    mz_plain_write(semaphore, sizeof *s, (void *)MZ_PC);
    stand_among_users(s);
    *s = (struct semaphore){.count = count};
    tell(s, MZ_ACTION_SEM_INIT, count, MZ_PC);
    return 0;
}

/* Does a thread wait for it that cannot go on? */
static bool is_waited_for(const struct semaphore *s)
{
    for (mz_tset rest = mz_sched.stands[MZ_STAND_AWAIT]; rest;
         rest &= rest - 1) {
        const struct mz_stands_at *at = &mz_sched.at[mz_tset_first(rest)];

        if (at->kind == MZ_SEM_WAIT && at->address == (uint64_t)s && !s->count)
            return true;
    }
    return false;
}

MZ_EXPORT int sem_destroy(sem_t *semaphore)
{
    struct semaphore *s = of(semaphore);

    if (!mz_rt.active)
        return MZ_REAL(sem_destroy)(semaphore);
    check_usable(s, MZ_ACTION_SEM_DESTROY, MZ_PC);
    mz_plain_write(semaphore, sizeof *s, (void *)MZ_PC);
    stand_among_users(s);
    check_usable(s, MZ_ACTION_SEM_DESTROY, MZ_PC);
    if (is_waited_for(s))
        misuse(s, MZ_FAULT_WAITED_FOR, MZ_ACTION_SEM_DESTROY, MZ_PC);
    tell(s, MZ_ACTION_SEM_DESTROY, s->count, MZ_PC);
    s->state = DESTROYED;
    s->destroyed_pc = MZ_PC;
    s->destroyed_by = mz_self();
    return 0;
}
