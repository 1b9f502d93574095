/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Objects: what visible operations are about. In the runtime an object is a
 * key, made of an address; in events it is a number, which is the same in all
 * executions and for all workers.
 */
#ifndef MZ_RUNTIME_OBJECT_H
#define MZ_RUNTIME_OBJECT_H

#include "trace/event.h"

/* The key of 8 aligned bytes of memory. */
static inline uint64_t mz_object_of_memory(uint64_t address)
{
    return address >> 3;
}

/*
 * The key of a lock or semaphore. They are apart from the memory that they lie
 * in: an event of one kind never depends on one of the other, so that each
 * kind's rules for races can be exact.
 */
static inline uint64_t mz_object_of_lock(const void *lock)
{
    return (uint64_t)lock >> 3 | 1ull << 63;
}

/* The same of any, also of one of four bytes: two of these may lie in 8 aligned
 * ones. */
static inline uint64_t mz_object_of_small_lock(const void *lock)
{
    return mz_object_of_lock(lock) | ((uint64_t)lock & 4) << 60;
}

/* The key of a futex, which may share its 8 bytes with another; of those who
 * sleep there with a mask of this class. */
#define MZ_FUTEX_KEYS (7ull << 61)

static inline uint64_t mz_object_of_futex(uint64_t word, unsigned class)
{
    return word >> 2 | (uint64_t)class << 48 | MZ_FUTEX_KEYS;
}

/* The key of what the `number`-th requeue of a thread has left of such. */
static inline uint64_t mz_object_of_requeue(mz_tid t, uint32_t number,
                                            unsigned class)
{
    return (uint64_t)t << 40 | (uint64_t)number << 8 | class |
           MZ_FUTEX_KEYS | 1ull << 60;
}

/* Of any of these: where it is. */
static inline uint64_t mz_object_address_of_lock(uint64_t key)
{
    return key >= MZ_FUTEX_KEYS ? key << 16 >> 14
                                  : key << 3 | (key >> 60 & 4);
}

static inline bool mz_object_is_memory(uint64_t key)
{
    return !(key >> 63);
}

/* The number of the object; it gets one when it is first met. */
uint32_t mz_object_number(uint64_t key);
MZ_HIDDEN extern uint64_t *mz_object_keys; /* [number]; 0: none is so yet */
uint32_t mz_object_room(void); /* how many numbers there are at most */

#endif
