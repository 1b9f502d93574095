/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The outline of a compilation unit: one walk through its entries notes who
 * encloses whom (DWARF has no way up), where each function's code is and where
 * each variable with a fixed address lives.
 */
#ifndef MZ_SYMBOLS_OUTLINE_H
#define MZ_SYMBOLS_OUTLINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "symbols/libdw.h"

/* A scope, or something that is named relative to one. */
struct mz_outline_entry {
    Dwarf_Die die;
    uint32_t parent; /* its index; MZ_OUTLINE_ROOT: the unit itself */
};

enum { MZ_OUTLINE_ROOT = UINT32_MAX };

/* A contiguous range of a function's code. */
struct mz_outline_code {
    Dwarf_Addr low, high;
    Dwarf_Die function;
};

/* Or a part of one, of which clang has made variables of their own. */
struct mz_variable {
    Dwarf_Addr address; /* thread-local: in the unit's block of such, behind
                           MZ_THREAD_LOCALS */
    Dwarf_Die die;
    uint64_t offset; /* in the variable, of what is at the address */
    uint64_t size;   /* of the part; 0: all of it is there */
};

/* No image has so high an address. */
#define MZ_THREAD_LOCALS ((Dwarf_Addr)1 << 62)

struct mz_outline {
    struct mz_outline_entry *entries; /* in the order of the file */
    struct mz_outline_code *codes;            /* by address */
    struct mz_variable *variables;
    size_t entry_count, code_count, variable_count;
};

/* NULL when there is no memory. A corrupt unit yields a shorter outline. */
struct mz_outline *mz_outline_make(Dwarf_Die *unit);
void mz_outline_free(struct mz_outline *);

/* The function whose code is at `pc`. */
bool mz_outline_function(const struct mz_outline *, Dwarf_Addr pc,
                         Dwarf_Die *function);

/* The nearest scope around `die`; false: the unit, or not in the outline. */
bool mz_outline_scope(const struct mz_outline *, const Dwarf_Die *die,
                      Dwarf_Die *scope);

#endif
