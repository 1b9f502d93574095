/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A process that we trace: its registers, as it is about to do a system call,
 * or has done one. Whoever includes this defines _GNU_SOURCE first.
 */
#ifndef MZ_ARCH_TRACED_H
#define MZ_ARCH_TRACED_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/ptrace.h>
#include <sys/types.h>
#include <sys/user.h>

typedef struct user_regs_struct mz_traced;

static inline bool mz_traced_load(mz_traced *t, pid_t process)
{
    return !ptrace(PTRACE_GETREGS, process, NULL, t);
}

static inline bool mz_traced_store(const mz_traced *t, pid_t process)
{
    return !ptrace(PTRACE_SETREGS, process, NULL, t);
}

/* Of a system call that is about to be done: its number, and its arguments. */
static inline long mz_traced_call(const mz_traced *);
static inline uint64_t *mz_traced_argument(mz_traced *, unsigned number);

/* The call has been done. What it has returned; and it is done once more. */
static inline long mz_traced_result(const mz_traced *);
static inline void mz_traced_repeat(mz_traced *, long number);

static inline uint64_t mz_traced_pc(const mz_traced *);
static inline void mz_traced_set_pc(mz_traced *, uint64_t);
static inline uint64_t mz_traced_sp(const mz_traced *);

/* So that it does a call there, of that number; what is there begins with the
 * instruction: a word of code, with that in front. */
static inline void mz_traced_prepare(mz_traced *, uint64_t pc, long number);
static inline uint64_t mz_traced_with_call(uint64_t code);

/* Does it say where the storage of the thread is? */
static inline bool mz_traced_sets_thread_pointer(mz_traced *);

#if defined(__x86_64__)
#include "arch/x86_64_traced.h"
#else
#error "processes of this processor have not been traced yet"
#endif

#endif
