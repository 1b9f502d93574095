/* SPDX-License-Identifier: Apache-2.0 */
/*
 * void mz_switch(void **save, void *to)
 *
 * Pushes the registers that the caller wants back, the callee-saved ones, and
 * pops those of the stack that is taken up: see arch.h, and mz_switch_fresh.
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

/* Where a fresh stack begins: r12 is the function, r13 its argument. The return
 * address is undefined for unwinders: call stacks end here. */
    .globl mz_switch_entry
    .hidden mz_switch_entry
    .type mz_switch_entry, @function
mz_switch_entry:
    .cfi_startproc
    .cfi_undefined rip
    movq %r13, %rdi
    callq *%r12
    hlt
    .cfi_endproc
    .size mz_switch_entry, . - mz_switch_entry

/* _Noreturn void mz_switch_begin(void *sp, void (*function)(void *), void *):
 * the same at once, on the stack from sp down, which is aligned to 16. */
    .globl mz_switch_begin
    .hidden mz_switch_begin
    .type mz_switch_begin, @function
mz_switch_begin:
    .cfi_startproc
    .cfi_undefined rip
    movq %rdi, %rsp
    movq %rdx, %rdi
    xorl %ebp, %ebp
    callq *%rsi
    hlt
    .cfi_endproc
    .size mz_switch_begin, . - mz_switch_begin

/* bool mz_fault_read(uint64_t address, uint64_t *value): its first instruction
 * may fault. */
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

/*
 * long mz_direct_call(long number, const long arguments[6])
 *
 * Between the two labels, as is mz_direct_sigreturn: debuggers and unwinders
 * know that by its bytes, if it has no unwind information.
 */
    .globl mz_direct_start
    .hidden mz_direct_start
    .globl mz_direct_end
    .hidden mz_direct_end
    .globl mz_direct_call
    .hidden mz_direct_call
    .type mz_direct_call, @function
    .globl mz_direct_sigreturn
    .hidden mz_direct_sigreturn
    .balign 16
mz_direct_start:
mz_direct_call:
    movq %rdi, %rax
    movq %rsi, %r11
    movq (%r11), %rdi
    movq 8(%r11), %rsi
    movq 16(%r11), %rdx
    movq 24(%r11), %r10
    movq 32(%r11), %r8
    movq 40(%r11), %r9
    syscall
    ret
    .size mz_direct_call, . - mz_direct_call
    nop
    .balign 16
mz_direct_sigreturn:
    .byte 0x48, 0xc7, 0xc0, 0x0f, 0x00, 0x00, 0x00
    syscall
    nop
mz_direct_end:
    .section .note.GNU-stack, "", @progbits
