/* SPDX-License-Identifier: Apache-2.0 */
/*
 * void mz_displaced_run(greg_t *registers, const void *slot)
 *
 * Executes the instruction in the slot, behind which there is a jump to
 * mz_displaced_end, with all general registers but rsp, and the flags, as they
 * are in the ucontext, and puts there what they are afterwards.
 */
#define R8 0
#define R9 8
#define R10 16
#define R11 24
#define R12 32
#define R13 40
#define R14 48
#define R15 56
#define RDI 64
#define RSI 72
#define RBP 80
#define RBX 88
#define RDX 96
#define RAX 104
#define RCX 112
#define FLAGS 136
#define TRAP 0x100

    .text
    .globl mz_displaced_run
    .hidden mz_displaced_run
    .type mz_displaced_run, @function
    .globl mz_displaced_end
    .hidden mz_displaced_end
mz_displaced_run:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    pushq %rdi
    pushq %rsi
    movq R8(%rdi), %r8
    movq R9(%rdi), %r9
    movq R10(%rdi), %r10
    movq R11(%rdi), %r11
    movq R12(%rdi), %r12
    movq R13(%rdi), %r13
    movq R14(%rdi), %r14
    movq R15(%rdi), %r15
    movq RSI(%rdi), %rsi
    movq RBP(%rdi), %rbp
    movq RBX(%rdi), %rbx
    movq RDX(%rdi), %rdx
    movq RCX(%rdi), %rcx
    movq FLAGS(%rdi), %rax
    andq $~TRAP, %rax
    pushq %rax
    popfq
    movq RAX(%rdi), %rax
    movq RDI(%rdi), %rdi
    jmpq *(%rsp)
mz_displaced_end:
    pushfq
    pushq %rax
    movq 24(%rsp), %rax
    movq %r8, R8(%rax)
    movq %r9, R9(%rax)
    movq %r10, R10(%rax)
    movq %r11, R11(%rax)
    movq %r12, R12(%rax)
    movq %r13, R13(%rax)
    movq %r14, R14(%rax)
    movq %r15, R15(%rax)
    movq %rdi, RDI(%rax)
    movq %rsi, RSI(%rax)
    movq %rbp, RBP(%rax)
    movq %rbx, RBX(%rax)
    movq %rdx, RDX(%rax)
    movq %rcx, RCX(%rax)
    popq %rcx
    movq %rcx, RAX(%rax)
    popq %rcx
    movq %rcx, FLAGS(%rax)
    cld
    addq $16, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
    .size mz_displaced_run, . - mz_displaced_run

    .section .note.GNU-stack, "", @progbits
