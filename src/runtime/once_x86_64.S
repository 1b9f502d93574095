/* SPDX-License-Identifier: Apache-2.0 */
/*
 * void mz_once_call(void (*routine)(void))
 *
 * Calls the routine. If an exception leaves it, or its thread exits there and
 * its stack is unwound, the unwinder asks mz_once_left (once.c).
 */
    .text
    .globl mz_once_call
    .hidden mz_once_call
    .type mz_once_call, @function
mz_once_call:
    .cfi_startproc
    .cfi_personality 0x1b, mz_once_left
    subq $8, %rsp
    .cfi_adjust_cfa_offset 8
    callq *%rdi
    addq $8, %rsp
    .cfi_adjust_cfa_offset -8
    ret
    .cfi_endproc
    .size mz_once_call, . - mz_once_call
    .section .note.GNU-stack, "", @progbits
