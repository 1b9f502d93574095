/* SPDX-License-Identifier: Apache-2.0 */
/*
 * void mz_switch(void **save, void *to)
 *
 * Leaves the stack of the caller, whose callee-saved registers are pushed on it
 * and whose stack pointer goes to *save, for one that was left so earlier, or
 * that mz_fiber_prepare has set up. The thread pointer and the floating-point
 * modes are the caller's duty.
 */
    .text
    .globl mz_switch
    .hidden mz_switch
    .type mz_switch, @function
    .balign 32
mz_switch:
    .cfi_startproc
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
    .cfi_endproc
    .size mz_switch, . - mz_switch

/* Where a fresh fiber begins: r12 is the function, r13 its argument. The return
 * address is undefined for unwinders: call stacks end here. */
    .globl mz_fiber_entry
    .hidden mz_fiber_entry
    .type mz_fiber_entry, @function
mz_fiber_entry:
    .cfi_startproc
    .cfi_undefined rip
    movq %r13, %rdi
    callq *%r12
    hlt
    .cfi_endproc
    .size mz_fiber_entry, . - mz_fiber_entry

/* bool mz_fault_read(uint64_t address, uint64_t *value), see fault.h */
    .globl mz_fault_read
    .hidden mz_fault_read
    .type mz_fault_read, @function
    .globl mz_fault_read_failed
    .hidden mz_fault_read_failed
    .type mz_fault_read_failed, @function
    .balign 16
mz_fault_read:
    .cfi_startproc
    movq (%rdi), %rax
    movq %rax, (%rsi)
    movl $1, %eax
    ret
mz_fault_read_failed:
    xorl %eax, %eax
    ret
    .cfi_endproc
    .size mz_fault_read, . - mz_fault_read
    .section .note.GNU-stack, "", @progbits
