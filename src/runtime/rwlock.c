/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reader-writer locks. Their state lies in the pthread_rwlock_t of the program,
 * where glibc keeps its own, so that rollback restores it and static
 * initialisers work.
 *
 * A read lock is to be had whenever nobody writes: glibc's default prefers
 * readers, and of the kinds that it knows only one does not.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

#include "runtime/audit.h"
#include "runtime/visible.h"

/* In place of glibc's struct __pthread_rwlock_arch_t. */
struct rwlock {
    uint32_t state; /* as op/rwlock.h has it */
    uint32_t unused_writers;
    mz_tset readers;       /* who has a read lock */
    uint64_t destroyed_pc; /* where, and by whom: its number plus one; 0: it is
                              not destroyed */
    uint32_t destroyed_by;
    uint32_t unused_shared;
    uint64_t unused[2];
    uint32_t kind; /* as initialisers set it */
    uint32_t unused_end;
};
_Static_assert(sizeof(struct rwlock) == sizeof(pthread_rwlock_t), "in place");
_Static_assert(offsetof(struct rwlock, kind) ==
                   offsetof(pthread_rwlock_t, __data.__flags),
               "where initialisers set it");

enum { WHOLE = 0xff };

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
    return mz_tset_has(l->readers, mz_self());
}

static _Noreturn MZ_COLD void misuse(const struct rwlock *l,
                                     enum mz_fault fault, enum mz_action action,
                                     uint64_t pc)
{
    mz_fail(&(struct mz_failure){
        .fault = fault,
        .action = action,
        .address = (uint64_t)l,
        .size = sizeof *l,
        .pc = pc,
    });
}

static void check_kind(uint32_t kind)
{
    if (kind == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
        mz_unsupported("reader-writer locks that prefer writers");
}

static void check_usable(const struct rwlock *l, enum mz_action action,
                         uint64_t pc)
{
    mz_plain_check((uint64_t)l, sizeof *l, action, pc);
    if (l->destroyed_by) {
        mz_plain_destroyed(l->destroyed_by - 1, l->destroyed_pc);
        misuse(l, MZ_FAULT_DESTROYED, action, pc);
    }
    if (l->kind > PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
        misuse(l, MZ_FAULT_NOT_INITIALISED, action, pc);
    check_kind(l->kind);
}

static void tell(const struct rwlock *l, enum mz_action action, uint64_t pc)
{
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_trace_step(action, (uint64_t)l, sizeof *l, 0, 0, 0, pc);
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

MZ_EXPORT int pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
    struct rwlock *l = of(lock);
    const struct mz_visible v =
        operation(l, MZ_RD_LOCK, MZ_ACTION_RWLOCK_RDLOCK, MZ_PC);

    if (!mz_rt.active)
        return MZ_REAL(pthread_rwlock_rdlock)(lock);
    MZ_AUDIT_OWN_WORK;
    check_usable(l, v.action, MZ_PC); /* and again when it has waited */
    if (writes(l))
        return EDEADLK;
    if (reads(l))
        mz_unsupported("a second read lock of a thread that has one");
    take_turn(&v);
    mz_visible_apply(&v, MZ_SYNC_ACQUIRE);
    l->readers |= mz_tset_of(mz_self());
    tell(l, v.action, MZ_PC);
    return 0;
}

MZ_EXPORT int pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
    struct rwlock *l = of(lock);
    const struct mz_visible v =
        operation(l, MZ_WR_LOCK, MZ_ACTION_RWLOCK_WRLOCK, MZ_PC);

    if (!mz_rt.active)
        return MZ_REAL(pthread_rwlock_wrlock)(lock);
    MZ_AUDIT_OWN_WORK;
    check_usable(l, v.action, MZ_PC); /* and again when it has waited */
    if (writes(l))
        return EDEADLK;
    take_turn(&v);
    mz_visible_apply(&v, MZ_SYNC_ACQUIRE);
    synchronise_readers(l, MZ_SYNC_ACQUIRE, MZ_PC);
    tell(l, v.action, MZ_PC);
    return 0;
}

static int unlock_read(struct rwlock *l, uint64_t pc)
{
    const struct mz_visible v =
        operation(l, MZ_RD_UNLOCK, MZ_ACTION_RWLOCK_UNLOCK, pc);

    take_turn(&v);
    mz_visible_apply(&v, MZ_SYNC_NONE);
    synchronise_readers(l, MZ_SYNC_RELEASE_JOIN, pc);
    l->readers &= ~mz_tset_of(mz_self());
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

    if (!mz_rt.active)
        return MZ_REAL(pthread_rwlock_unlock)(lock);
    MZ_AUDIT_OWN_WORK;
    check_usable(l, MZ_ACTION_RWLOCK_UNLOCK, MZ_PC);
    if (writes(l))
        return unlock_write(l, MZ_PC);
    if (reads(l))
        return unlock_read(l, MZ_PC);
    misuse(l, l->state ? MZ_FAULT_LOCKED_BY_ANOTHER : MZ_FAULT_NOT_LOCKED,
           MZ_ACTION_RWLOCK_UNLOCK, MZ_PC);
}

/*
 * Initialising and destroying are plain writes: that they do not overlap with
 * other uses is for the race detector to say. Where it does not look, each is
 * an update of the lock, too, so that its order among all uses is explored.
 */
static void stand_among_users(const struct rwlock *l, uint64_t state)
{
    const struct mz_visible v = {
        .kind = MZ_RMW,
        .object = mz_object_of_lock(l),
        .mask = WHOLE,
    };

    if (!mz_plain_orders_uses())
        return;
    mz_visible_begin(&v);
    mz_visible_end(&v, MZ_RMW, state, 0);
}

MZ_EXPORT int pthread_rwlock_init(pthread_rwlock_t *restrict lock,
                                  const pthread_rwlockattr_t *restrict how)
{
    struct rwlock *l = of(lock);
    int kind = how ? *(const int *)how : 0;

    if (!mz_rt.active)
        return MZ_REAL(pthread_rwlock_init)(lock, how);
    MZ_AUDIT_OWN_WORK;
    check_kind(kind);
    mz_plain_write(lock, sizeof *l, (void *)MZ_PC);
    stand_among_users(l, 0);
    *l = (struct rwlock){.kind = kind};
    tell(l, MZ_ACTION_RWLOCK_INIT, MZ_PC);
    return 0;
}

MZ_EXPORT int pthread_rwlock_destroy(pthread_rwlock_t *lock)
{
    struct rwlock *l = of(lock);

    if (!mz_rt.active)
        return MZ_REAL(pthread_rwlock_destroy)(lock);
    MZ_AUDIT_OWN_WORK;
    check_usable(l, MZ_ACTION_RWLOCK_DESTROY, MZ_PC);
    mz_plain_write(lock, sizeof *l, (void *)MZ_PC);
    stand_among_users(l, l->state);
    check_usable(l, MZ_ACTION_RWLOCK_DESTROY, MZ_PC);
    if (l->state)
        misuse(l, MZ_FAULT_LOCKED, MZ_ACTION_RWLOCK_DESTROY, MZ_PC);
    tell(l, MZ_ACTION_RWLOCK_DESTROY, MZ_PC);
    l->destroyed_pc = MZ_PC;
    l->destroyed_by = mz_self() + 1;
    return 0;
}
