/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What every room may rely on: fixed-width types, attributes, assertions, and
 * memory primitives that are ours.
 *
 * libmazurka.so interposes memcpy and its kin for the checked program. Our own
 * copies, also those that the compiler makes of a struct assignment, must not
 * go through them; the asm labels below redirect all of them.
 */
#ifndef MZ_BASE_BASE_H
#define MZ_BASE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MZ_LIKELY(x) __builtin_expect(!!(x), 1)
#define MZ_UNLIKELY(x) __builtin_expect(!!(x), 0)
/* Hot paths that compilers think too large to be inlined. */
#define MZ_INLINED static inline __attribute__((always_inline))
#define MZ_COLD __attribute__((cold, noinline))
#define MZ_NOINLINE __attribute__((noinline)) /* off the hot path, not cold */
#define MZ_EXPORT __attribute__((visibility("default")))
/* Of variables declared in headers that hot paths read: -fvisibility is about
 * definitions; others would be reached by way of the table of addresses. */
#define MZ_HIDDEN __attribute__((visibility("hidden")))
#define MZ_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Words that another process, or thread, reads and writes, too. */
#define MZ_LOAD(place) __atomic_load_n(&(place), __ATOMIC_SEQ_CST)
#define MZ_STORE(place, value) \
    __atomic_store_n(&(place), value, __ATOMIC_SEQ_CST)

/* Of what reads whole words, and so beyond what it was given, though not beyond
 * the page: a sanitizer need not tell. */
#ifdef __SANITIZE_ADDRESS__
#define MZ_READS_WHOLE_WORDS __attribute__((no_sanitize_address))
#else
#define MZ_READS_WHOLE_WORDS
#endif

/* No index: in place of the number of an event, an object, a place in a list.
 * Of a thread, whose number is a byte: MZ_NO_THREAD (op/thread.h). */
enum { MZ_NONE = 0xffffffff };

#ifndef MZ_CHECK
#define MZ_CHECK 0 /* 1: invariants at boundaries; 2: definitions re-derived */
#endif

/* The same value on every run: FNV-1a, for fingerprints and file hashes. */
static inline uint64_t mz_hash_word(uint64_t hash, uint64_t word)
{
    hash ^= word;
    hash *= 0x9E3779B97F4A7C15u;
    hash ^= hash >> 32;
    hash *= 0xD6E8FEB86659FD93u;
    return hash ^ hash >> 29;
}

/* Our own mistake: prints the expression and stops the process. Always on. */
_Noreturn void mz_assertion_failed(const char *expression, const char *file,
                                   int line);
#define MZ_ASSERT(e) \
    (MZ_LIKELY(e) ? (void)0 : mz_assertion_failed(#e, __FILE__, __LINE__))

/* Called by mz_assertion_failed before it stops, to add what it knows; and the
 * descriptor it writes to, 2 unless changed. */
extern void (*mz_assertion_hook)(void);
extern int mz_assertion_fd;

void *mz_copy(void *to, const void *from, size_t size);
void *mz_move(void *to, const void *from, size_t size);
void *mz_fill(void *to, int byte, size_t size);
int mz_compare(const void *a, const void *b, size_t size);

#ifndef MZ_HOSTED /* hosted parts (the CLI, tests) keep libc's */
void *memcpy(void *, const void *, size_t) __asm__("mz_copy");
void *memmove(void *, const void *, size_t) __asm__("mz_move");
void *memset(void *, int, size_t) __asm__("mz_fill");
int memcmp(const void *, const void *, size_t) __asm__("mz_compare");
#endif

#endif
