/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the text says to unwinders: whether a function is open, and whether its
 * frame is found from rsp, so that who moves rsp has to tell them.
 */
#ifndef MZ_ASSEMBLY_UNWINDING_H
#define MZ_ASSEMBLY_UNWINDING_H

#include <stdbool.h>

enum { MZ_MAX_REMEMBERED = 16 };

struct mz_unwinding {
    bool is_open;    /* behind .cfi_startproc */
    bool is_by_rsp;
    unsigned depth;  /* of .cfi_remember_state */
    bool remembered[MZ_MAX_REMEMBERED];
};

/* `text` begins with `.cfi_`. */
void mz_unwinding_note(struct mz_unwinding *, const char *text);

#endif
