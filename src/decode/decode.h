/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What an instruction does to memory, for the audit. This is a library of its
 * own, libmazurka-audit.so, since the decoder behind it is one that the checked
 * process otherwise does without; the runtime loads it when it audits, and
 * calls the one function that it has. It keeps no state.
 *
 * All is told in terms of registers: an instruction is decoded once, and
 * accesses different places each time.
 */
#ifndef MZ_DECODE_DECODE_H
#define MZ_DECODE_DECODE_H

#include <stdbool.h>
#include <stdint.h>

/* How an instruction that touches watched memory can be executed. */
enum mz_shape {
    MZ_SHAPE_OTHER,  /* in place only */
    MZ_SHAPE_SIMPLE, /* `code` does it at the address in register `pointer` */
    MZ_SHAPE_STRING, /* it does it anywhere: all it uses are registers */
    MZ_SHAPE_JUMP,   /* to an address in memory */
    MZ_SHAPE_CALL,   /* the same */
    MZ_SHAPE_PUSH,   /* eight bytes from memory */
};

/* Registers have the numbers that the processor gives them: rax 0, rcx 1, rdx
 * 2, rbx 3, rsp 4, rbp 5, rsi 6, rdi 7, r8 .. r15. */
enum {
    MZ_REGISTER_RSP = 4,
    MZ_REGISTER_RSI = 6,
    MZ_REGISTER_RDI = 7,
    MZ_REGISTER_RIP = 16, /* the address of the next instruction */
    MZ_REGISTER_NONE = 17,
    MZ_MAX_OPERANDS = 3,  /* in memory, of one instruction */
    MZ_MAX_DISPLACED = 64, /* bytes of an operand of a simple instruction */
    MZ_MAX_INSTRUCTION = 15,
};

/* base + index * scale + displacement, `size` bytes. */
struct mz_decoded_operand {
    int64_t displacement;
    uint16_t size;
    uint8_t base, index, scale;
    bool reads, writes;
    bool is_local;   /* relative to the thread pointer */
    bool is_pushed;  /* it lies `size` bytes below that address */
    bool is_unknown; /* not to be computed: of a gather, say */
};

struct mz_decoded {
    uint8_t shape;   /* enum mz_shape */
    uint8_t length;
    uint8_t pointer; /* simple: the register that `code` uses */
    uint8_t code_length;
    uint8_t code[MZ_MAX_INSTRUCTION];
    bool is_vector;  /* it uses registers other than the general ones */
    bool overwrites; /* simple: all of its operand, without reading it */
    bool repeats;    /* string: rcx times */
    bool is_narrow;  /* addresses have 32 bits */
    uint8_t operand_count;
    struct mz_decoded_operand operands[MZ_MAX_OPERANDS];
};

typedef void mz_decode_function(const void *code, struct mz_decoded *out);

/* The instruction at `code`, of which 15 bytes can be read. What cannot be
 * decoded has the shape OTHER and no operands. */
mz_decode_function mz_decode;

#endif
