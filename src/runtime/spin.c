/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Spin locks. Their state lies in the pthread_spinlock_t of the program, four
 * bytes, so that rollback restores it. Who spins waits as for a mutex: that the
 * processor is busy meanwhile makes no difference to anybody.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

#include "runtime/audit.h"
#include "runtime/native_use.h"
#include "runtime/use.h"

/* What is in no lock that is free or held (op/spin.h). Nor is 0, so that one in
 * memory of zeros that nobody has initialised is known. */
enum { DESTROYED = 0x0dead10c };

static uint32_t *of(pthread_spinlock_t *lock)
{
    return (uint32_t *)lock;
}

static inline struct mz_use use_of(const void *lock, enum mz_action action,
                                   uint64_t pc)
{
    return (struct mz_use){lock, sizeof(pthread_spinlock_t), action, pc};
}

/* There is no room in it for where it was destroyed. */
static void check_usable(const uint32_t *state, struct mz_use use)
{
    mz_use_check(use);
    if (*state == DESTROYED)
        mz_use_fails(use, MZ_FAULT_DESTROYED);
    if (!*state || *state > MZ_SPIN_FREE + MZ_MAX_THREADS)
        mz_use_fails(use, MZ_FAULT_NOT_INITIALISED);
}

static inline struct mz_visible operation(uint32_t *state, enum mz_op kind,
                                          enum mz_action action, uint64_t pc)
{
    struct mz_visible v = mz_visible_of_lock(state, state, kind, action, pc);

    v.object = mz_object_of_small_lock(state);
    return v;
}

MZ_EXPORT int pthread_spin_lock(pthread_spinlock_t *lock)
{
    uint32_t *state = of(lock);
    const struct mz_use use = use_of(state, MZ_ACTION_SPIN_LOCK, MZ_PC);
    const struct mz_visible v =
        operation(state, MZ_SPIN_LOCK, MZ_ACTION_SPIN_LOCK, MZ_PC);

    if (MZ_RUNS_NATIVELY)
        return mz_native_locks(MZ_REAL(pthread_spin_lock)(lock));
    MZ_AUDIT_OWN_WORK;
    check_usable(state, use); /* and again when it has waited */
    mz_visible_needs_no_block(&v);
    mz_rt.region->progress.tally.spins += !mz_turn_is_alone();
    mz_visible_begin(&v);
    check_usable(state, use);
    mz_visible_apply(&v, MZ_SYNC_ACQUIRE);
    mz_use_tell(use);
    return 0;
}

MZ_EXPORT int pthread_spin_trylock(pthread_spinlock_t *lock)
{
    uint32_t *state = of(lock);
    const struct mz_use use = use_of(state, MZ_ACTION_SPIN_TRYLOCK, MZ_PC);
    const struct mz_visible v =
        operation(state, MZ_SPIN_TRYLOCK, MZ_ACTION_SPIN_TRYLOCK, MZ_PC);

    if (MZ_RUNS_NATIVELY)
        return mz_native_locks(MZ_REAL(pthread_spin_trylock)(lock));
    MZ_AUDIT_OWN_WORK;
    check_usable(state, use);
    mz_visible_needs_no_block(&v);
    mz_visible_begin(&v);
    check_usable(state, use);
    if (mz_visible_apply(&v, MZ_SYNC_ACQUIRE) == MZ_SPIN_TRYLOCK_FAIL) {
        mz_use_tell(use_of(state, MZ_ACTION_SPIN_TRYLOCK_FAIL, MZ_PC));
        return EBUSY;
    }
    mz_use_tell(use);
    return 0;
}

MZ_EXPORT int pthread_spin_unlock(pthread_spinlock_t *lock)
{
    uint32_t *state = of(lock);
    const struct mz_use use = use_of(state, MZ_ACTION_SPIN_UNLOCK, MZ_PC);
    const struct mz_visible v =
        operation(state, MZ_SPIN_UNLOCK, MZ_ACTION_SPIN_UNLOCK, MZ_PC);

    if (MZ_RUNS_NATIVELY)
        return mz_native_unlocks(MZ_REAL(pthread_spin_unlock)(lock));
    MZ_AUDIT_OWN_WORK;
    check_usable(state, use);
    if (mz_spin_holder(*state) != mz_self())
        mz_use_fails(use, *state == MZ_SPIN_FREE ? MZ_FAULT_NOT_LOCKED
                                                 : MZ_FAULT_LOCKED_BY_ANOTHER);
    mz_visible_needs_no_block(&v);
    mz_visible_begin(&v);
    check_usable(state, use);
    mz_visible_apply(&v, MZ_SYNC_RELEASE);
    mz_use_tell(use);
    return 0;
}

/* Processes share no memory here, so that all locks are private. */
MZ_EXPORT int pthread_spin_init(pthread_spinlock_t *lock, int shared)
{
    const struct mz_use use = use_of((void *)lock, MZ_ACTION_SPIN_INIT, MZ_PC);
    mz_tid holder;

    if (MZ_RUNS_NATIVELY)
        return MZ_REAL(pthread_spin_init)(lock, shared);
    MZ_AUDIT_OWN_WORK;
    mz_plain_write((void *)lock, sizeof *lock, (void *)MZ_PC);
    holder = mz_spin_holder(mz_use_updates((void *)lock, MZ_OBJECT_SPIN));
    if (holder != MZ_NO_THREAD && holder != mz_self())
        mz_use_fails(use, MZ_FAULT_LOCKED);
    *of(lock) = MZ_SPIN_FREE;
    mz_use_tell(use);
    return 0;
}

MZ_EXPORT int pthread_spin_destroy(pthread_spinlock_t *lock)
{
    uint32_t *state = of(lock);
    const struct mz_use use = use_of(state, MZ_ACTION_SPIN_DESTROY, MZ_PC);

    if (MZ_RUNS_NATIVELY)
        return MZ_REAL(pthread_spin_destroy)(lock);
    MZ_AUDIT_OWN_WORK;
    check_usable(state, use);
    mz_plain_write((void *)lock, sizeof *lock, (void *)MZ_PC);
    mz_use_updates(state, MZ_OBJECT_SPIN);
    check_usable(state, use);
    if (*state != MZ_SPIN_FREE)
        mz_use_fails(use, MZ_FAULT_LOCKED);
    *state = DESTROYED;
    mz_use_tell(use);
    return 0;
}
