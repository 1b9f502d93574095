/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The assembly text of a compiler, with an announcement in front of each
 * instruction of its inline assembly that accesses memory. Compilers put inline
 * assembly between #APP and #NO_APP; all other text stays as it is, but for
 * fences, pauses and the reading of time, which builtins are made to.
 */
#ifndef MZ_ASSEMBLY_REWRITE_H
#define MZ_ASSEMBLY_REWRITE_H

#include <stdbool.h>
#include <stdio.h>

struct mz_rewrite {
    FILE *out;
    bool trusts; /* what is not understood; the program says so at its start */
    /* A line for the user: what is not understood, and where. */
    void (*refuse)(void *context, const char *message);
    void *context;
};

/* Whether there may be anything to be done in the text. */
bool mz_rewrite_is_needed(const char *text, size_t size);

/* How often it refused. The text ends with a NUL that is not counted. */
unsigned mz_rewrite(const struct mz_rewrite *, const char *text, size_t size);

#endif
