/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mz_assembly: what an announcement of inline assembly calls. Its caller may be
 * anywhere, so all registers stay as they are. Of the vectors those are saved
 * here that the runtime itself uses; the rest when another thread is about to
 * run (mz_assembly_switch), since it takes 0.3 us. On entry
 *
 *     rdi  the address of the operand     8(%rsp)   the word, see op/assembly.h
 *     rsi  the value of the other one     16(%rsp)  rdi, rsi, flags of the
 *                                                   program, which it restores
 *
 * While no execution is active (mz_rt.active, the first byte of mz_rt) there is
 * nothing to do, unless the runtime has to execute the instruction (bit 27).
 */
    .set SAVED, 16 * 16 + 16

    .text
    .globl mz_assembly
    .type mz_assembly, @function
    .balign 32
mz_assembly:
    .cfi_startproc
    testl $(1 << 27), 8(%rsp)
    jnz 1f
    cmpb $0, mz_rt(%rip)
    jne 1f
    ret
1:  pushq %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset %rbp, -16
    movq %rsp, %rbp
    .cfi_def_cfa_register %rbp
    pushq %rax
    pushq %rbx
    .cfi_offset %rbx, -32
    pushq %rcx
    pushq %rdx
    pushq %r8
    pushq %r9
    pushq %r10
    pushq %r11
    pushq %r12
    .cfi_offset %r12, -88
    pushq %r13
    .cfi_offset %r13, -96
    pushq %r14
    pushq %r15
    movq %rsp, %rbx
    movq %rdi, %r12
    movq %rsi, %r13
    cld
    subq $SAVED, %rsp
    andq $-16, %rsp
    movaps %xmm0, 0(%rsp)
    movaps %xmm1, 16(%rsp)
    movaps %xmm2, 32(%rsp)
    movaps %xmm3, 48(%rsp)
    movaps %xmm4, 64(%rsp)
    movaps %xmm5, 80(%rsp)
    movaps %xmm6, 96(%rsp)
    movaps %xmm7, 112(%rsp)
    movaps %xmm8, 128(%rsp)
    movaps %xmm9, 144(%rsp)
    movaps %xmm10, 160(%rsp)
    movaps %xmm11, 176(%rsp)
    movaps %xmm12, 192(%rsp)
    movaps %xmm13, 208(%rsp)
    movaps %xmm14, 224(%rsp)
    movaps %xmm15, 240(%rsp)
    stmxcsr 256(%rsp)
    movq %rbx, %rdi
    movq %r12, %rsi
    movq %r13, %rdx
    callq mz_assembly_announced
    ldmxcsr 256(%rsp)
    movaps 0(%rsp), %xmm0
    movaps 16(%rsp), %xmm1
    movaps 32(%rsp), %xmm2
    movaps 48(%rsp), %xmm3
    movaps 64(%rsp), %xmm4
    movaps 80(%rsp), %xmm5
    movaps 96(%rsp), %xmm6
    movaps 112(%rsp), %xmm7
    movaps 128(%rsp), %xmm8
    movaps 144(%rsp), %xmm9
    movaps 160(%rsp), %xmm10
    movaps 176(%rsp), %xmm11
    movaps 192(%rsp), %xmm12
    movaps 208(%rsp), %xmm13
    movaps 224(%rsp), %xmm14
    movaps 240(%rsp), %xmm15
    movq %rbx, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %r11
    popq %r10
    popq %r9
    popq %r8
    popq %rdx
    popq %rcx
    popq %rbx
    popq %rax
    popq %rbp
    .cfi_def_cfa %rsp, 8
    ret
    .cfi_endproc
    .size mz_assembly, . - mz_assembly
    .section .note.GNU-stack, "", @progbits
