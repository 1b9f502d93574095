/* SPDX-License-Identifier: Apache-2.0 */
/*
 * POSIX semaphores, but for their names (semaphore_named.c). Their state lies
 * in the sem_t of the program, where glibc has its own, so that rollback
 * restores it and one that was initialised before main is known.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <semaphore.h>
#include <time.h>

#include "runtime/cancel.h"
#include "runtime/libc_family.h"
#include "runtime/local.h"
#include "runtime/semaphore.h"
#include "runtime/sent_signal.h"
#include "runtime/use.h"

/* The fields of glibc's struct new_sem that are used, in place. */
struct semaphore {
    uint32_t count;
    uint32_t unused_waiters;
    int state; /* shared or not, which is the same here; or DESTROYED */
    struct mz_destruction destruction;
};
_Static_assert(sizeof(struct semaphore) == sizeof(sem_t), "in place");

enum { DESTROYED = -1 };

static struct semaphore *of(sem_t *semaphore)
{
    return (struct semaphore *)semaphore;
}

static inline struct mz_use use_of(const struct semaphore *s,
                                   enum mz_action action, uint64_t pc)
{
    return (struct mz_use){s, sizeof *s, action, pc};
}

static void check_usable(const struct semaphore *s, enum mz_action action,
                         uint64_t pc)
{
    const struct mz_use use = use_of(s, action, pc);

    mz_use_check(use);
    if (s->state == DESTROYED)
        mz_use_of_destroyed(use, &s->destruction);
    if (s->count > SEM_VALUE_MAX)
        mz_use_fails(use, MZ_FAULT_NOT_INITIALISED);
}

static void tell(const struct semaphore *s, enum mz_action action,
                 uint32_t before, uint64_t pc)
{
    bool changes = s->count != before;

    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_trace_step(action, (uint64_t)s, sizeof(sem_t), 1 | changes << 1,
                      s->count, before, pc);
}

static inline struct mz_visible operation(struct semaphore *s, enum mz_op kind,
                                          enum mz_action action, uint64_t pc)
{
    return mz_visible_of_lock(s, &s->count, kind, action, pc);
}

static inline void take_turn(const struct mz_visible *v)
{
    mz_visible_needs_no_block(v);
    mz_visible_begin(v);
    check_usable((const struct semaphore *)v->address, v->action, v->pc);
}

/* The operation reads the count, and does nothing. */
static void record_read(const struct mz_visible *v, uint32_t count)
{
    mz_plain_synchronise((const void *)v->address, MZ_SYNC_NONE, v->pc);
    mz_visible_end(v, MZ_READ, count, 0);
}

/* A signal ends the wait if the thread has come to wait before. */
static MZ_NOINLINE bool is_left(struct semaphore *s, bool any, uint64_t pc)
{
    const struct mz_visible v =
        operation(s, MZ_READ, MZ_ACTION_SEM_GETVALUE, pc);
    enum mz_sent_signal_end end;
    uint32_t count;

    if (!mz_sent_signal_may_come())
        return false;
    take_turn(&v);
    count = s->count;
    record_read(&v, count);
    if (count)
        return false;
    end = mz_sent_signal_ends_wait(pc);
    if (!(end == MZ_SENT_SIGNAL_LEAVES || (any && end)) || !mz_local_choice(2))
        return false;
    errno = EINTR;
    return true;
}

static inline bool is_interrupted(struct semaphore *s, bool any, uint64_t pc)
{
    return MZ_UNLIKELY(mz_rt.signalling) && is_left(s, any, pc);
}

MZ_EXPORT int sem_wait(sem_t *semaphore)
{
    struct semaphore *s = of(semaphore);
    const struct mz_visible v =
        operation(s, MZ_SEM_WAIT, MZ_ACTION_SEM_WAIT, MZ_PC);

    if (MZ_RUNS_NATIVELY)
        return MZ_REAL(sem_wait)(semaphore);
    check_usable(s, v.action, MZ_PC); /* and again when it has waited */
    mz_cancel_point(MZ_PC);
    if (is_interrupted(s, false, MZ_PC))
        return -1;
    mz_cancel_begin_wait();
    take_turn(&v);
    mz_cancel_end_wait();
    mz_visible_apply(&v, MZ_SYNC_ACQUIRE);
    tell(s, MZ_ACTION_SEM_WAIT, s->count + 1, MZ_PC);
    return 0;
}

/* Is there one to be had now? */
MZ_INLINED bool try_wait(struct semaphore *s, enum mz_action action,
                         enum mz_action failure, uint64_t pc)
{
    const struct mz_visible v = operation(s, MZ_SEM_TRYWAIT, action, pc);

    take_turn(&v);
    if (mz_visible_apply(&v, MZ_SYNC_ACQUIRE) == MZ_SEM_TRYWAIT_FAIL) {
        tell(s, failure, 0, pc);
        return false;
    }
    tell(s, action, s->count + 1, pc);
    return true;
}

MZ_EXPORT int sem_trywait(sem_t *semaphore)
{
    if (MZ_RUNS_NATIVELY)
        return MZ_REAL(sem_trywait)(semaphore);
    if (try_wait(of(semaphore), MZ_ACTION_SEM_TRYWAIT,
                 MZ_ACTION_SEM_TRYWAIT_FAIL, MZ_PC))
        return 0;
    errno = EAGAIN;
    return -1;
}

/* With a time limit it is tried, at any time: see docs/semantics.md. */
MZ_INLINED int wait_until(struct semaphore *s, clockid_t clock,
                          const struct timespec *end, uint64_t pc)
{
    if (!mz_time_reads_limit(clock, end, pc)) {
        errno = EINVAL;
        return -1;
    }
    mz_cancel_point(pc);
    if (is_interrupted(s, true, pc))
        return -1;
    if (try_wait(s, MZ_ACTION_SEM_TIMEDWAIT, MZ_ACTION_SEM_TIMEDWAIT_FAIL, pc))
        return 0;
    mz_time_sleep_until(clock, end);
    errno = ETIMEDOUT;
    return -1;
}

MZ_EXPORT int sem_timedwait(sem_t *restrict semaphore,
                            const struct timespec *restrict end)
{
    if (MZ_RUNS_NATIVELY)
        return MZ_REAL(sem_timedwait)(semaphore, end);
    return wait_until(of(semaphore), CLOCK_REALTIME, end, MZ_PC);
}

MZ_EXPORT int sem_clockwait(sem_t *restrict semaphore, clockid_t clock,
                            const struct timespec *restrict end)
{
    if (MZ_RUNS_NATIVELY)
        return MZ_REAL(sem_clockwait)(semaphore, clock, end);
    return wait_until(of(semaphore), clock, end, MZ_PC);
}

/* Two posts commute, but not where only one of them succeeds. */
static int fail_post(const struct mz_visible *v, struct semaphore *s,
                     uint64_t pc)
{
    if (mz_turns.execution->thread_count > 1)
        mz_unsupported(SEMAPHORE_MOST);
    record_read(v, s->count);
    tell(s, MZ_ACTION_SEM_POST_FAIL, s->count, pc);
    errno = EOVERFLOW;
    return -1;
}

MZ_EXPORT int sem_post(sem_t *semaphore)
{
    struct semaphore *s = of(semaphore);
    const struct mz_visible v =
        operation(s, MZ_SEM_POST, MZ_ACTION_SEM_POST, MZ_PC);

    if (MZ_RUNS_NATIVELY)
        return MZ_REAL(sem_post)(semaphore);
    take_turn(&v);
    if (s->count == SEM_VALUE_MAX)
        return fail_post(&v, s, MZ_PC);
    mz_visible_apply(&v, MZ_SYNC_RELEASE_JOIN);
    tell(s, MZ_ACTION_SEM_POST, s->count - 1, MZ_PC);
    return 0;
}

MZ_EXPORT int sem_getvalue(sem_t *restrict semaphore, int *restrict value)
{
    struct semaphore *s = of(semaphore);
    struct mz_visible v = operation(s, MZ_READ, MZ_ACTION_SEM_GETVALUE, MZ_PC);
    int count;

    if (MZ_RUNS_NATIVELY)
        return MZ_REAL(sem_getvalue)(semaphore, value);
    v.tells_all = true;
    v.operands[0] = (uint64_t)value;
    take_turn(&v);
    record_read(&v, s->count);
    tell(s, MZ_ACTION_SEM_GETVALUE, s->count, MZ_PC);
    count = s->count;
    mz_plain_write(value, sizeof *value, (void *)MZ_PC); /* may be a turn */
    *value = count;
    return 0;
}

MZ_EXPORT int sem_init(sem_t *semaphore, int shared, unsigned count)
{
    struct semaphore *s = of(semaphore);

    if (MZ_RUNS_NATIVELY)
        return MZ_REAL(sem_init)(semaphore, shared, count);
    if (count > SEM_VALUE_MAX) {
        errno = EINVAL;
        return -1;
    }
    mz_plain_write(semaphore, sizeof *s, (void *)MZ_PC);
    mz_use_reads(s, &s->count);
    *s = (struct semaphore){.count = count};
    tell(s, MZ_ACTION_SEM_INIT, count, MZ_PC);
    return 0;
}

MZ_EXPORT int sem_destroy(sem_t *semaphore)
{
    struct semaphore *s = of(semaphore);

    if (MZ_RUNS_NATIVELY)
        return MZ_REAL(sem_destroy)(semaphore);
    check_usable(s, MZ_ACTION_SEM_DESTROY, MZ_PC);
    mz_plain_write(semaphore, sizeof *s, (void *)MZ_PC);
    mz_use_reads(s, &s->count);
    check_usable(s, MZ_ACTION_SEM_DESTROY, MZ_PC);
    if (mz_use_is_waited_for(s))
        mz_use_fails(use_of(s, MZ_ACTION_SEM_DESTROY, MZ_PC),
                     MZ_FAULT_WAITED_FOR);
    tell(s, MZ_ACTION_SEM_DESTROY, s->count, MZ_PC);
    s->state = DESTROYED;
    s->destruction = mz_use_destroys(MZ_PC);
    return 0;
}

/* ---- for those that have a name ------------------------------------------ */

void mz_semaphore_make(sem_t *semaphore, unsigned count)
{
    *of(semaphore) = (struct semaphore){.count = count};
}

unsigned mz_semaphore_close(sem_t *semaphore, uint64_t pc)
{
    struct semaphore *s = of(semaphore);

    if (mz_use_is_waited_for(s))
        mz_use_fails(use_of(s, MZ_ACTION_SEM_CLOSE, pc), MZ_FAULT_WAITED_FOR);
    if (mz_rt.detecting)
        mz_plain_write(semaphore, sizeof *s, (void *)pc);
    s->state = DESTROYED;
    s->destruction = mz_use_destroys(pc);
    return s->count;
}
