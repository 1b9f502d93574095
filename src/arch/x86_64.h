/* SPDX-License-Identifier: Apache-2.0 */
/* x86-64, as Linux has it: see arch.h. */
#ifndef MZ_ARCH_X86_64_H
#define MZ_ARCH_X86_64_H

#include <asm/prctl.h>
#include <linux/audit.h>
#include <sys/auxv.h>
#include <sys/syscall.h>

enum { MZ_PAGE = 4096, MZ_HUGE_PAGE = 2 << 20, MZ_RED_ZONE = 128 };

#define MZ_ELF_MACHINE EM_X86_64
#define MZ_RELOCATES_COPY(type) ((type) == R_X86_64_COPY)
#define MZ_RELOCATES_ADDRESS(type)                                  \
    ((type) == R_X86_64_JUMP_SLOT || (type) == R_X86_64_GLOB_DAT || \
     (type) == R_X86_64_64)
#define MZ_GLIBC_FIRST "GLIBC_2.2.5"
#define MZ_ARCH_TRIPLET "x86_64-linux-gnu"
#define MZ_AUDIT_ARCHITECTURE AUDIT_ARCH_X86_64

static inline uint64_t mz_ticks(void)
{
    return __builtin_ia32_rdtsc();
}

static inline void mz_pause(void)
{
    __builtin_ia32_pause();
}

static inline bool mz_is_return(uint64_t code)
{
    return *(const uint8_t *)code == 0xc3;
}

static inline void mz_breakpoint(void)
{
    __asm__ volatile("int3");
}

static inline long mz_system_call(long number, long a, long b, long c, long d,
                                  long e, long f)
{
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    long result;

    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8),
                       "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
}

/* Long copies are pages: the string instruction is as fast as any there. */
enum { MZ_LONG_COPY = 256, MZ_LONG_FILL = 128 };

static inline void mz_copy_long(void *to, const void *from, size_t size)
{
    __asm__ volatile("rep movsb"
                     : "+D"(to), "+S"(from), "+c"(size)
                     :
                     : "memory");
}

static inline void mz_fill_long(void *to, int byte, size_t size)
{
    __asm__ volatile("rep stosb" : "+D"(to), "+c"(size) : "a"(byte) : "memory");
}

/* ---- threads ------------------------------------------------------------- */

/* The first word of what the FS base points at is its own address. */
static inline uint64_t mz_thread_pointer(void)
{
    uint64_t tp;

    __asm__("mov %%fs:0, %0" : "=r"(tp));
    return tp;
}

static inline bool mz_thread_pointer_is_settable(void)
{
    const unsigned long fsgsbase = 1 << 1;

    return getauxval(AT_HWCAP2) & fsgsbase;
}

static inline void mz_thread_pointer_set(uint64_t tp)
{
    __asm__ volatile("wrfsbase %0" : : "r"(tp));
}

static inline void mz_thread_pointer_set_by_call(uint64_t tp)
{
    mz_system_call(SYS_arch_prctl, ARCH_SET_FS, (long)tp, 0, 0, 0, 0);
}

/* rdfsbase and wrfsbase: f3, rex or not, 0f ae, a register of rdfsbase's or of
 * wrfsbase's. */
static inline bool mz_code_reads_thread_pointer(const void *code, size_t size)
{
    const uint8_t *c = code;

    for (size_t i = 2; i + 1 < size; i++) {
        if (c[i] != 0xae || c[i - 1] != 0x0f)
            continue;
        if ((c[i + 1] & 0xe8) == 0xc0 &&
            (c[i - 2] == 0xf3 ||
             (i > 2 && (c[i - 2] & 0xf0) == 0x40 && c[i - 3] == 0xf3)))
            return true;
    }
    return false;
}

static inline unsigned long mz_pthread_of(uint64_t tp)
{
    return tp;
}

/* Where a jmp_buf of glibc leads: the stack pointer is the seventh word, xored
 * with a secret of the thread's header and rotated. */
static inline uint64_t mz_jump_stack(const void *jmp_buf)
{
    uint64_t word = ((const uint64_t *)jmp_buf)[6], secret;

    __asm__("mov %%fs:0x30, %0" : "=r"(secret));
    return (word >> 17 | word << 47) ^ secret;
}

/* The static TLS of all modules lies just below the thread pointer. */
static inline char *mz_static_tls(uint64_t tp, size_t size)
{
    return (char *)tp - size;
}

static inline size_t mz_static_tls_size(uint64_t tp, const void *part)
{
    return tp - (uint64_t)part;
}

/* The dynamic thread vector: two words for each module, and before the first
 * the number of modules that there is room for. */
static inline char *mz_thread_vector(uint64_t tp, size_t *size)
{
    uint64_t *vector = ((uint64_t **)tp)[1];

    *size = (vector[-2] + 1) * 2 * sizeof *vector;
    return (char *)vector;
}

/* MXCSR without its sticky flags, and from bit 32 on the x87 control word,
 * which assembly may change alone (_FPU_SETCW of fpu_control.h). */
static inline uint64_t mz_float_modes(void)
{
    uint16_t word;

    __asm__ volatile("fnstcw %0" : "=m"(word));
    return (uint64_t)word << 32 | (__builtin_ia32_stmxcsr() & ~0x3fu);
}

static inline void mz_float_modes_set(uint64_t modes)
{
    uint16_t word = (uint16_t)(modes >> 32);

    __builtin_ia32_ldmxcsr((uint32_t)modes);
    __asm__ volatile("fldcw %0" : : "m"(word));
}

#define MZ_FAULT_READ(name, type, instruction)                              \
    static inline __attribute__((always_inline)) bool name(uint64_t address, \
                                                           type *value)      \
    {                                                                        \
        type word;                                                           \
                                                                             \
        __asm__ volatile goto("1: " instruction " (%1), %0\n\t"               \
                              ".pushsection mz_fault_reads, \"a\"\n\t"       \
                              ".quad 1b - ., %l[failed] - .\n\t"             \
                              ".popsection"                                  \
                              : "=r"(word)                                   \
                              : "r"(address)                                 \
                              : "memory"                                     \
                              : failed);                                     \
        *value = word;                                                       \
        return true;                                                         \
    failed:                                                                  \
        return false;                                                        \
    }

MZ_FAULT_READ(mz_fault_read, uint64_t, "movq")
MZ_FAULT_READ(mz_fault_read_half, uint32_t, "movl")

void mz_switch_entry(void); /* where a fresh stack begins */

/*
 * A jump, inlined: the compiler saves a register only where it is in use, and a
 * return to where no call came from is one that no processor foresees (7 % of
 * fib-bench and of exp-mem3). All registers change, but for rbp, which the
 * compiler does not let go of where it points at the frame. Nothing is written
 * below the stack pointer, where the compiler may have things.
 */
static inline __attribute__((always_inline)) void
mz_switch(struct mz_suspended *save, const struct mz_suspended *to)
{
    __asm__ volatile("leaq 1f(%%rip), %%rax\n\t"
                     "movq %%rsp, (%0)\n\t"
                     "movq %%rax, 8(%0)\n\t"
                     "movq %%rbp, 16(%0)\n\t"
                     "movq (%1), %%rsp\n\t"
                     "movq 16(%1), %%rbp\n\t"
                     "jmpq *8(%1)\n"
                     "1:"
                     : "+D"(save), "+S"(to)
                     :
                     : "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11",
                       "r12", "r13", "r14", "r15", "xmm0", "xmm1", "xmm2",
                       "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9",
                       "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15",
                       "cc", "memory");
}

/* On entry the stack is aligned to 16 as before a call. */
static inline struct mz_suspended
mz_switch_fresh(uint64_t top, void (*function)(void *), void *argument)
{
    uint64_t *sp = (uint64_t *)top - 4;

    sp[0] = (uint64_t)function;
    sp[1] = (uint64_t)argument;
    sp[2] = sp[3] = 0;
    return (struct mz_suspended){
        .sp = (uint64_t)sp,
        .pc = (uint64_t)mz_switch_entry,
    };
}

#endif
