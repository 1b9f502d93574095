/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Robust mutexes: when a thread ends that holds one, the next who locks it is
 * told so, and makes it consistent, or it is lost.
 */
#include <errno.h>

#include "runtime/audit.h"
#include "runtime/libc_family.h"
#include "runtime/mutex_state.h"
#include "runtime/thread.h"

int mz_mutex_take_robust(struct mz_mutex *m, uint32_t before,
                         enum mz_action action, uint64_t pc)
{
    if (before == MZ_MUTEX_LOST) {
        mz_mutex_tell(m, MZ_ACTION_MUTEX_LOCK_LOST, pc);
        return ENOTRECOVERABLE;
    }
    m->next = *mz_thread_robust_mutexes();
    *mz_thread_robust_mutexes() = m;
    m->inconsistent = before == MZ_MUTEX_INCONSISTENT;
    if (!m->inconsistent) {
        mz_mutex_tell(m, action, pc);
        return 0;
    }
    m->depth = 0;
    mz_mutex_tell(m, MZ_ACTION_MUTEX_LOCK_INHERITED, pc);
    return EOWNERDEAD;
}

int mz_mutex_lock_robust(struct mz_mutex *m, enum mz_action action, uint64_t pc)
{
    const struct mz_visible v = mz_mutex_operation(m, MZ_LOCK, action, pc);
    uint32_t before;

    mz_visible_begin(&v);
    mz_mutex_check(m, action, pc);
    before = m->owner;
    mz_visible_apply(&v, MZ_SYNC_ACQUIRE);
    return mz_mutex_take_robust(m, before, action, pc);
}

/* The thread does not hold it any more. */
static void forget(struct mz_mutex *m)
{
    void **link = mz_thread_robust_mutexes();

    while (*link && *link != m)
        link = (void **)&((struct mz_mutex *)*link)->next;
    if (*link)
        *link = m->next;
    m->next = NULL;
    m->inconsistent = false;
}

/* By whoever holds it. If it has not been made consistent it is lost. */
void mz_mutex_unlock_robust(struct mz_mutex *m, enum mz_action action,
                            uint64_t pc)
{
    const struct mz_visible v = mz_mutex_operation(
        m, m->inconsistent ? MZ_UNLOCK_LOST : MZ_UNLOCK, action, pc);

    mz_visible_begin(&v);
    mz_mutex_check(m, v.action, pc);
    forget(m);
    mz_visible_apply(&v, MZ_SYNC_RELEASE);
    mz_mutex_tell(m, v.action, pc);
}

void mz_mutex_owner_ends(uint64_t pc)
{
    struct mz_mutex *m;

    while ((m = *mz_thread_robust_mutexes())) {
        const struct mz_visible v =
            mz_mutex_operation(m, MZ_OWNER_END, MZ_ACTION_MUTEX_OWNER_END, pc);

        mz_mutex_check(m, v.action, pc);
        mz_visible_begin(&v);
        mz_mutex_check(m, v.action, pc);
        forget(m);
        mz_visible_apply(&v, MZ_SYNC_RELEASE);
        mz_mutex_tell(m, v.action, pc);
    }
}

/* For the thread that holds it this is no operation: nobody else notices. */
MZ_EXPORT int pthread_mutex_consistent(pthread_mutex_t *mutex)
{
    struct mz_mutex *m = mz_mutex_of(mutex);

    if (MZ_RUNS_NATIVELY)
        return MZ_REAL(pthread_mutex_consistent)(mutex);
    MZ_AUDIT_OWN_WORK;
    mz_mutex_check(m, MZ_ACTION_MUTEX_CONSISTENT, MZ_PC);
    if (!(m->kind & MZ_MUTEX_ROBUST))
        return EINVAL;
    if (!mz_mutex_is_own(m)) {
        if (mz_mutex_ask_holder(m, MZ_ACTION_MUTEX_CONSISTENT, MZ_PC) !=
            MZ_NO_THREAD)
            mz_use_fails(mz_mutex_use(m, MZ_ACTION_MUTEX_CONSISTENT, MZ_PC),
                         MZ_FAULT_LOCKED_BY_ANOTHER);
        return EINVAL;
    }
    if (!m->inconsistent)
        return EINVAL;
    m->inconsistent = false;
    mz_mutex_tell(m, MZ_ACTION_MUTEX_CONSISTENT, MZ_PC);
    return 0;
}
