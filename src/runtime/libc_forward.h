/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls that go on to libc with all of their arguments, whatever the signature,
 * after a look at them. A row like
 *
 *     MZ_FORWARD(read, look, MZ_READS(0), MZ_FILLS(1, MZ_ARGUMENT(2)))
 *
 * defines and exports `read`. When the program calls it in an execution,
 * look(call, row) comes first, which may change the arguments, or refuse. In a
 * passive process the entry is one compare and a jump to libc's function.
 */
#ifndef MZ_RUNTIME_LIBC_FORWARD_H
#define MZ_RUNTIME_LIBC_FORWARD_H

#include "runtime/libc_family.h"

enum { MZ_FORWARD_RULES = 5 };

/* The layout is known to forward_x86_64.S. */
struct mz_call {
    uint64_t arguments[6];
    uint64_t caller;       /* return address */
};

struct mz_forward {
    void *real;            /* libc's function, once it has been looked up */
    const char *name;
    void (*before)(struct mz_call *, const struct mz_forward *);
    uint32_t rules[MZ_FORWARD_RULES]; /* for `before` to interpret; 0: none */
};

#define MZ_FORWARD(name_, before_, ...)                                   \
    static struct mz_forward forward_##name_ __attribute__((used)) = {    \
        .name = #name_, .before = before_, .rules = {__VA_ARGS__}};       \
    MZ_FORWARD_ENTRY(#name_)

#if defined(__x86_64__)
#define MZ_FORWARD_ENTRY(name)                          \
    __asm__(".pushsection .text\n"                      \
            ".globl " name "\n"                         \
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

/* Called by mz_forward_enter; returns where to go on. */
void *mz_forward_prepare(struct mz_call *, struct mz_forward *);

#endif
