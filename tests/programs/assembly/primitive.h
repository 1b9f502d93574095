/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Atomic operations on words, each an asm statement: what libraries of
 * concurrent data structures are built on. With BUILTINS they are what the
 * compiler has for the same (tests/agree/assembly.sh).
 */
#ifndef ASSEMBLY_PRIMITIVE_H
#define ASSEMBLY_PRIMITIVE_H

#include <stdbool.h>
#include <stdint.h>

typedef uint64_t word;

#ifdef BUILTINS

static inline word load(const word *from)
{
    return __atomic_load_n(from, __ATOMIC_ACQUIRE);
}

static inline void store(word *to, word value)
{
    __atomic_store_n(to, value, __ATOMIC_RELEASE);
}

static inline word exchange(word *object, word value)
{
    return __atomic_exchange_n(object, value, __ATOMIC_SEQ_CST);
}

static inline bool compare_exchange(word *object, word expected, word desired)
{
    return __atomic_compare_exchange_n(object, &expected, desired, false,
                                       __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

static inline void fence(void)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

static inline void pause_a_little(void)
{
}

#else

static inline word load(const word *from)
{
    word value;

    __asm__ volatile("movq %1, %0" : "=r"(value) : "m"(*from) : "memory");
    return value;
}

static inline void store(word *to, word value)
{
    __asm__ volatile("movq %1, %0" : "=m"(*to) : "re"(value) : "memory");
}

static inline word exchange(word *object, word value)
{
    __asm__ volatile("xchgq %0, %1" : "+r"(value), "+m"(*object) : : "memory");
    return value;
}

static inline bool compare_exchange(word *object, word expected, word desired)
{
    bool done;

    __asm__ volatile("lock; cmpxchgq %3, %1\n\tsete %0"
                     : "=q"(done), "+m"(*object), "+a"(expected)
                     : "r"(desired)
                     : "memory", "cc");
    return done;
}

static inline void fence(void)
{
    __asm__ volatile("mfence" : : : "memory");
}

static inline void pause_a_little(void)
{
    __asm__ volatile("pause" : : : "memory");
}

#endif

#endif
