/* SPDX-License-Identifier: Apache-2.0 */
/* A spin lock that tests before it tests and sets. */
#ifndef ASSEMBLY_SPINLOCK_H
#define ASSEMBLY_SPINLOCK_H

#include <mazurka.h>

#include "primitive.h"

struct spinlock {
    word held;
};

static inline bool spinlock_try(struct spinlock *lock)
{
#ifdef TESTS_AND_SETS_APART
    if (load(&lock->held))
        return false;
    store(&lock->held, 1);
    return true;
#else
    return !exchange(&lock->held, 1);
#endif
}

static inline void spinlock_acquire(struct spinlock *lock)
{
    while (!spinlock_try(lock)) {
        pause_a_little();
        mz_await(lock->held, ==, 0);
    }
}

static inline void spinlock_release(struct spinlock *lock)
{
    store(&lock->held, 0);
}

#endif
