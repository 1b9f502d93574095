/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reader-writer locks. Their state lies in the pthread_rwlock_t of the program,
 * where glibc keeps its own, so that rollback restores it and static
 * initialisers work.
 *
 * A read lock is to be had whenever nobody writes: glibc's default prefers
 * readers, and of the kinds that it knows only one does not. So who has a read
 * lock gets another one at once, and nobody notices: that is no operation. Of
 * the kind that prefers writers it is one, and may wait for ever.
 *
 * A lock with a time limit is tried once, at any time: docs/semantics.md says
 * why that is all that it can do.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

#include "runtime/audit.h"
#include "runtime/libc_family.h"
#include "runtime/native_use.h"
#include "runtime/small_tset.h"
#include "runtime/use.h"

/* In place of glibc's struct __pthread_rwlock_arch_t. */
struct rwlock {
    uint32_t state; /* as op/rwlock.h has it */
    uint32_t unused_writers;
    mz_small_tset readers; /* who has a read lock */
    struct mz_destruction destruction;
    struct again {
        mz_tid thread;
        uint8_t count;
    } again[16 / sizeof(struct again)]; /* a reader, and how many read locks
                           beside its first it has; a count of 0: nobody */
    uint32_t kind; /* as initialisers set it */
    uint32_t unused_end;
};
_Static_assert(sizeof(struct rwlock) == sizeof(pthread_rwlock_t), "in place");
_Static_assert(offsetof(struct rwlock, kind) ==
                   offsetof(pthread_rwlock_t, __data.__flags),
               "where initialisers set it");

static struct rwlock *of(pthread_rwlock_t *lock)
{
    return (struct rwlock *)lock;
}

static bool writes(const struct rwlock *l)
{
    return mz_rwlock_holder(l->state) == mz_self();
}

static bool reads(const struct rwlock *l)
{
    return mz_small_tset_has(&l->readers, mz_self());
}

/* How often a thread has the read lock beside its first one; or, of a count of
 * 0, where that can be noted. NULL: nowhere. */
static struct again *find_again(struct rwlock *l, bool any)
{
    for (unsigned i = 0; i < MZ_COUNT(l->again); i++)
        if (any ? !l->again[i].count
                : l->again[i].count && l->again[i].thread == mz_self())
            return &l->again[i];
    return NULL;
}

static inline struct mz_use use_of(const struct rwlock *l,
                                   enum mz_action action, uint64_t pc)
{
    return (struct mz_use){l, sizeof *l, action, pc};
}

static int natively(const pthread_rwlock_t *lock, int status)
{
    mz_native_uses(lock, sizeof *lock);
    return mz_native_locks(status);
}

/* Do readers stay behind writers that wait? */
static bool prefers_writers(const struct rwlock *l)
{
    return l->kind == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
}

static void check_usable(const struct rwlock *l, enum mz_action action,
                         uint64_t pc)
{
    const struct mz_use use = use_of(l, action, pc);

    mz_use_check(use);
    /* First: of memory that is no lock nothing else means anything. */
    if (l->kind > PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
        mz_use_fails(use, MZ_FAULT_NOT_INITIALISED);
    if (l->destruction.by)
        mz_use_of_destroyed(use, &l->destruction);
}

static void tell(const struct rwlock *l, enum mz_action action, uint64_t pc)
{
    mz_use_tell(use_of(l, action, pc));
}

static inline struct mz_visible operation(struct rwlock *l, enum mz_op kind,
                                          enum mz_action action, uint64_t pc)
{
    return mz_visible_of_lock(l, &l->state, kind, action, pc);
}

static inline void take_turn(const struct mz_visible *v)
{
    mz_visible_needs_no_block(v);
    mz_visible_begin(v);
    check_usable((const struct rwlock *)v->address, v->action, v->pc);
}

/* Readers have a clock of their own: they do not acquire from readers. */
static void synchronise_readers(const struct rwlock *l, enum mz_sync sync,
                                uint64_t pc)
{
    mz_plain_synchronise(&l->readers, sync, pc);
}

/* ---- reading ------------------------------------------------------------- */

static void note_again(struct rwlock *l)
{
    struct again *again = find_again(l, false);

    if (!again)
        again = find_again(l, true);
    if (!again || again->count == UINT8_MAX)
        mz_unsupported(RWLOCK_READERS);
    again->thread = mz_self();
    again->count++;
}

static void begin_reading(struct rwlock *l, enum mz_action action, uint64_t pc)
{
    if (reads(l))
        note_again(l);
    else
        mz_small_tset_add(&l->readers, mz_self());
    tell(l, action, pc);
}

/* Of a lock that prefers writers: `kind` waits, or tries. Has it succeeded? */
static MZ_NOINLINE bool read_behind(struct rwlock *l, enum mz_op kind,
                                    enum mz_action action, uint64_t pc)
{
    const struct mz_visible v = operation(l, kind, action, pc);

    take_turn(&v);
    if ((l->state & MZ_RWLOCK_READERS) == MZ_RWLOCK_READERS)
        mz_unsupported(RWLOCK_COUNT);
    return mz_visible_apply(&v, MZ_SYNC_ACQUIRE) == kind;
}

MZ_EXPORT int pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
    struct rwlock *l = of(lock);
    const struct mz_visible v =
        operation(l, MZ_RD_LOCK, MZ_ACTION_RWLOCK_RDLOCK, MZ_PC);

    if (MZ_RUNS_NATIVELY)
        return natively(lock, MZ_REAL(pthread_rwlock_rdlock)(lock));
    MZ_AUDIT_OWN_WORK;
    check_usable(l, v.action, MZ_PC); /* and again when it has waited */
    if (writes(l))
        return mz_use_refuse(use_of(l, MZ_ACTION_RWLOCK_RDLOCK_OWN, MZ_PC),
                             EDEADLK);
    if (MZ_UNLIKELY(prefers_writers(l))) {
        read_behind(l, MZ_RD_BEHIND, v.action, MZ_PC);
    } else if (!reads(l)) {
        take_turn(&v);
        mz_visible_apply(&v, MZ_SYNC_ACQUIRE);
    }
    begin_reading(l, v.action, MZ_PC);
    return 0;
}

/* Is it to be had now? */
MZ_INLINED bool takes_to_read(struct rwlock *l, enum mz_action action,
                              uint64_t pc)
{
    const struct mz_visible v = operation(l, MZ_RD_TRYLOCK, action, pc);

    if (MZ_UNLIKELY(prefers_writers(l)))
        return read_behind(l, MZ_RD_TRY_BEHIND, action, pc);
    if (reads(l))
        return true;
    take_turn(&v);
    return mz_visible_apply(&v, MZ_SYNC_ACQUIRE) == MZ_RD_TRYLOCK;
}

MZ_INLINED bool try_read(struct rwlock *l, enum mz_action action,
                         enum mz_action failure, uint64_t pc)
{
    check_usable(l, action, pc);
    if (!takes_to_read(l, action, pc)) {
        tell(l, failure, pc);
        return false;
    }
    begin_reading(l, action, pc);
    return true;
}

MZ_EXPORT int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock)
{
    if (MZ_RUNS_NATIVELY)
        return natively(lock, MZ_REAL(pthread_rwlock_tryrdlock)(lock));
    MZ_AUDIT_OWN_WORK;
    return try_read(of(lock), MZ_ACTION_RWLOCK_TRYRDLOCK,
                    MZ_ACTION_RWLOCK_TRYRDLOCK_FAIL, MZ_PC)
               ? 0
               : EBUSY;
}

/* ---- writing ------------------------------------------------------------- */

/* Of a lock that prefers writers: the thread has it, or is one of those that
 * wait for it, and keep readers out, until `kind` ends that. True: it has the
 * lock. */
static MZ_NOINLINE bool write_first(struct rwlock *l, enum mz_op kind,
                                    enum mz_action action, uint64_t pc)
{
    const struct mz_visible first = operation(l, MZ_WR_BEGIN, action, pc);
    const struct mz_visible then = operation(l, kind, action, pc);

    take_turn(&first);
    if (mz_visible_apply(&first, MZ_SYNC_ACQUIRE) == MZ_WR_BEGIN)
        return true;
    tell(l, MZ_ACTION_RWLOCK_WRITER_WAITS, pc);
    take_turn(&then);
    return mz_visible_apply(&then, MZ_SYNC_ACQUIRE) == kind;
}

MZ_EXPORT int pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
    struct rwlock *l = of(lock);
    const struct mz_visible v =
        operation(l, MZ_WR_LOCK, MZ_ACTION_RWLOCK_WRLOCK, MZ_PC);

    if (MZ_RUNS_NATIVELY)
        return natively(lock, MZ_REAL(pthread_rwlock_wrlock)(lock));
    MZ_AUDIT_OWN_WORK;
    check_usable(l, v.action, MZ_PC); /* and again when it has waited */
    if (writes(l))
        return mz_use_refuse(use_of(l, MZ_ACTION_RWLOCK_WRLOCK_OWN, MZ_PC),
                             EDEADLK);
    if (MZ_UNLIKELY(prefers_writers(l))) {
        write_first(l, MZ_WR_TAKE, v.action, MZ_PC);
    } else {
        take_turn(&v);
        mz_visible_apply(&v, MZ_SYNC_ACQUIRE);
    }
    synchronise_readers(l, MZ_SYNC_ACQUIRE, MZ_PC);
    tell(l, v.action, MZ_PC);
    return 0;
}

/* Is it to be had now? */
MZ_INLINED bool try_write(struct rwlock *l, enum mz_action action,
                          enum mz_action failure, uint64_t pc)
{
    const struct mz_visible v = operation(l, MZ_WR_TRYLOCK, action, pc);

    check_usable(l, action, pc);
    take_turn(&v);
    if (mz_visible_apply(&v, MZ_SYNC_ACQUIRE) == MZ_WR_TRYLOCK_FAIL) {
        tell(l, failure, pc);
        return false;
    }
    synchronise_readers(l, MZ_SYNC_ACQUIRE, pc);
    tell(l, action, pc);
    return true;
}

MZ_EXPORT int pthread_rwlock_trywrlock(pthread_rwlock_t *lock)
{
    if (MZ_RUNS_NATIVELY)
        return natively(lock, MZ_REAL(pthread_rwlock_trywrlock)(lock));
    MZ_AUDIT_OWN_WORK;
    return try_write(of(lock), MZ_ACTION_RWLOCK_TRYWRLOCK,
                     MZ_ACTION_RWLOCK_TRYWRLOCK_FAIL, MZ_PC)
               ? 0
               : EBUSY;
}

/* ---- with a time limit --------------------------------------------------- */

/* Of a lock that prefers writers: until it gives up it keeps readers out. */
static bool write_for_long(struct rwlock *l, uint64_t pc)
{
    check_usable(l, MZ_ACTION_RWLOCK_TIMEDWRLOCK, pc);
    if (!write_first(l, MZ_WR_TIMED, MZ_ACTION_RWLOCK_TIMEDWRLOCK, pc)) {
        tell(l, MZ_ACTION_RWLOCK_TIMEDWRLOCK_FAIL, pc);
        return false;
    }
    synchronise_readers(l, MZ_SYNC_ACQUIRE, pc);
    tell(l, MZ_ACTION_RWLOCK_TIMEDWRLOCK, pc);
    return true;
}

MZ_INLINED bool try_for_long(struct rwlock *l, enum mz_op kind, uint64_t pc)
{
    if (kind == MZ_RD_TRYLOCK)
        return try_read(l, MZ_ACTION_RWLOCK_TIMEDRDLOCK,
                        MZ_ACTION_RWLOCK_TIMEDRDLOCK_FAIL, pc);
    if (prefers_writers(l))
        return write_for_long(l, pc);
    return try_write(l, MZ_ACTION_RWLOCK_TIMEDWRLOCK,
                     MZ_ACTION_RWLOCK_TIMEDWRLOCK_FAIL, pc);
}

MZ_INLINED int lock_until(struct rwlock *l, enum mz_op kind, clockid_t clock,
                          const struct timespec *end, uint64_t pc)
{
    if (!mz_time_reads_limit(clock, end, pc))
        return EINVAL;
    if (writes(l))
        return EDEADLK;
    if (try_for_long(l, kind, pc))
        return 0;
    mz_time_sleep_until(clock, end);
    return ETIMEDOUT;
}

MZ_EXPORT int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict lock,
                                         const struct timespec *restrict end)
{
    if (MZ_RUNS_NATIVELY)
        return natively(lock, MZ_REAL(pthread_rwlock_timedrdlock)(lock, end));
    MZ_AUDIT_OWN_WORK;
    return lock_until(of(lock), MZ_RD_TRYLOCK, CLOCK_REALTIME, end, MZ_PC);
}

MZ_EXPORT int pthread_rwlock_clockrdlock(pthread_rwlock_t *restrict lock,
                                         clockid_t clock,
                                         const struct timespec *restrict end)
{
    if (MZ_RUNS_NATIVELY)
        return natively(lock,
                        MZ_REAL(pthread_rwlock_clockrdlock)(lock, clock, end));
    MZ_AUDIT_OWN_WORK;
    return lock_until(of(lock), MZ_RD_TRYLOCK, clock, end, MZ_PC);
}

MZ_EXPORT int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict lock,
                                         const struct timespec *restrict end)
{
    if (MZ_RUNS_NATIVELY)
        return natively(lock, MZ_REAL(pthread_rwlock_timedwrlock)(lock, end));
    MZ_AUDIT_OWN_WORK;
    return lock_until(of(lock), MZ_WR_TRYLOCK, CLOCK_REALTIME, end, MZ_PC);
}

MZ_EXPORT int pthread_rwlock_clockwrlock(pthread_rwlock_t *restrict lock,
                                         clockid_t clock,
                                         const struct timespec *restrict end)
{
    if (MZ_RUNS_NATIVELY)
        return natively(lock,
                        MZ_REAL(pthread_rwlock_clockwrlock)(lock, clock, end));
    MZ_AUDIT_OWN_WORK;
    return lock_until(of(lock), MZ_WR_TRYLOCK, clock, end, MZ_PC);
}

/* ---- unlocking ----------------------------------------------------------- */

static int unlock_read(struct rwlock *l, uint64_t pc)
{
    const struct mz_visible v =
        operation(l, MZ_RD_UNLOCK, MZ_ACTION_RWLOCK_UNLOCK, pc);
    struct again *again = find_again(l, false);

    if (!again || prefers_writers(l)) {
        take_turn(&v);
        mz_visible_apply(&v, MZ_SYNC_NONE);
        synchronise_readers(l, MZ_SYNC_RELEASE_JOIN, pc);
    }
    if (again)
        again->count--;
    else
        mz_small_tset_remove(&l->readers, mz_self());
    tell(l, v.action, pc);
    return 0;
}

static int unlock_write(struct rwlock *l, uint64_t pc)
{
    const struct mz_visible v =
        operation(l, MZ_WR_UNLOCK, MZ_ACTION_RWLOCK_UNLOCK, pc);

    take_turn(&v);
    mz_visible_apply(&v, MZ_SYNC_RELEASE);
    tell(l, v.action, pc);
    return 0;
}

MZ_EXPORT int pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
    struct rwlock *l = of(lock);

    if (MZ_RUNS_NATIVELY)
        return mz_native_unlocks(MZ_REAL(pthread_rwlock_unlock)(lock));
    MZ_AUDIT_OWN_WORK;
    check_usable(l, MZ_ACTION_RWLOCK_UNLOCK, MZ_PC);
    if (writes(l))
        return unlock_write(l, MZ_PC);
    if (reads(l))
        return unlock_read(l, MZ_PC);
    mz_use_fails(use_of(l, MZ_ACTION_RWLOCK_UNLOCK, MZ_PC),
                 l->state ? MZ_FAULT_LOCKED_BY_ANOTHER : MZ_FAULT_NOT_LOCKED);
}

/* ---- beginning and end --------------------------------------------------- */

MZ_EXPORT int pthread_rwlock_init(pthread_rwlock_t *restrict lock,
                                  const pthread_rwlockattr_t *restrict how)
{
    struct rwlock *l = of(lock);
    int kind = how ? *(const int *)how : 0;

    if (MZ_RUNS_NATIVELY)
        return MZ_REAL(pthread_rwlock_init)(lock, how);
    MZ_AUDIT_OWN_WORK;
    if (how)
        mz_plain_read(how, sizeof *how, (void *)MZ_PC);
    mz_plain_write(lock, sizeof *l, (void *)MZ_PC);
    mz_use_updates(l, MZ_OBJECT_RWLOCK);
    *l = (struct rwlock){.kind = kind};
    tell(l, MZ_ACTION_RWLOCK_INIT, MZ_PC);
    return 0;
}

MZ_EXPORT int pthread_rwlock_destroy(pthread_rwlock_t *lock)
{
    struct rwlock *l = of(lock);

    if (MZ_RUNS_NATIVELY)
        return MZ_REAL(pthread_rwlock_destroy)(lock);
    MZ_AUDIT_OWN_WORK;
    check_usable(l, MZ_ACTION_RWLOCK_DESTROY, MZ_PC);
    mz_plain_write(lock, sizeof *l, (void *)MZ_PC);
    mz_use_updates(l, MZ_OBJECT_RWLOCK);
    check_usable(l, MZ_ACTION_RWLOCK_DESTROY, MZ_PC);
    if (l->state)
        mz_use_fails(use_of(l, MZ_ACTION_RWLOCK_DESTROY, MZ_PC),
                     MZ_FAULT_LOCKED);
    tell(l, MZ_ACTION_RWLOCK_DESTROY, MZ_PC);
    l->destruction = mz_use_destroys(MZ_PC);
    return 0;
}
