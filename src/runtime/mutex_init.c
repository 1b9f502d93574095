/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How mutexes begin and end.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <threads.h>

#include "runtime/audit.h"
#include "runtime/failing.h"
#include "runtime/libc_family.h"
#include "runtime/mutex_state.h"

/* None of those that are usable, but for flags of glibc's own. */
void mz_mutex_check_kind(const struct mz_mutex *m, struct mz_use use)
{
    if (m->kind == MZ_MUTEX_DESTROYED)
        mz_use_of_destroyed(use, &m->destruction);
    if (m->kind & ~MZ_MUTEX_FLAGS)
        mz_use_fails(use, MZ_FAULT_NOT_INITIALISED);
    if (m->kind & (MZ_MUTEX_INHERITS | MZ_MUTEX_PROTECTS))
        mz_rt.region->priorities = 1;
}

/* What is in glibc's attributes beside the kind. */
enum {
    ATTRIBUTE_CEILING = 12,  /* the bit that it begins at, of 12 */
    ATTRIBUTE_PROTOCOL = 28, /* the same, of 2 */
    ATTRIBUTE_ROBUST = 30,
};

/* What initialising with such attributes makes of it. */
static struct mz_mutex initial(unsigned bits)
{
    static const int protocols[] = {0, MZ_MUTEX_INHERITS, MZ_MUTEX_PROTECTS, 0};
    struct mz_mutex m = {.kind = bits & MZ_MUTEX_KIND};
    unsigned ceiling = bits >> ATTRIBUTE_CEILING & 0xfff;

    m.kind |= protocols[bits >> ATTRIBUTE_PROTOCOL & 3];
    if (bits >> ATTRIBUTE_ROBUST & 1)
        m.kind |= MZ_MUTEX_ROBUST;
    if (m.kind & MZ_MUTEX_PROTECTS)
        m.ceiling =
            (ceiling ? ceiling : (unsigned)sched_get_priority_min(SCHED_FIFO))
            << MZ_MUTEX_CEILING;
    return m;
}

static int initialise(struct mz_mutex *m, struct mz_mutex fresh, uint64_t pc)
{
    mz_tid holder;

    mz_plain_write(m, sizeof *m, (void *)pc);
    holder = mz_mutex_holder(mz_use_updates(m, MZ_OBJECT_MUTEX));
    if (holder != MZ_NO_THREAD && holder != mz_self())
        mz_use_fails(mz_mutex_use(m, MZ_ACTION_MUTEX_INIT, pc),
                     MZ_FAULT_LOCKED);
    *m =
        (struct mz_mutex){0}; /* and not a copy, whose parts are just written */
    m->kind = fresh.kind;
    m->ceiling = fresh.ceiling;
    mz_mutex_tell(m, MZ_ACTION_MUTEX_INIT, pc);
    return 0;
}

MZ_EXPORT int pthread_mutex_init(pthread_mutex_t *mutex,
                                 const pthread_mutexattr_t *attributes)
{
    const struct mz_mutex fresh =
        initial(attributes ? *(const unsigned *)attributes : 0);
    int fails;

    if (!mz_rt.active)
        return MZ_REAL(pthread_mutex_init)(mutex, attributes);
    MZ_AUDIT_OWN_WORK;
    if ((fails = mz_fails(MZ_FAILING_MUTEX_INIT, MZ_PC)))
        return fails;
    if (attributes)
        mz_plain_read(attributes, sizeof *attributes, (void *)MZ_PC);
    if (fresh.kind & MZ_MUTEX_ROBUST && fresh.kind & MZ_MUTEX_PROTECTS)
        return ENOTSUP;
    return initialise(mz_mutex_of(mutex), fresh, MZ_PC);
}

static int destroy(struct mz_mutex *m, uint64_t pc)
{
    MZ_AUDIT_OWN_WORK;

    mz_mutex_check(m, MZ_ACTION_MUTEX_DESTROY, pc);
    mz_plain_write(m, sizeof *m, (void *)pc);
    mz_use_updates(m, MZ_OBJECT_MUTEX);
    mz_mutex_check(m, MZ_ACTION_MUTEX_DESTROY, pc);
    if (m->owner & MZ_MUTEX_HOLDER)
        mz_use_fails(mz_mutex_use(m, MZ_ACTION_MUTEX_DESTROY, pc),
                     MZ_FAULT_LOCKED);
    m->kind = MZ_MUTEX_DESTROYED;
    m->destruction = mz_use_destroys(pc);
    mz_mutex_tell(m, MZ_ACTION_MUTEX_DESTROY, pc);
    return 0;
}

MZ_EXPORT int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    if (!mz_rt.active)
        return MZ_REAL(pthread_mutex_destroy)(mutex);
    return destroy(mz_mutex_of(mutex), MZ_PC);
}

MZ_EXPORT int mtx_init(mtx_t *mutex, int type)
{
    const struct mz_mutex fresh = initial(
        type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL);

    if (!mz_rt.active)
        return MZ_REAL(mtx_init)(mutex, type);
    MZ_AUDIT_OWN_WORK;
    initialise((struct mz_mutex *)mutex, fresh, MZ_PC);
    return thrd_success;
}

MZ_EXPORT void mtx_destroy(mtx_t *mutex)
{
    if (!mz_rt.active)
        MZ_REAL(mtx_destroy)(mutex);
    else
        destroy((struct mz_mutex *)mutex, MZ_PC);
}
