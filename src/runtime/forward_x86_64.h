/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Forwarded calls on x86-64: their entries, and what mz_forward_enter
 * (forward_x86_64.S), which all of them jump to, saves of a call.
 */
#ifndef MZ_RUNTIME_FORWARD_X86_64_H
#define MZ_RUNTIME_FORWARD_X86_64_H

#include <stdarg.h>
#include "base/base.h"

/* The first two members are what va_arg expects of an area where registers were
 * saved. */
struct mz_call {
    uint64_t arguments[6];
    uint64_t vectors[8][2]; /* xmm0 to xmm7; then xmm0 and xmm1 of the result */
    uint64_t result;        /* rax; before the call: how many vectors */
    uint64_t result_rdx;
    struct mz_forward *row;
    uint64_t due;           /* enum mz_forward_due: when it has returned */
    uint64_t scratch[6];    /* for the table's rules, from before to after */
    uint64_t saved[22];     /* the registers of a variadic call */
    va_list passed, kept;   /* its list of arguments: libc's, and ours */
    uint64_t frame;
    uint64_t caller;        /* return address */
    uint64_t stack[];       /* arguments that are not in registers */
};

/* So many bytes of these are below it when the function is called. */
enum { MZ_CALL_COPIED = 64 };

/* Makes lists of the arguments that follow the one of that number. */
static inline void mz_call_list_arguments(struct mz_call *call, unsigned number)
{
    mz_copy(call->saved, call->arguments, sizeof call->saved);
    call->passed[0].gp_offset = 8 * (number + 1);
    call->passed[0].fp_offset = sizeof call->arguments;
    call->passed[0].overflow_arg_area = call->stack;
    call->passed[0].reg_save_area = call->saved;
    va_copy(call->kept, call->passed);
}

#define MZ_FORWARD_ENTRY(name, binding)                 \
    __asm__(".pushsection .text\n"                      \
            binding name "\n"                           \
            ".type " name ", @function\n"               \
            ".balign 16\n"                              \
            name ":\n"                                  \
            "    leaq forward_" name "(%rip), %r11\n"   \
            "    jmp mz_forward_enter\n"                \
            ".size " name ", . - " name "\n"            \
            ".popsection\n");

/* The same, of a row (MZ_FORWARD_SIZE bytes) that is made when it is wanted: as
 * zeros at first, and what becomes of it at the same place in another list, of
 * struct mz_forward_about. So nothing is written to it when the library is
 * loaded. */
#define MZ_FORWARD_ENTRY_ABOUT(name, accesses, binding)              \
    __asm__(".pushsection mz_forward_rows, \"aw\", @nobits\n"       \
            ".balign 8\n"                                            \
            ".type forward_" name ", @object\n"                      \
            "forward_" name ":\n"                                    \
            "    .zero " MZ_FORWARD_SIZE "\n"                        \
            ".size forward_" name ", . - forward_" name "\n"         \
            ".popsection\n"                                          \
            ".pushsection mz_forward_names, \"aMS\", @progbits, 1\n" \
            "name_" name ": .asciz \"" name "\"\n"                  \
            ".popsection\n"                                          \
            ".pushsection mz_forward_abouts, \"a\"\n"               \
            ".balign 4\n"                                            \
            "    .long name_" name " - .\n"                          \
            "    .long " accesses " - .\n"                           \
            ".popsection\n");                                        \
    MZ_FORWARD_ENTRY(name, binding)

#define MZ_FORWARD_SIZE "72"

#endif
