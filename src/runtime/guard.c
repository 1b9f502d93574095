/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The guards of C++ static locals (Itanium C++ ABI 3.3.3): the first byte says
 * that the object is initialised, and compilers test it with an atomic load
 * before they come here. Who initialises holds the guard as if it were a mutex.
 */
#include "runtime/account.h"
#include "runtime/mutex.h"
#include "runtime/plain.h"
#include "runtime/schedule.h"

struct guard {
    uint8_t done;
    uint8_t unused[3];
    uint32_t owner;    /* thread + 1 while it initialises */
};

int __cxa_guard_acquire(struct guard *);
void __cxa_guard_release(struct guard *);
void __cxa_guard_abort(struct guard *);
uint8_t __tsan_atomic8_load(const volatile uint8_t *, int);
void __tsan_atomic8_store(volatile uint8_t *, uint8_t, int);

static void lock(struct guard *guard, uint64_t pc)
{
    struct mz_stands_at *at = &mz_sched.at[mz_self()];
    uint64_t object = mz_mutex_object(guard);

    at->address = (uint64_t)guard;
    at->action = MZ_ACTION_MUTEX_LOCK;
    at->pc = pc;
    mz_schedule_watch(&guard->owner, sizeof guard->owner, MZ_EQUAL, 0);
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_account_waits();
    mz_plain_wake_for(guard);
    mz_turn(MZ_LOCK, object, 0xff);
    if (guard->owner)
        mz_schedule_differs(MZ_LOCK, object, 0xff, 0);
    guard->owner = mz_self() + 1;
    mz_plain_synchronise(guard, MZ_SYNC_ACQUIRE, pc);
    mz_record(MZ_LOCK, object, 0xff, 0, 0);
}

static void unlock(struct guard *guard, uint64_t pc)
{
    uint64_t object = mz_mutex_object(guard);

    mz_turn(MZ_UNLOCK, object, 0xff);
    guard->owner = 0;
    mz_plain_synchronise(guard, MZ_SYNC_RELEASE, pc);
    mz_record(MZ_UNLOCK, object, 0xff, mz_self() + 1, 0);
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
