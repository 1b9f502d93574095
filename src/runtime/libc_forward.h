/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls that go on to libc with all of their arguments, whatever the signature,
 * after a look at them. A row like
 *
 *     MZ_FORWARD(read, look, MZ_READS(0), MZ_FILLS(1, MZ_ARGUMENT(2)))
 *
 * defines and exports `read`. When the program calls it in an execution, what
 * the table of accesses (libc_table.h) says of `read` is announced, then
 * look(call, row) comes, which may change the arguments, or refuse. In a
 * passive process the entry is one compare and a jump to libc's function.
 */
#ifndef MZ_RUNTIME_LIBC_FORWARD_H
#define MZ_RUNTIME_LIBC_FORWARD_H

#include <stdarg.h>

#include "runtime/libc_family.h"

enum { MZ_FORWARD_RULES = 5 };

/* The layout is known to forward_x86_64.S; the first two members are what
 * va_arg expects of an area where registers were saved. */
struct mz_call {
    uint64_t arguments[6];
    uint64_t vectors[8][2]; /* xmm0 to xmm7; then xmm0 and xmm1 of the result */
    uint64_t result;        /* rax; before the call: how many vectors */
    uint64_t result_rdx;
    struct mz_forward *row;
    uint64_t unused;
    uint64_t scratch[6];    /* for the table's rules, from before to after */
    uint64_t saved[22];     /* the registers of a variadic call */
    va_list passed, kept;   /* its list of arguments: libc's, and ours */
    uint64_t frame;
    uint64_t caller;        /* return address */
    uint64_t stack[];       /* arguments that are not in registers */
};

struct mz_accesses;

struct mz_forward {
    void *real;            /* libc's function, once it has been looked up */
    const char *name;
    void (*before)(struct mz_call *, const struct mz_forward *);
    const struct mz_accesses *accesses; /* NULL: not in the table */
    uint32_t rules[MZ_FORWARD_RULES]; /* for `before` to interpret; 0: none */
};

#define MZ_FORWARD(name_, before_, ...)                                   \
    extern const struct mz_accesses mz_accesses_##name_                   \
        __attribute__((weak, visibility("hidden")));                      \
    static struct mz_forward forward_##name_ __attribute__((used)) = {    \
        .name = #name_, .before = before_,                                \
        .accesses = &mz_accesses_##name_, .rules = {__VA_ARGS__}};        \
    MZ_FORWARD_ENTRY(#name_, ".globl ")

#if defined(__x86_64__)
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
#else
#error "forwarded calls: this CPU has not been done yet"
#endif

/* Where mz_forward_enter goes on, and whether it then calls mz_forward_finish
 * with what came of it. */
struct mz_forward_way {
    void *real;
    uint64_t returns;
};
struct mz_forward_way mz_forward_prepare(struct mz_call *, struct mz_forward *);
void mz_forward_finish(struct mz_call *);

#endif
