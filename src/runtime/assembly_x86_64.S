/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mz_assembly: what an announcement of inline assembly calls. Its caller may be
 * anywhere, so all registers stay as they are, those of vectors, too: while the
 * thread waits for its turn others run. On entry
 *
 *     rdi  the address of the operand     8(%rsp)   the word, see op/assembly.h
 *     rsi  the value of the other one     16(%rsp)  rdi, rsi, flags of the
 *                                                   program, which it restores
 *
 * While no execution is active (mz_rt.active, the first byte of mz_rt) there is
 * nothing to do, unless the runtime has to execute the instruction (bit 27).
 */
    .set SAVED, 2752 /* xsave of x87, SSE, AVX and AVX-512, at most */
    .set COMPONENTS, 0xe7

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
    andq $-64, %rsp
    xorl %edx, %edx
    movl $COMPONENTS, %eax
    movq %rdx, 512(%rsp) /* the header, which xrstor wants to be clean */
    movq %rdx, 520(%rsp)
    movq %rdx, 528(%rsp)
    movq %rdx, 536(%rsp)
    movq %rdx, 544(%rsp)
    movq %rdx, 552(%rsp)
    movq %rdx, 560(%rsp)
    movq %rdx, 568(%rsp)
    cmpl $1, mz_assembly_saves(%rip)
    je 2f
    ja 3f
    fxsave64 (%rsp)
    jmp 4f
2:  xsave64 (%rsp)
    jmp 4f
3:  xsavec64 (%rsp) /* only what is in use */
4:  movq %rbx, %rdi
    movq %r12, %rsi
    movq %r13, %rdx
    callq mz_assembly_announced
    xorl %edx, %edx
    movl $COMPONENTS, %eax
    cmpl $0, mz_assembly_saves(%rip)
    je 5f
    xrstor64 (%rsp)
    jmp 6f
5:  fxrstor64 (%rsp)
6:  movq %rbx, %rsp
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
