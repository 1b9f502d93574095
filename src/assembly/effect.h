/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What an instruction does to memory, as far as other threads could see it.
 *
 * Known are the instructions that programs have in inline assembly: integers,
 * strings, what is atomic, moves and arithmetic of vectors, some of x87. All
 * others are unknown, whether they access memory or not. The stack that push,
 * pop, call and ret use on the side is not told of, nor is that of compiled
 * code.
 *
 * The one rule that is no fact about the processor: an instruction that only
 * moves up to 8 bytes from or to memory, and is alone in its asm statement, is
 * an atomic access. Nobody writes one for a plain access, for which there is C;
 * it is how ck_pr_load, READ_ONCE or the release of a spin lock are written.
 * Among others it is a plain access.
 */
#ifndef MZ_ASSEMBLY_EFFECT_H
#define MZ_ASSEMBLY_EFFECT_H

#include "assembly/instruction.h"

struct mz_effect {
    bool is_told;    /* else there is nothing to announce */
    enum mz_assembly kind;
    unsigned size;   /* 0: no access; of strings: that of an element */
    uint32_t more;   /* MZ_ASSEMBLY_BIT_STRING, MZ_ASSEMBLY_REPLACED */
    const struct mz_operand *address; /* NULL: none */
    const struct mz_operand *value;   /* NULL: none */
};

/* `alone` in its asm statement. What is unknown is in *why, and the answer
 * false. */
bool mz_effect_find(const struct mz_instruction *, bool alone,
                    struct mz_effect *, const char **why);

#endif
