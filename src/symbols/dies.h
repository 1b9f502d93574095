/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Steps through debugging information entries (DIEs). libdw reads them; these
 * steps end also where corrupt or hostile ones would lead round in circles.
 */
#ifndef MZ_SYMBOLS_DIES_H
#define MZ_SYMBOLS_DIES_H

#include <stdbool.h>
#include <stdint.h>

#include "symbols/libdw.h"

enum { MZ_DIE_DEPTH = 64 }; /* longer chains of references are cut */

/* Of a type that is only declared. Large, but sums of two do not overflow. */
#define MZ_SIZE_UNKNOWN (UINT64_MAX >> 8)

/* The first child; false: there is none. */
bool mz_die_child(Dwarf_Die *parent, Dwarf_Die *child);

/* Replaces the DIE by the one after it; false: it was the last. */
bool mz_die_next(Dwarf_Die *);

/*
 * Where `die` was first declared: behind abstract origins, specifications and
 * the signatures of types that have units of their own.
 */
Dwarf_Die mz_die_declared(Dwarf_Die *die);

/* The value of a constant attribute, or `otherwise`. */
uint64_t mz_die_number(Dwarf_Die *, unsigned attribute, uint64_t otherwise);
bool mz_die_flag(Dwarf_Die *, unsigned attribute);

/* The type of an entry, as written. */
bool mz_die_type(Dwarf_Die *, Dwarf_Die *type);

/*
 * Takes one typedef or qualifier off `type`, in place. False: there is none,
 * `type` is what it is called.
 */
bool mz_die_unwrap(Dwarf_Die *type);

/* Takes all off. False if they lead nowhere. */
bool mz_die_peel(Dwarf_Die *type);

/* Replaces a scope of code by the one inside of it that has the address. */
bool mz_die_enter(Dwarf_Die *scope, Dwarf_Addr address);

/* In bytes; MZ_SIZE_UNKNOWN if not given. */
uint64_t mz_die_size(Dwarf_Die *type);

/* How many elements a dimension of an array has; MZ_SIZE_UNKNOWN for []. */
uint64_t mz_die_elements(Dwarf_Die *subrange);

/* The first of a template's parameters that is a type: T of `vector<T>`. */
bool mz_die_template_type(Dwarf_Die *of, Dwarf_Die *type);

#endif
