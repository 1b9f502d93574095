/* SPDX-License-Identifier: Apache-2.0 */
/* An instruction in AT&T syntax, taken apart. */
#ifndef MZ_ASSEMBLY_INSTRUCTION_H
#define MZ_ASSEMBLY_INSTRUCTION_H

#include "assembly/register.h"
#include "op/assembly.h"

enum { MZ_MAX_OPERANDS = 5, MZ_MAX_OPERAND = 256, MZ_MAX_INSTRUCTION = 512 };

enum mz_operand_kind {
    MZ_OPERAND_REGISTER,
    MZ_OPERAND_IMMEDIATE,
    MZ_OPERAND_MEMORY, /* or the label that a branch goes to */
};

struct mz_operand {
    enum mz_operand_kind kind;
    bool is_indirect;   /* *%rax, *8(%rax) */
    bool is_local;      /* memory: %fs: in front */
    bool is_on_stack;   /* memory: the base is rsp */
    struct mz_register reg;
    char text[MZ_MAX_OPERAND]; /* without *, $ and %fs: */
};

struct mz_instruction {
    bool locks;              /* a lock prefix */
    enum mz_repeat repeat;
    bool is_masked;          /* {...}: masks, broadcasts, rounding */
    char name[32];           /* lower case; empty: only prefixes */
    unsigned operand_count;
    struct mz_operand operands[MZ_MAX_OPERANDS];
};

/* `text` as mz_statement_text makes it. What is not understood of it is in
 * *why, and the answer false. */
bool mz_instruction_parse(struct mz_instruction *, const char *text,
                          const char **why);

/* The operand in memory, NULL: there is none. Of two, the last. */
const struct mz_operand *mz_instruction_memory(const struct mz_instruction *);

/* The last operand, the destination. NULL: there is none. */
const struct mz_operand *mz_instruction_last(const struct mz_instruction *);

#endif
