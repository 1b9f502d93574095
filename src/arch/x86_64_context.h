/* SPDX-License-Identifier: Apache-2.0 */
/* Contexts of x86-64: see context.h. */
#ifndef MZ_ARCH_X86_64_CONTEXT_H
#define MZ_ARCH_X86_64_CONTEXT_H

enum {
    MZ_CONTEXT_PRESERVED = 8,
    MZ_CONTEXT_REGISTERS = REG_RSP + 2,
};

static inline uint64_t mz_context_pc(const ucontext_t *c)
{
    return c->uc_mcontext.gregs[REG_RIP];
}

static inline void mz_context_set_pc(ucontext_t *c, uint64_t pc)
{
    c->uc_mcontext.gregs[REG_RIP] = (greg_t)pc;
}

static inline uint64_t mz_context_sp(const ucontext_t *c)
{
    return c->uc_mcontext.gregs[REG_RSP];
}

static inline bool mz_context_is_write(const ucontext_t *c)
{
    const greg_t write = 2; /* in the error code of a page fault */

    return c->uc_mcontext.gregs[REG_ERR] & write;
}

static inline void mz_context_trap(ucontext_t *c, bool on)
{
    const greg_t trap_flag = 1 << 8;

    if (on)
        c->uc_mcontext.gregs[REG_EFL] |= trap_flag;
    else
        c->uc_mcontext.gregs[REG_EFL] &= ~trap_flag;
}

static inline long mz_context_call(const ucontext_t *c, long arguments[6])
{
    static const int places[6] = {REG_RDI, REG_RSI, REG_RDX,
                                  REG_R10, REG_R8,  REG_R9};

    for (int i = 0; i < 6; i++)
        arguments[i] = c->uc_mcontext.gregs[places[i]];
    return c->uc_mcontext.gregs[REG_RAX];
}

static inline void mz_context_call_result(ucontext_t *c, long result)
{
    c->uc_mcontext.gregs[REG_RAX] = result;
}

static inline void mz_context_registers(const ucontext_t *c, uint64_t *out)
{
    const greg_t live_flags = 0xcd5; /* of arithmetic, and of direction */

    *out++ = c->uc_mcontext.gregs[REG_EFL] & live_flags;
    for (int i = 0; i <= REG_RSP; i++)
        *out++ = c->uc_mcontext.gregs[i];
}

/* In struct _fpx_sw_bytes, behind 464 bytes, the kernel says whether it has
 * saved more than the 512 that there always are. */
static inline const uint32_t *mz_context_vectors(const ucontext_t *c,
                                                 size_t *words)
{
    const uint32_t more_was_saved = 0x46505853u;
    const uint32_t *saved = (const uint32_t *)c->uc_mcontext.fpregs;
    const uint32_t *extended = saved + 464 / 4;

    *words = (extended[0] == more_was_saved ? extended[1] : 512) / 4;
    return saved;
}

static inline uint64_t mz_context_argument(const ucontext_t *c)
{
    return c->uc_mcontext.gregs[REG_RDI];
}

static inline void mz_context_preserved(const ucontext_t *c, uint64_t *out)
{
    static const int places[MZ_CONTEXT_PRESERVED] = {
        REG_RSP, REG_RBX, REG_RBP, REG_R12, REG_R13, REG_R14, REG_R15, REG_RDI};

    for (int i = 0; i < MZ_CONTEXT_PRESERVED; i++)
        out[i] = c->uc_mcontext.gregs[places[i]];
}

/* Prefixes first; then int, hlt, syscall, sysenter, rdtsc, those of groups 7
 * (rdtscp, xgetbv) and 9 (rdrand, rdseed). */
static inline bool mz_code_leaves_the_program(uint64_t pc)
{
    const uint8_t *code = (const uint8_t *)pc;

    while (*code == 0x66 || *code == 0xf2 || *code == 0xf3 ||
           (*code & 0xf0) == 0x40)
        code++;
    if (*code == 0xcd || *code == 0xf4)
        return true;
    if (*code++ != 0x0f)
        return false;
    return code[0] == 0x05 || code[0] == 0x34 || code[0] == 0x31 ||
           (code[0] == 0x01 && code[1] >= 0xc0) ||
           (code[0] == 0xc7 && code[1] >= 0xf0);
}

#endif
