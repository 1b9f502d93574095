/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Condition variables, of POSIX and of C11. Their state lies in the
 * pthread_cond_t of the program, where glibc keeps its own, so that rollback
 * restores it and static initialisers work. op/cond.h tells what a wait
 * consists of, and who is woken up.
 *
 * There is no time: a wait with a time limit may time out whenever nobody has
 * woken the thread up. Where it was woken up, it may have timed out before, so
 * that nothing is lost by that order.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <threads.h>
#include <time.h>

#include "runtime/audit.h"
#include "runtime/cancel.h"
#include "runtime/checkpoint.h"
#include "runtime/failing.h"
#include "runtime/libc_family.h"
#include "runtime/local.h"
#include "runtime/mutex.h"
#include "runtime/native_use.h"
#include "runtime/parts.h"
#include "runtime/state.h"
#include "runtime/use.h"

/* In place of glibc's struct __pthread_cond_s. */
struct cond {
    uint64_t state; /* as op/cond.h has it */
    const pthread_mutex_t *mutex; /* of those that wait */
    struct mz_destruction destruction;
    uint32_t zero;  /* where memory that was not initialised shows */
    uint32_t flags; /* as glibc has them */
    uint64_t zeros;
};
_Static_assert(sizeof(struct cond) == sizeof(pthread_cond_t) &&
                   sizeof(struct cond) == sizeof(cnd_t),
               "in place");
_Static_assert(offsetof(struct cond, flags) ==
                   offsetof(pthread_cond_t, __data.__wrefs),
               "where glibc keeps them");

/* Of an attribute, and of what is initialised by it. */
enum { SHARED = 1, MONOTONIC = 2, FLAGS = SHARED | MONOTONIC };

static struct cond *of(pthread_cond_t *cond)
{
    return (struct cond *)cond;
}

static inline struct mz_use use_of(const struct cond *c, enum mz_action action,
                                   uint64_t pc)
{
    return (struct mz_use){c, sizeof *c, action, pc};
}

static void check_usable(const struct cond *c, enum mz_action action,
                         uint64_t pc)
{
    const struct mz_use use = use_of(c, action, pc);

    mz_use_check(use);
    if (c->zero || c->zeros || c->flags & ~FLAGS)
        mz_use_fails(use, MZ_FAULT_NOT_INITIALISED);
    if (c->destruction.by)
        mz_use_of_destroyed(use, &c->destruction);
}

static void tell(const struct cond *c, enum mz_action action, uint64_t pc)
{
    mz_use_tell(use_of(c, action, pc));
}

static inline struct mz_visible operation(struct cond *c, enum mz_op kind,
                                          enum mz_action action, uint64_t pc)
{
    struct mz_visible v = mz_visible_of_lock(c, NULL, kind, action, pc);

    v.state = &c->state;
    v.tells_all &= kind != MZ_COND_WAIT; /* nor of what comes after it */
    return v;
}

static inline void take_turn(const struct mz_visible *v)
{
    const struct cond *c = (const struct cond *)v->address;

    mz_visible_needs_no_block(v);
    check_usable(c, v->action, v->pc);
    mz_visible_begin(v);
    check_usable(c, v->action, v->pc);
    if (mz_cond_is_full(c->state))
        mz_unsupported(CONDITION_SIGNALS);
}

/* ---- waiting ------------------------------------------------------------- */

/* When a wait is over, if it was not before. */
struct limit {
    clockid_t clock;
    const struct timespec *end; /* NULL: never */
};

/* What a call of the program is about, and has come to. */
struct wait {
    struct cond *cond;
    pthread_mutex_t *mutex;
    struct limit limit;
    uint64_t ticket;
    uint64_t pc;
};

/* Another thread waits for it with another mutex. */
static _Noreturn MZ_COLD void fail_mutex(const struct cond *c, uint64_t pc)
{
    MZ_EACH(rest, mz_stands.sets[MZ_STAND_AWAIT]) {
        mz_tid t = mz_tset_first(rest);

        if (mz_stands.of[t].object == mz_object_of_lock(c))
            mz_plain_waits(t, mz_stands.of[t].pc);
    }
    mz_use_fails(use_of(c, MZ_ACTION_COND_WAIT, pc), MZ_FAULT_OTHER_MUTEX);
}

/* From now on the thread is one of those that wait. Returns its ticket. */
static uint64_t begin_to_wait(struct cond *c, const pthread_mutex_t *mutex,
                              uint64_t pc)
{
    const struct mz_visible v =
        operation(c, MZ_COND_WAIT, MZ_ACTION_COND_WAIT, pc);
    bool differs;

    take_turn(&v);
    differs = mz_cond_waiting(c->state) && c->mutex != mutex;
    mz_visible_apply(&v, MZ_SYNC_NONE);
    tell(c, v.action, pc);
    if (differs) /* as an event, it stays behind the other's wait */
        fail_mutex(c, pc);
    c->mutex = mutex;
    return mz_cond_ticket(c->state);
}

/*
 * Those that have begun to wait, and are on the way to where they stand at the
 * object: if it ends meanwhile they are to find its last state.
 */
static struct on_the_way {
    const struct cond *cond; /* NULL: the thread is not on this way */
    uint64_t state;
    bool is_kept;
} on_the_way[MZ_MAX_THREADS];

static mz_tset were_on_the_way; /* all others are zero */

static uint64_t *kept_on_the_way(void)
{
    struct on_the_way *own = &on_the_way[mz_self()];

    return own->cond && own->is_kept ? &own->state : NULL;
}

static void keep_on_the_way(const struct cond *c)
{
    for (mz_tid t = 0; t < MZ_MAX_THREADS; t++)
        if (on_the_way[t].cond == c && !on_the_way[t].is_kept) {
            on_the_way[t].is_kept = true;
            on_the_way[t].state = c->state;
        }
}

/*
 * The thread wakes up, or its time is over: the kind of outcome. Whoever is
 * released does not touch the object any more, as far as others can tell: it
 * may be destroyed at once.
 */
static enum mz_op wake(const struct wait *wait, enum mz_op kind)
{
    struct cond *c = wait->cond;
    struct mz_visible v = operation(c, kind, MZ_ACTION_COND_WAIT, wait->pc);
    uint64_t *kept = kept_on_the_way(), *kept_there;

    v.number = wait->ticket;
    v.operands[0] = (uint64_t)wait->mutex;
    v.operands[1] =
        (uint64_t)wait->limit.end ^ (uint64_t)wait->limit.clock << 56;
    if (kept)
        v.state = kept;
    mz_visible_begin(&v);
    kept_there = mz_stand_kept();
    if (!kept)
        kept = kept_there;
    if (kept)
        v.state = kept;
    else
        mz_use_check(use_of(c, v.action, wait->pc));
    v.address = 0;
    return mz_visible_apply(&v, MZ_SYNC_NONE);
}

/* ---- without a signal ---------------------------------------------------- */

/* How many waits of each thread might have been spurious. */
static uint32_t chances[MZ_MAX_THREADS];

void mz_cond_reset(void)
{
    for (; mz_tset_some(were_on_the_way); mz_tset_drop_first(&were_on_the_way))
        on_the_way[mz_tset_first(were_on_the_way)] = (struct on_the_way){0};
    if (mz_rt.region->settings.spurious)
        mz_fill(chances, 0, sizeof chances);
}

void mz_cond_checkpoint(void)
{
    mz_checkpoint_keep_unless_zero(chances,
                                   mz_checkpoint_threads() * sizeof *chances);
    if (!mz_tset_some(were_on_the_way))
        return;
    mz_checkpoint_keep(&were_on_the_way, sizeof were_on_the_way);
    mz_checkpoint_keep(on_the_way,
                       mz_checkpoint_threads() * sizeof *on_the_way);
}

void mz_cond_born_again(mz_tid t)
{
    chances[t] = 0;
}

void mz_cond_fingerprint(struct mz_fingerprint *f)
{
    mz_state_add(f, chances, sizeof chances);
}

/* Does the thread wake up by itself, if nobody signals? A choice, since nobody
 * says that it will. */
static bool may_be_spurious(void)
{
    uint32_t *own = &chances[mz_self()];

    if (MZ_LIKELY(*own >= mz_rt.region->settings.spurious))
        return false;
    ++*own;
    return mz_local_choice(2);
}

/* ---- how a wait goes on -------------------------------------------------- */

/* How the wait has ended, as accounts tell of it. */
static enum mz_action sleep_until_woken(const struct wait *wait)
{
    bool spurious = may_be_spurious();
    bool ends = wait->limit.end || spurious;
    enum mz_action end = MZ_ACTION_COND_WAKE;

    if (wake(wait, ends ? MZ_COND_TIMED : MZ_COND_WAKE) == MZ_COND_TIMED_OUT)
        end = spurious ? MZ_ACTION_COND_SPURIOUS : MZ_ACTION_COND_TIMED_OUT;
    tell(wait->cond, end, wait->pc);
    return end;
}

/* The thread is one of those that wait, and has given the mutex back; so
 * whatever others do before it sees a request, they could do while it waits. */
static void leave_if_cancelled(const struct wait *wait)
{
    if (!mz_cancel_is_requested(wait->pc))
        return;
    wake(wait, MZ_COND_CANCEL);
    tell(wait->cond, MZ_ACTION_COND_CANCELLED, wait->pc);
    on_the_way[mz_self()].cond = NULL;
    mz_mutex_take(wait->mutex, wait->pc);
    mz_cancel_act(wait->pc);
}

/* The same, of a wait that is a cancellation point. */
static MZ_NOINLINE enum mz_action sleep_or_leave(const struct wait *wait)
{
    enum mz_action end;

    mz_tset_add(&were_on_the_way, mz_self());
    on_the_way[mz_self()] = (struct on_the_way){.cond = wait->cond};
    leave_if_cancelled(wait);
    mz_cancel_set_waits(true);
    end = sleep_until_woken(wait);
    mz_cancel_set_waits(false);
    on_the_way[mz_self()].cond = NULL;
    return end;
}

static int wait_with(struct cond *c, pthread_mutex_t *mutex,
                     struct limit limit, uint64_t pc)
{
    struct wait wait = {c, mutex, limit, 0, pc};
    int wrong = mz_mutex_check_wait(mutex, pc);
    enum mz_action end;
    bool timed_out;

    if (wrong)
        return wrong;
    wait.ticket = begin_to_wait(c, mutex, pc);
    mz_mutex_give(mutex, pc);
    if (MZ_UNLIKELY(mz_rt.cancelling))
        end = sleep_or_leave(&wait);
    else
        end = sleep_until_woken(&wait);
    timed_out = end == MZ_ACTION_COND_TIMED_OUT;
    if (timed_out)
        mz_time_sleep_until(limit.clock, limit.end);
    wrong = mz_mutex_take(mutex, pc);
    return wrong ? wrong : timed_out ? ETIMEDOUT : 0;
}

static int wait_until(struct cond *c, pthread_mutex_t *mutex,
                      struct limit limit, uint64_t pc)
{
    if (!mz_time_reads_limit(limit.clock, limit.end, pc))
        return EINVAL;
    return wait_with(c, mutex, limit, pc);
}

static struct limit limit_of(const struct cond *c, const struct timespec *end)
{
    return (struct limit){
        .clock = c->flags & MONOTONIC ? CLOCK_MONOTONIC : CLOCK_REALTIME,
        .end = end,
    };
}

MZ_EXPORT int pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex)
{
    if (MZ_RUNS_NATIVELY) {
        mz_native_uses(cond, sizeof *cond);
        return MZ_REAL(pthread_cond_wait)(cond, mutex);
    }
    MZ_AUDIT_OWN_WORK;
    return wait_with(of(cond), mutex, (struct limit){0}, MZ_PC);
}

MZ_EXPORT int pthread_cond_timedwait(pthread_cond_t *cond,
                                     pthread_mutex_t *mutex,
                                     const struct timespec *end)
{
    if (MZ_RUNS_NATIVELY) {
        mz_native_uses(cond, sizeof *cond);
        return MZ_REAL(pthread_cond_timedwait)(cond, mutex, end);
    }
    MZ_AUDIT_OWN_WORK;
    check_usable(of(cond), MZ_ACTION_COND_WAIT, MZ_PC);
    return wait_until(of(cond), mutex, limit_of(of(cond), end), MZ_PC);
}

MZ_EXPORT int pthread_cond_clockwait(pthread_cond_t *cond,
                                     pthread_mutex_t *mutex, clockid_t clock,
                                     const struct timespec *end)
{
    if (MZ_RUNS_NATIVELY) {
        mz_native_uses(cond, sizeof *cond);
        return MZ_REAL(pthread_cond_clockwait)(cond, mutex, clock, end);
    }
    MZ_AUDIT_OWN_WORK;
    return wait_until(of(cond), mutex, (struct limit){clock, end}, MZ_PC);
}

/* ---- waking -------------------------------------------------------------- */

static void wake_others(struct cond *c, enum mz_op kind, enum mz_action action,
                        enum mz_action lost, uint64_t pc)
{
    const struct mz_visible v = operation(c, kind, action, pc);
    bool is_lost;

    take_turn(&v);
    is_lost = !mz_cond_waiting(c->state);
    mz_visible_apply(&v, MZ_SYNC_NONE);
    tell(c, is_lost ? lost : action, pc);
}

MZ_EXPORT int pthread_cond_signal(pthread_cond_t *cond)
{
    if (MZ_RUNS_NATIVELY)
        return MZ_REAL(pthread_cond_signal)(cond);
    MZ_AUDIT_OWN_WORK;
    wake_others(of(cond), MZ_COND_SIGNAL, MZ_ACTION_COND_SIGNAL,
                MZ_ACTION_COND_SIGNAL_LOST, MZ_PC);
    return 0;
}

MZ_EXPORT int pthread_cond_broadcast(pthread_cond_t *cond)
{
    if (MZ_RUNS_NATIVELY)
        return MZ_REAL(pthread_cond_broadcast)(cond);
    MZ_AUDIT_OWN_WORK;
    wake_others(of(cond), MZ_COND_BROADCAST, MZ_ACTION_COND_BROADCAST,
                MZ_ACTION_COND_BROADCAST_LOST, MZ_PC);
    return 0;
}

/* ---- beginning and end --------------------------------------------------- */

static void initialise(struct cond *c, uint32_t flags, uint64_t pc)
{
    mz_plain_write(c, sizeof *c, (void *)pc);
    mz_use_updates(c, MZ_OBJECT_COND);
    if (mz_use_is_waited_for(c))
        mz_use_fails(use_of(c, MZ_ACTION_COND_INIT, pc), MZ_FAULT_WAITED_FOR);
    *c = (struct cond){.flags = flags & FLAGS};
    tell(c, MZ_ACTION_COND_INIT, pc);
}

/* Those that were woken up and have not gone on yet have left it: glibc waits
 * for them here. */
static void destroy(struct cond *c, uint64_t pc)
{
    check_usable(c, MZ_ACTION_COND_DESTROY, pc);
    mz_plain_write(c, sizeof *c, (void *)pc);
    mz_use_updates(c, MZ_OBJECT_COND);
    check_usable(c, MZ_ACTION_COND_DESTROY, pc);
    if (mz_cond_waiting(c->state))
        mz_use_fails(use_of(c, MZ_ACTION_COND_DESTROY, pc),
                     MZ_FAULT_WAITED_FOR);
    mz_stand_keep(mz_object_of_lock(c), c->state);
    if (MZ_UNLIKELY(mz_rt.cancelling))
        keep_on_the_way(c);
    c->destruction = mz_use_destroys(pc);
    tell(c, MZ_ACTION_COND_DESTROY, pc);
}

MZ_EXPORT int pthread_cond_init(pthread_cond_t *restrict cond,
                                const pthread_condattr_t *restrict how)
{
    int fails;

    if (MZ_RUNS_NATIVELY)
        return MZ_REAL(pthread_cond_init)(cond, how);
    MZ_AUDIT_OWN_WORK;
    if ((fails = mz_fails(MZ_FAILING_COND_INIT, MZ_PC)))
        return fails;
    if (how)
        mz_plain_read(how, sizeof *how, (void *)MZ_PC);
    initialise(of(cond), how ? *(const uint32_t *)how : 0, MZ_PC);
    return 0;
}

MZ_EXPORT int pthread_cond_destroy(pthread_cond_t *cond)
{
    if (MZ_RUNS_NATIVELY)
        return MZ_REAL(pthread_cond_destroy)(cond);
    MZ_AUDIT_OWN_WORK;
    destroy(of(cond), MZ_PC);
    return 0;
}

/* ---- C11 ----------------------------------------------------------------- */

/* glibc's cnd_t and mtx_t are a pthread_cond_t and a pthread_mutex_t, too. */

static int result(int error)
{
    return error == 0           ? thrd_success
           : error == ETIMEDOUT ? thrd_timedout
                                : thrd_error;
}

MZ_EXPORT int cnd_init(cnd_t *cond)
{
    if (MZ_RUNS_NATIVELY)
        return MZ_REAL(cnd_init)(cond);
    MZ_AUDIT_OWN_WORK;
    initialise((struct cond *)cond, 0, MZ_PC);
    return thrd_success;
}

MZ_EXPORT void cnd_destroy(cnd_t *cond)
{
    if (MZ_RUNS_NATIVELY) {
        MZ_REAL(cnd_destroy)(cond);
        return;
    }
    MZ_AUDIT_OWN_WORK;
    destroy((struct cond *)cond, MZ_PC);
}

MZ_EXPORT int cnd_wait(cnd_t *cond, mtx_t *mutex)
{
    if (MZ_RUNS_NATIVELY) {
        mz_native_uses(cond, sizeof *cond);
        return MZ_REAL(cnd_wait)(cond, mutex);
    }
    MZ_AUDIT_OWN_WORK;
    return result(wait_with((struct cond *)cond, (pthread_mutex_t *)mutex,
                            (struct limit){0}, MZ_PC));
}

MZ_EXPORT int cnd_timedwait(cnd_t *restrict cond, mtx_t *restrict mutex,
                            const struct timespec *restrict end)
{
    if (MZ_RUNS_NATIVELY) {
        mz_native_uses(cond, sizeof *cond);
        return MZ_REAL(cnd_timedwait)(cond, mutex, end);
    }
    MZ_AUDIT_OWN_WORK;
    return result(wait_until((struct cond *)cond, (pthread_mutex_t *)mutex,
                             (struct limit){CLOCK_REALTIME, end}, MZ_PC));
}

MZ_EXPORT int cnd_signal(cnd_t *cond)
{
    if (MZ_RUNS_NATIVELY)
        return MZ_REAL(cnd_signal)(cond);
    MZ_AUDIT_OWN_WORK;
    wake_others((struct cond *)cond, MZ_COND_SIGNAL, MZ_ACTION_COND_SIGNAL,
                MZ_ACTION_COND_SIGNAL_LOST, MZ_PC);
    return thrd_success;
}

MZ_EXPORT int cnd_broadcast(cnd_t *cond)
{
    if (MZ_RUNS_NATIVELY)
        return MZ_REAL(cnd_broadcast)(cond);
    MZ_AUDIT_OWN_WORK;
    wake_others((struct cond *)cond, MZ_COND_BROADCAST,
                MZ_ACTION_COND_BROADCAST, MZ_ACTION_COND_BROADCAST_LOST,
                MZ_PC);
    return thrd_success;
}
