/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mz_forward_enter: where the entry of each forwarded call jumps to, with the
 * address of its row (struct mz_forward) in r11 and everything else as its
 * caller left it. Goes on to libc's function in the same state, after
 * mz_forward_prepare has seen, and may have changed, the first six arguments.
 *
 * Past the check for an active execution a passive process pays one load and
 * one jump.
 */
    .text
    .globl mz_forward_enter
    .hidden mz_forward_enter
    .type mz_forward_enter, @function
    .balign 32
mz_forward_enter:
    .cfi_startproc
    cmpb $0, mz_rt(%rip)    /* active */
    jne 1f
    movq (%r11), %r10       /* real */
    testq %r10, %r10
    je 1f
    jmpq *%r10
1:
    pushq %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset rbp, -16
    movq %rsp, %rbp
    .cfi_def_cfa_register rbp
    subq $192, %rsp         /* struct mz_call, rax, xmm0 to xmm7 */
    movq %rdi, 0(%rsp)
    movq %rsi, 8(%rsp)
    movq %rdx, 16(%rsp)
    movq %rcx, 24(%rsp)
    movq %r8, 32(%rsp)
    movq %r9, 40(%rsp)
    movq 8(%rbp), %rdi
    movq %rdi, 48(%rsp)     /* caller */
    movq %rax, 56(%rsp)     /* al: number of vector arguments */
    movaps %xmm0, 64(%rsp)
    movaps %xmm1, 80(%rsp)
    movaps %xmm2, 96(%rsp)
    movaps %xmm3, 112(%rsp)
    movaps %xmm4, 128(%rsp)
    movaps %xmm5, 144(%rsp)
    movaps %xmm6, 160(%rsp)
    movaps %xmm7, 176(%rsp)
    movq %rsp, %rdi
    movq %r11, %rsi
    call mz_forward_prepare
    movq %rax, %r10
    movq 0(%rsp), %rdi
    movq 8(%rsp), %rsi
    movq 16(%rsp), %rdx
    movq 24(%rsp), %rcx
    movq 32(%rsp), %r8
    movq 40(%rsp), %r9
    movq 56(%rsp), %rax
    movaps 64(%rsp), %xmm0
    movaps 80(%rsp), %xmm1
    movaps 96(%rsp), %xmm2
    movaps 112(%rsp), %xmm3
    movaps 128(%rsp), %xmm4
    movaps 144(%rsp), %xmm5
    movaps 160(%rsp), %xmm6
    movaps 176(%rsp), %xmm7
    leave
    .cfi_def_cfa rsp, 8
    jmpq *%r10
    .cfi_endproc
    .size mz_forward_enter, . - mz_forward_enter
    .section .note.GNU-stack, "", @progbits
