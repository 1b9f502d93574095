/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The guards of C++ static locals (Itanium C++ ABI 3.3.3): the first byte says
 * that the object is initialised, and compilers test it with an atomic load
 * before they come here. Who initialises holds the guard as if it were a mutex.
 */
#include "runtime/visible.h"

struct guard {
    uint8_t done;
    uint8_t unused[3];
    uint32_t owner; /* thread + 1 while it initialises */
};

int __cxa_guard_acquire(struct guard *);
void __cxa_guard_release(struct guard *);
void __cxa_guard_abort(struct guard *);
uint8_t __tsan_atomic8_load(const volatile uint8_t *, int);
void __tsan_atomic8_store(volatile uint8_t *, uint8_t, int);

static inline struct mz_visible operation(struct guard *guard, enum mz_op kind,
                                          uint64_t pc)
{
    return mz_visible_of_lock(guard, &guard->owner, kind,
                              MZ_ACTION_MUTEX_LOCK, pc);
}

static void lock(struct guard *guard, uint64_t pc)
{
    const struct mz_visible v = operation(guard, MZ_LOCK, pc);

    mz_visible_begin(&v);
    mz_visible_apply(&v, MZ_SYNC_ACQUIRE);
}

static void unlock(struct guard *guard, uint64_t pc)
{
    const struct mz_visible v = operation(guard, MZ_UNLOCK, pc);

    mz_visible_begin(&v);
    mz_visible_apply(&v, MZ_SYNC_RELEASE);
}

/* 1: the caller must initialise the object. */
MZ_EXPORT int __cxa_guard_acquire(struct guard *guard)
{
    if (!mz_rt.active)
        return MZ_REAL(__cxa_guard_acquire)(guard);
    if (guard->owner == mz_self() + 1u)
        mz_fail(&(struct mz_failure){.fault = MZ_FAULT_STATIC_WITHIN_ITSELF,
                                     .pc = MZ_PC});
    lock(guard, MZ_PC);
    if (!__tsan_atomic8_load(&guard->done, MZ_ACQUIRE))
        return 1;
    unlock(guard, MZ_PC);
    return 0;
}

MZ_EXPORT void __cxa_guard_release(struct guard *guard)
{
    if (!mz_rt.active) {
        MZ_REAL(__cxa_guard_release)(guard);
        return;
    }
    __tsan_atomic8_store(&guard->done, 1, MZ_RELEASE);
    unlock(guard, MZ_PC);
}

/* The constructor threw. */
MZ_EXPORT void __cxa_guard_abort(struct guard *guard)
{
    if (!mz_rt.active) {
        MZ_REAL(__cxa_guard_abort)(guard);
        return;
    }
    unlock(guard, MZ_PC);
}
