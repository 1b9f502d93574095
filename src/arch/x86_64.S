/* SPDX-License-Identifier: Apache-2.0 */
    .text

/* Where a fresh stack begins, on which are the function and its argument. What
 * the registers hold that are preserved comes to lie on the stack, which tells
 * the state of a thread: it must not be what the creator had. The return
 * address is undefined for unwinders: call stacks end here. */
    .globl mz_switch_entry
    .hidden mz_switch_entry
    .type mz_switch_entry, @function
mz_switch_entry:
    .cfi_startproc
    .cfi_undefined rip
    popq %r12
    popq %r13
    xorl %ebx, %ebx
    xorl %r14d, %r14d
    xorl %r15d, %r15d
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

/* void mz_stack_fill(uint64_t from, uint64_t word): of its caller's stack, what
 * lies below the caller's frame; whole words, from there on. */
    .globl mz_stack_fill
    .hidden mz_stack_fill
    .type mz_stack_fill, @function
mz_stack_fill:
    .cfi_startproc
    movq %rsp, %rcx
    subq %rdi, %rcx
    shrq $3, %rcx
    movq %rsi, %rax
    rep stosq
    ret
    .cfi_endproc
    .size mz_stack_fill, . - mz_stack_fill

/* uint64_t mz_call_as(void *function, uint64_t a, uint64_t b, uint64_t place):
 * the function returns to the instruction at `place`, and that one to 1 here.
 * (A processor that keeps a second stack of return addresses would not have
 * it; Linux has programs choose that, and ours do not.) */
    .globl mz_call_as
    .hidden mz_call_as
    .type mz_call_as, @function
mz_call_as:
    .cfi_startproc
    pushq %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset rbp, -16
    movq %rsp, %rbp
    .cfi_def_cfa_register rbp
    subq $8, %rsp
    movq %rdi, %rax
    movq %rsi, %rdi
    movq %rdx, %rsi
    leaq 1f(%rip), %rdx
    pushq %rdx
    pushq %rcx
    jmpq *%rax
1:
    leave
    .cfi_def_cfa rsp, 8
    ret
    .cfi_endproc
    .size mz_call_as, . - mz_call_as

/* Where a debugger may have the process be, with no effect. */
    .local mz_nothing
    .type mz_nothing, @function
mz_nothing:
    nop
    nop
    .size mz_nothing, . - mz_nothing

/*
 * uint64_t mz_fault_read_failed(uint64_t pc): in the list that each inlined
 * mz_fault_read adds to, of distances to where it reads and to where it fails.
 */
    .globl mz_fault_read_failed
    .hidden mz_fault_read_failed
    .type mz_fault_read_failed, @function
mz_fault_read_failed:
    .cfi_startproc
    leaq __start_mz_fault_reads(%rip), %rdx
    leaq __stop_mz_fault_reads(%rip), %rcx
0:
    xorl %eax, %eax
    cmpq %rcx, %rdx
    jae 2f
    movq (%rdx), %rax
    addq %rdx, %rax
    cmpq %rdi, %rax
    je 1f
    addq $16, %rdx
    jmp 0b
1:
    leaq 8(%rdx), %rax
    addq 8(%rdx), %rax
2:
    ret
    .cfi_endproc
    .size mz_fault_read_failed, . - mz_fault_read_failed
    .hidden __start_mz_fault_reads
    .hidden __stop_mz_fault_reads

/*
 * long mz_direct_call(long number, const long arguments[6])
 *
 * Between the two labels, as is mz_direct_sigreturn. Unwinders know that by its
 * bytes, if it has no unwind information; gdb by these and by its name, which
 * has to be libc's.
 */
    .globl mz_direct_start
    .hidden mz_direct_start
    .globl mz_direct_end
    .hidden mz_direct_end
    .globl mz_direct_call
    .hidden mz_direct_call
    .type mz_direct_call, @function
    .globl __restore_rt
    .hidden __restore_rt
    .type __restore_rt, @function
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
__restore_rt:
    .byte 0x48, 0xc7, 0xc0, 0x0f, 0x00, 0x00, 0x00
    syscall
    nop
    .size __restore_rt, . - __restore_rt
mz_direct_end:
    .section mz_fault_reads, "a"
    .section .note.GNU-stack, "", @progbits
