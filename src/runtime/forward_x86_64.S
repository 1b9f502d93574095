/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mz_forward_enter: where the entry of each forwarded call jumps to, with the
 * address of its row (struct mz_forward) in r11 and everything else as its
 * caller left it. Goes on to libc's function in the same state, after
 * mz_forward_prepare has seen, and may have changed, the first six arguments.
 *
 * Where mz_forward_prepare says so, libc's function is called instead, and
 * mz_forward_finish is told of its result; if an exception leaves it, or the
 * thread's stack is unwound, mz_forward_left. What could be arguments on the
 * stack is copied for it then, as many as functions have that take no va_list.
 *
 * Past the check for an active execution a passive process pays one load and
 * one jump.
 */
    .macro load_arguments above=0
    movq \above+0(%rsp), %rdi
    movq \above+8(%rsp), %rsi
    movq \above+16(%rsp), %rdx
    movq \above+24(%rsp), %rcx
    movq \above+32(%rsp), %r8
    movq \above+40(%rsp), %r9
    movaps \above+48(%rsp), %xmm0
    movaps \above+64(%rsp), %xmm1
    movaps \above+80(%rsp), %xmm2
    movaps \above+96(%rsp), %xmm3
    movaps \above+112(%rsp), %xmm4
    movaps \above+128(%rsp), %xmm5
    movaps \above+144(%rsp), %xmm6
    movaps \above+160(%rsp), %xmm7
    movq \above+176(%rsp), %rax
    .endm

    .text
    .globl mz_forward_enter
    .hidden mz_forward_enter
    .type mz_forward_enter, @function
    .balign 32
mz_forward_enter:
    .cfi_startproc
    .cfi_personality 0x1b, mz_forward_left
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
    subq $480, %rsp         /* struct mz_call, up to its member `frame` */
    movq %rdi, 0(%rsp)
    movq %rsi, 8(%rsp)
    movq %rdx, 16(%rsp)
    movq %rcx, 24(%rsp)
    movq %r8, 32(%rsp)
    movq %r9, 40(%rsp)
    movaps %xmm0, 48(%rsp)
    movaps %xmm1, 64(%rsp)
    movaps %xmm2, 80(%rsp)
    movaps %xmm3, 96(%rsp)
    movaps %xmm4, 112(%rsp)
    movaps %xmm5, 128(%rsp)
    movaps %xmm6, 144(%rsp)
    movaps %xmm7, 160(%rsp)
    movq %rax, 176(%rsp)    /* al: number of vector arguments */
    movq %r11, 192(%rsp)    /* row */
    movq %rsp, %rdi
    movq %r11, %rsi
    call mz_forward_prepare
    movq %rax, %r10
    testq %rdx, %rdx
    jne 2f
    load_arguments
    .cfi_remember_state
    leave
    .cfi_def_cfa rsp, 8
    jmpq *%r10
2:
    .cfi_restore_state
    leaq 16(%rbp), %rsi
    subq $64, %rsp
    movq %rsp, %rdi
    movl $8, %ecx
    rep movsq
    load_arguments 64
    call *%r10
    .globl mz_forward_called
    .hidden mz_forward_called
mz_forward_called:
    addq $64, %rsp
    movq %rax, 176(%rsp)    /* result */
    movq %rdx, 184(%rsp)
    movaps %xmm0, 48(%rsp)
    movaps %xmm1, 64(%rsp)
    movq %rsp, %rdi
    call mz_forward_finish  /* does not use the x87 stack */
    movq 176(%rsp), %rax
    movq 184(%rsp), %rdx
    movaps 48(%rsp), %xmm0
    movaps 64(%rsp), %xmm1
    leave
    .cfi_def_cfa rsp, 8
    ret
    .cfi_endproc
    .size mz_forward_enter, . - mz_forward_enter
    .section .note.GNU-stack, "", @progbits
