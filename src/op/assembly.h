/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the program says of an instruction of its inline assembly. `mazurka cc`
 * puts a call before each one that accesses memory (src/assembly); the runtime
 * answers it (runtime/assembly_x86_64.c). One word says what is to come:
 *
 *     bits 0-7    what it does: enum mz_assembly
 *     bits 8-23   how many bytes it accesses; of a string: those of an element
 *     bits 24-25  its repeat prefix: enum mz_repeat
 *     bit  26     a bit string: the second operand is the number of a bit
 *     bit  27     the runtime executes it; it is not in the program any more
 */
#ifndef MZ_OP_ASSEMBLY_H
#define MZ_OP_ASSEMBLY_H

#include <stdint.h>

enum mz_assembly {
    /* plain accesses */
    MZ_ASSEMBLY_READ,
    MZ_ASSEMBLY_WRITE,
    MZ_ASSEMBLY_READ_WRITE,
    MZ_ASSEMBLY_LODS, /* strings: addresses are in registers */
    MZ_ASSEMBLY_SCAS,
    MZ_ASSEMBLY_CMPS,
    MZ_ASSEMBLY_MOVS, /* executed by the runtime, as are stos and rdtsc */
    MZ_ASSEMBLY_STOS,
    /* atomic ones */
    MZ_ASSEMBLY_LOAD,
    MZ_ASSEMBLY_STORE,
    MZ_ASSEMBLY_EXCHANGE,
    MZ_ASSEMBLY_ADD,
    MZ_ASSEMBLY_SUB,
    MZ_ASSEMBLY_INC,
    MZ_ASSEMBLY_DEC,
    MZ_ASSEMBLY_AND,
    MZ_ASSEMBLY_OR,
    MZ_ASSEMBLY_XOR,
    MZ_ASSEMBLY_BTS,
    MZ_ASSEMBLY_BTR,
    MZ_ASSEMBLY_BTC,
    MZ_ASSEMBLY_UPDATE, /* some other read-modify-write */
    MZ_ASSEMBLY_COMPARE,      /* with rax */
    MZ_ASSEMBLY_COMPARE_PAIR, /* cmpxchg8b, cmpxchg16b: with rdx:rax */
    /* no access */
    MZ_ASSEMBLY_MFENCE,
    MZ_ASSEMBLY_LFENCE,
    MZ_ASSEMBLY_SFENCE,
    MZ_ASSEMBLY_PAUSE,
    MZ_ASSEMBLY_RDTSC,
    MZ_ASSEMBLY_RDTSCP,
    MZ_ASSEMBLY_COUNT
};

enum mz_repeat {
    MZ_REPEAT_NOT,
    MZ_REPEAT_EQUAL,   /* rep, repe, repz */
    MZ_REPEAT_UNEQUAL, /* repne, repnz */
};

enum {
    MZ_ASSEMBLY_BIT_STRING = 1 << 26,
    MZ_ASSEMBLY_REPLACED = 1 << 27, /* known to runtime/assembly_x86_64.S */
};

static inline enum mz_assembly mz_assembly_kind(uint32_t word)
{
    return word & 0xff;
}

static inline unsigned mz_assembly_size(uint32_t word)
{
    return word >> 8 & 0xffff;
}

static inline enum mz_repeat mz_assembly_repeat(uint32_t word)
{
    return word >> 24 & 3;
}

static inline uint32_t mz_assembly_word(enum mz_assembly kind, unsigned size,
                                        enum mz_repeat repeat, uint32_t more)
{
    return (uint32_t)kind | size << 8 | (uint32_t)repeat << 24 | more;
}

#endif
