/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Synchronisation objects that the program has used natively, before a call of
 * mz_check. libc keeps its own state in them, where ours would be read from
 * then on. Of a mutex, a spin lock, a semaphore nothing is left when nobody has
 * it; of a condition variable, a reader-writer lock, a barrier there is. So the
 * search begins only while no lock is held, and who uses an object in which
 * there is still what libc has left is refused.
 *
 * Natively these functions are called by many threads at once.
 */
#ifndef MZ_RUNTIME_NATIVE_USE_H
#define MZ_RUNTIME_NATIVE_USE_H

#include "arch/arch.h"
#include "base/base.h"

/* libc's function has returned that: a lock was taken, or given back. Returns
 * it. */
int mz_native_locks(int status);
int mz_native_unlocks(int status);

/* libc writes to it. */
void mz_native_uses(const void *object, size_t size);

/* As main begins: puts reader-writer locks that constructors have used, and
 * nobody holds, into the state that initialisers leave them in. */
void mz_native_renew_rwlocks(void);

/* At the takeover: notes what there is in them. */
void mz_native_use_ends(void);

/* How many objects have something left in them. */
MZ_HIDDEN extern uint32_t mz_native_left;
void mz_native_refuse(const void *object) MZ_COLD;

/* Of one of ours, before its state is read. */
static inline void mz_native_check(const void *object)
{
    if (MZ_UNLIKELY(mz_native_left))
        mz_native_refuse(object);
}

#endif
