/* SPDX-License-Identifier: Apache-2.0 */
/* Registers of x86-64: see traced.h. */
#ifndef MZ_ARCH_X86_64_TRACED_H
#define MZ_ARCH_X86_64_TRACED_H

#include <asm/prctl.h>
#include <sys/syscall.h>

static inline long mz_traced_call(const mz_traced *t)
{
    return (long)t->orig_rax;
}

static inline uint64_t *mz_traced_argument(mz_traced *t, unsigned number)
{
    unsigned long long *all[] = {&t->rdi, &t->rsi, &t->rdx,
                                 &t->r10, &t->r8,  &t->r9};

    return (uint64_t *)all[number];
}

static inline uint64_t mz_traced_pc(const mz_traced *t)
{
    return t->rip;
}

static inline void mz_traced_set_pc(mz_traced *t, uint64_t pc)
{
    t->rip = pc;
}

static inline uint64_t mz_traced_sp(const mz_traced *t)
{
    return t->rsp;
}

/* Nothing is to be begun anew there. */
static inline void mz_traced_prepare(mz_traced *t, uint64_t pc, long number)
{
    t->rip = pc;
    t->rax = (unsigned long)number;
    t->orig_rax = (unsigned long)-1;
}

static inline uint64_t mz_traced_with_call(uint64_t code)
{
    const uint64_t syscall = 0x050f, mask = 0xffff;

    return (code & ~mask) | syscall;
}

static inline long mz_traced_result(const mz_traced *t)
{
    return (long)t->rax;
}

static inline void mz_traced_repeat(mz_traced *t, long number)
{
    const unsigned instruction = 2; /* bytes */

    t->rip -= instruction;
    t->rax = (unsigned long)number;
}

static inline bool mz_traced_sets_thread_pointer(mz_traced *t)
{
    return mz_traced_call(t) == SYS_arch_prctl &&
           *mz_traced_argument(t, 0) == ARCH_SET_FS;
}

#endif
