/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The text that goes in front of an instruction: it tells the runtime what is
 * to come, and leaves everything as it was. The 128 bytes below rsp belong to
 * the function, so they are passed over first:
 *
 *     leaq -128(%rsp), %rsp
 *     pushfq; pushq %rsi; pushq %rdi
 *     leaq ADDRESS, %rdi
 *     movq VALUE, %rsi
 *     pushq $WORD
 *     call *mz_assembly@GOTPCREL(%rip)
 *     leaq 8(%rsp), %rsp
 *     popq %rdi; popq %rsi; popfq
 *     leaq 128(%rsp), %rsp
 *
 * all on the line of the instruction, so that the assembler's messages still
 * tell the right one. The call goes by the GOT: a PLT entry would change r11
 * when it is bound.
 */
#ifndef MZ_ASSEMBLY_ANNOUNCEMENT_H
#define MZ_ASSEMBLY_ANNOUNCEMENT_H

#include <stdio.h>

#include "assembly/effect.h"
#include "assembly/unwinding.h"

void mz_announcement_write(FILE *, const struct mz_instruction *,
                           const struct mz_effect *,
                           const struct mz_unwinding *);

#endif
