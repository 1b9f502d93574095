/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Mutexes that protect priorities: their ceilings. They make no difference:
 * any thread that can go on may.
 */
#include <errno.h>
#include <sched.h>

#include "runtime/audit.h"
#include "runtime/libc_family.h"
#include "runtime/mutex_state.h"

static bool is_priority(int priority)
{
    return priority >= sched_get_priority_min(SCHED_FIFO) &&
           priority <= sched_get_priority_max(SCHED_FIFO);
}

static int ceiling_of(const struct mz_mutex *m)
{
    return m->ceiling >> MZ_MUTEX_CEILING;
}

MZ_EXPORT int pthread_mutex_getprioceiling(const pthread_mutex_t *mutex,
                                           int *ceiling)
{
    struct mz_mutex *m = mz_mutex_of((pthread_mutex_t *)mutex);
    int is;

    if (MZ_RUNS_NATIVELY)
        return MZ_REAL(pthread_mutex_getprioceiling)(mutex, ceiling);
    MZ_AUDIT_OWN_WORK;
    mz_mutex_check(m, MZ_ACTION_MUTEX_GETPRIOCEILING, MZ_PC);
    if (!(m->kind & MZ_MUTEX_PROTECTS))
        return EINVAL;
    mz_mutex_ask_holder(m, MZ_ACTION_MUTEX_GETPRIOCEILING, MZ_PC);
    is = ceiling_of(m);
    mz_plain_write(ceiling, sizeof *ceiling, (void *)MZ_PC); /* may be a turn */
    *ceiling = is;
    return 0;
}

/* Locks it, sets the ceiling, and unlocks it. */
MZ_EXPORT int pthread_mutex_setprioceiling(pthread_mutex_t *restrict mutex,
                                           int ceiling, int *restrict old)
{
    struct mz_mutex *m = mz_mutex_of(mutex);
    const struct mz_visible v =
        mz_mutex_operation(m, MZ_UNLOCK, MZ_ACTION_MUTEX_SETPRIOCEILING, MZ_PC);
    bool held = mz_mutex_is_own(m);

    if (MZ_RUNS_NATIVELY)
        return MZ_REAL(pthread_mutex_setprioceiling)(mutex, ceiling, old);
    MZ_AUDIT_OWN_WORK;
    mz_mutex_check(m, v.action, MZ_PC);
    if (!(m->kind & MZ_MUTEX_PROTECTS) || !is_priority(ceiling))
        return EINVAL;
    if (held && (m->kind & MZ_MUTEX_KIND) == PTHREAD_MUTEX_ERRORCHECK)
        return EDEADLK;
    held &= (m->kind & MZ_MUTEX_KIND) == PTHREAD_MUTEX_RECURSIVE;
    if (!held)
        mz_mutex_lock(m, MZ_ACTION_MUTEX_LOCK, MZ_PC);
    mz_plain_write(old, sizeof *old, (void *)MZ_PC);
    *old = ceiling_of(m);
    m->ceiling = (uint32_t)ceiling << MZ_MUTEX_CEILING;
    mz_effect_note();
    if (held)
        return 0;
    mz_visible_begin(&v);
    mz_visible_apply(&v, MZ_SYNC_RELEASE);
    mz_mutex_tell(m, v.action, MZ_PC);
    return 0;
}
