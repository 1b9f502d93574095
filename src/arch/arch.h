/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The processor: all that the rooms above have to know of it, but for what
 * programs do with instructions (assembly/, decode/, and the files of runtime/
 * that have the processor's name). Each has a header and a source that are
 * called by its name; a context, as signal handlers get it, is in context.h.
 *
 * Knows nothing of the other rooms, base/ included, which builds on it.
 */
#ifndef MZ_ARCH_ARCH_H
#define MZ_ARCH_ARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The header of the processor defines these functions, and besides
 *
 *     MZ_PAGE          bytes of a page of memory, an enumerator
 *     MZ_HUGE_PAGE     the same of one that stands for many
 *     MZ_RED_ZONE      bytes below the stack pointer that a function may use
 *     MZ_ELF_MACHINE   what <elf.h> calls it
 *     MZ_RELOCATES_COPY(type), MZ_RELOCATES_ADDRESS(type)
 *                      of a relocation of <elf.h>: an object of a library is
 *                      copied into the program; the address of a symbol is
 *                      written, when it is first called perhaps
 *     MZ_GLIBC_FIRST   the version of the oldest functions of glibc
 *     MZ_ARCH_TRIPLET  what Debian calls its folder of libraries
 *     MZ_AUDIT_ARCHITECTURE  what <linux/audit.h> calls it
 *     MZ_LONG_COPY     bytes, from which on mz_copy_long is worth it
 *     MZ_LONG_FILL     the same of mz_fill_long
 */

/* A clock that takes no call: ticks of some length, always the same, since some
 * moment. */
static inline uint64_t mz_ticks(void);

/* What a loop does that waits for another processor. */
static inline void mz_pause(void);

/* Stops under a debugger, as SIGTRAP. */
static inline void mz_breakpoint(void);

/* The kernel's answer; an error is a negative errno. See base/system_call.h. */
static inline long mz_system_call(long number, long a, long b, long c, long d,
                                  long e, long f);

/* Copies from the first byte to the last, and fills, as is best for
 * MZ_LONG_COPY bytes, MZ_LONG_FILL bytes, and more. */
static inline void mz_copy_long(void *to, const void *from, size_t size);
static inline void mz_fill_long(void *to, int byte, size_t size);

/* ---- threads ------------------------------------------------------------- */

/* The thread pointer, by which code finds thread-local storage. To set it is
 * possible without the kernel on some machines. */
static inline uint64_t mz_thread_pointer(void);
static inline bool mz_thread_pointer_is_settable(void);
static inline void mz_thread_pointer_set(uint64_t);
static inline void mz_thread_pointer_set_by_call(uint64_t);

/* Does code contain an instruction that reads or sets it where that is so? Or
 * what looks like one. */
static inline bool mz_code_reads_thread_pointer(const void *code, size_t size);

/* The pthread_t of the thread that has this thread pointer. */
static inline unsigned long mz_pthread_of(uint64_t thread_pointer);

/* Static thread-local storage of that size, and how much there is if this is a
 * module's part of it; more than all there can be: it is no part. */
static inline char *mz_static_tls(uint64_t thread_pointer, size_t size);
/* Where the loader keeps which parts of other storage a thread has, and how
 * much that is. */
static inline char *mz_thread_vector(uint64_t thread_pointer, size_t *size);
static inline uint64_t mz_jump_stack(const void *jmp_buf);
static inline size_t mz_static_tls_size(uint64_t thread_pointer,
                                        const void *part);

/* The floating-point environment of C11 7.6, but for its sticky exception
 * flags. */
static inline uint64_t mz_float_modes(void);
static inline void mz_float_modes_set(uint64_t modes);

/* Where a stack that was left is taken up: what it is, and the code that goes
 * on there, and the one register that may not have been saved on it. */
struct mz_suspended {
    uint64_t sp, pc, frame;
};

/*
 * Leaves the stack of the caller, which goes on from *save some time, for one
 * that was left so earlier, or is fresh. The thread pointer and the
 * floating-point modes are the caller's duty.
 */
static inline void mz_switch(struct mz_suspended *save,
                             const struct mz_suspended *to);

/* A fresh stack that ends at `top`, 16-byte aligned, to be switched to: runs
 * function(argument), which must not return. */
static inline struct mz_suspended
mz_switch_fresh(uint64_t top, void (*function)(void *), void *argument);

/* The same at once, for good: what called this is dropped. */
_Noreturn void mz_switch_begin(void *top, void (*function)(void *),
                               void *argument);

/* Writes that word to each word of the stack below the frame of the function
 * that calls this, from that address on. */
void mz_stack_fill(uint64_t from, uint64_t word);

/* The 8 bytes at an address, aligned; false: they cannot be read. The handler
 * of SIGSEGV has to go on where the other function says then; 0: it was no such
 * read that faulted. */
static inline bool mz_fault_read(uint64_t address, uint64_t *value);
static inline bool mz_fault_read_half(uint64_t address,
                                      uint32_t *value); /* 4, the same */
uint64_t mz_fault_read_failed(uint64_t pc);

/* Calls a function that finds out who calls it: by its return address it is
 * `place`, where an instruction returns and does nothing else. */
static inline bool mz_is_return(uint64_t code);
uint64_t mz_call_as(void *function, uint64_t a, uint64_t b, uint64_t place);

/* ---- system calls from one place ----------------------------------------- */

/* System calls from between these two labels can be let through by the kernel
 * while all others are handed to us. The return from a signal is one of them,
 * which the kernel is told as the `restorer` of a handler. */
extern const char mz_direct_start[], mz_direct_end[];
long mz_direct_call(long number, const long arguments[6]);
void mz_direct_sigreturn(void) __asm__("__restore_rt");

#if defined(__x86_64__)
#include "arch/x86_64.h"
#else
#error "this processor has not been done yet"
#endif

#endif
