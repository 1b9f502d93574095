/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Mutexes: normal, recursive and error-checking. Their state lies in the
 * pthread_mutex_t of the program, where glibc keeps its own, so that rollback
 * restores it and static initialisers work.
 */
#ifndef MZ_RUNTIME_MUTEX_H
#define MZ_RUNTIME_MUTEX_H

#include "runtime/runtime.h"

/*
 * The object of a lock, for events. Locks are apart from the memory that they
 * lie in: an event of one kind never depends on one of the other, so that each
 * kind's rules for races can be exact.
 */
static inline uint64_t mz_mutex_object(const void *lock)
{
    return (uint64_t)lock >> 3 | 1ull << 63;
}

#endif
