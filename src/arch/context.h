/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What interrupted code was about to do: the registers in the context that a
 * signal handler gets. Whoever includes this defines _GNU_SOURCE first.
 */
#ifndef MZ_ARCH_CONTEXT_H
#define MZ_ARCH_CONTEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

/*
 * The header of the processor defines these functions, and besides
 *
 *     MZ_CONTEXT_REGISTERS    what mz_context_registers writes
 *     MZ_CONTEXT_PRESERVED    what mz_context_preserved writes
 */

static inline uint64_t mz_context_pc(const ucontext_t *);
static inline void mz_context_set_pc(ucontext_t *, uint64_t);
static inline uint64_t mz_context_sp(const ucontext_t *);

/* After a fault of memory: was it a write? */
static inline bool mz_context_is_write(const ucontext_t *);

/* From now on a SIGTRAP follows each instruction, or no more. */
static inline void mz_context_trap(ucontext_t *, bool);

/* Of a system call that was handed to us: its number and arguments, where the
 * result goes. */
static inline long mz_context_call(const ucontext_t *, long arguments[6]);
static inline void mz_context_call_result(ucontext_t *, long);

/* All registers for numbers, with the flags that code may go by; and those for
 * vectors and floating point, as the kernel has saved them. */
static inline void mz_context_registers(const ucontext_t *, uint64_t *);
static inline const uint32_t *mz_context_vectors(const ucontext_t *,
                                                 size_t *words);

/* At the beginning of a function: its argument, and what it must preserve. */
static inline uint64_t mz_context_argument(const ucontext_t *);
static inline void mz_context_preserved(const ucontext_t *, uint64_t *);

/* Does an instruction have an outcome that is not in registers and memory?
 * System calls, the time, random numbers. */
static inline bool mz_code_leaves_the_program(uint64_t pc);

#if defined(__x86_64__)
#include "arch/x86_64_context.h"
#else
#error "contexts of this processor have not been done yet"
#endif

#endif
