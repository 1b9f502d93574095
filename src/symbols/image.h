/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An image: one ELF file, as the process had it loaded, with its symbols and
 * debug information, which may be in a file of its own.
 *
 * libdwfl is told that the file lies where it was linked, each image apart; so
 * nonsense among the biases, which come from a process gone astray, cannot
 * reach it. `place` below is an address less the bias: the linked one.
 */
#ifndef MZ_SYMBOLS_IMAGE_H
#define MZ_SYMBOLS_IMAGE_H

#include "symbols/libdw.h"
#include "symbols/memo.h"
#include "symbols/outline.h"
#include "symbols/symbols.h"

struct mz_unit {
    Dwarf_Die die;   /* with everything in it */
    Dwarf_Die lines; /* the one that has lines: differs with -gsplit-dwarf */
    struct mz_outline *outline; /* made on first need */
    struct mz_unit *next;       /* of the strays */
};

struct mz_unit_code {
    Dwarf_Addr low, high;
    uint32_t unit;
};

/* A variable by its ELF symbol, which other modules can refer to. */
struct mz_global {
    const char *name; /* perhaps with `@` and a version */
    Dwarf_Addr place;
};

struct mz_image {
    const char *name; /* the file's, without its folder */
    uint64_t bias;
    Dwfl *dwfl;
    Dwfl_Module *module;  /* NULL: the file cannot be read */
    Dwarf_Addr low, high; /* places it takes up */
    bool is_of_system;
    bool dwarf_sought;
    Dwarf_Addr dwarf_bias; /* a place less its address in the DWARF */
    struct mz_unit *units;
    struct mz_unit *strays; /* units met in other files, as dwz makes them */
    struct mz_unit_code *codes;    /* by address in the DWARF */
    struct mz_variable *variables; /* all, by place; see objects.c */
    bool variables_sought, globals_sought;
    struct mz_global *globals; /* all, by name without version */
    struct mz_memo symbols;    /* by place: what mz_image_symbol has found */
    size_t unit_count, code_count, variable_count, global_count;
};

/* `name` is borrowed; `path` may lead anywhere. */
void mz_image_open(struct mz_image *, const char *path, const char *name,
                   uint64_t bias);
void mz_image_close(struct mz_image *);

/* Whether it has this address, and at which place. */
bool mz_image_holds(const struct mz_image *, uint64_t address,
                    Dwarf_Addr *place);

/* Reads the list of units; false: no debug information. */
bool mz_image_has_units(struct mz_image *);

/* The unit whose code is at a place; NULL: of no one. */
struct mz_unit *mz_image_unit_at(struct mz_image *, Dwarf_Addr place);

/* The unit that an entry is in; NULL when there is no memory. */
struct mz_unit *mz_image_unit_of(struct mz_image *, Dwarf_Die *);

/* NULL when there is no memory. */
struct mz_outline *mz_image_outline(struct mz_unit *);

/* The name of the ELF symbol around a place, and where that begins. */
const char *mz_image_symbol(struct mz_image *, Dwarf_Addr place,
                            GElf_Sym *symbol, Dwarf_Addr *begin);

/* The bytes that the file has at a place, if the program cannot change them,
 * and how many more there are; NULL: none. */
const char *mz_image_constant(struct mz_image *, Dwarf_Addr place,
                              size_t *size);

/* The place of the object that an ELF symbol names. */
bool mz_image_object_named(struct mz_image *, const char *name,
                           Dwarf_Addr *place);

#endif
