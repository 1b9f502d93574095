/* SPDX-License-Identifier: Apache-2.0 */
/* The registers of x86-64, by the names that AT&T syntax has for them. */
#ifndef MZ_ASSEMBLY_REGISTER_H
#define MZ_ASSEMBLY_REGISTER_H

#include <stdbool.h>

enum mz_register_class {
    MZ_REGISTER_OTHER,   /* segments, x87, masks, control registers */
    MZ_REGISTER_GENERAL,
    MZ_REGISTER_HIGH,    /* ah, bh, ch, dh */
    MZ_REGISTER_VECTOR,  /* mm, xmm, ymm, zmm */
};

struct mz_register {
    enum mz_register_class class;
    unsigned size;    /* in bytes; 0: of class OTHER */
    const char *wide; /* general: the name of the whole of it, `%rax` */
};

/* `name` begins with %. False: no register is called so. */
bool mz_register_find(const char *name, struct mz_register *);

#endif
