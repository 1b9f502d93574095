/* SPDX-License-Identifier: Apache-2.0 */
#include "symbols/names.h"

#include "symbols/dies.h"

#include <dlfcn.h>
#include <dwarf.h>
#include <string.h>

/* The nearest scope around a declaration that is part of its name. */
static bool naming_scope(struct mz_image *image, Dwarf_Die *declared,
                         Dwarf_Die *scope)
{
    struct mz_unit *unit = mz_image_unit_of(image, declared);
    struct mz_outline *outline = unit ? mz_image_outline(unit) : NULL;
    Dwarf_Die at = *declared;

    while (outline && mz_outline_scope(outline, &at, scope)) {
        switch (dwarf_tag(scope)) {
        case DW_TAG_subprogram:
        case DW_TAG_class_type:
        case DW_TAG_structure_type:
        case DW_TAG_union_type:
            return true;
        case DW_TAG_namespace:
        case DW_TAG_module:
            if (dwarf_diename(scope) &&
                !mz_die_flag(scope, DW_AT_export_symbols))
                return true;
        }
        at = *scope;
    }
    return false;
}

/* A class without a name that functions belong to is that of a lambda. */
static const char *own_name(Dwarf_Die *declared)
{
    const char *name = dwarf_diename(declared);

    if (name)
        return name;
    switch (dwarf_tag(declared)) {
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
        return "<lambda>";
    default:
        return "<unnamed>";
    }
}

static void add_within(struct mz_image *image, Dwarf_Die *die,
                       struct mz_phrase *phrase, int depth)
{
    Dwarf_Die declared = mz_die_declared(die), scope;

    /* A function's static is known by its own name. */
    if (depth && naming_scope(image, &declared, &scope) &&
        (dwarf_tag(&declared) != DW_TAG_variable ||
         dwarf_tag(&scope) != DW_TAG_subprogram)) {
        add_within(image, &scope, phrase, depth - 1);
        mz_phrase_add(phrase, "::");
    }
    mz_phrase_add(phrase, "%s", own_name(&declared));
}

void mz_names_add(struct mz_image *image, Dwarf_Die *die,
                  struct mz_phrase *phrase)
{
    add_within(image, die, phrase, MZ_DIE_DEPTH);
}

bool mz_names_function(struct mz_image *image, Dwarf_Die *variable,
                       Dwarf_Die *function)
{
    Dwarf_Die declared = mz_die_declared(variable);

    return naming_scope(image, &declared, function) &&
           dwarf_tag(function) == DW_TAG_subprogram;
}

bool mz_names_in_library(struct mz_image *image, Dwarf_Die *type)
{
    Dwarf_Die at = mz_die_declared(type), scope;
    int steps = MZ_DIE_DEPTH;

    while (steps-- && naming_scope(image, &at, &scope))
        at = mz_die_declared(&scope);
    return dwarf_tag(&at) == DW_TAG_namespace &&
           (strcmp(own_name(&at), "std") == 0 ||
            strcmp(own_name(&at), "__gnu_cxx") == 0);
}

/*
 * The C++ library knows how. It is not linked, since only names without debug
 * information need it, and a machine without it has no C++ programs.
 */
char *mz_names_demangle(const char *symbol)
{
    char *(*demangle)(const char *, char *, size_t *, int *);
    void *library;

    if (strncmp(symbol, "_Z", 2) != 0)
        return NULL;
    library = dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_LOCAL);
    if (!library)
        return NULL;
    *(void **)&demangle = dlsym(library, "__cxa_demangle");
    return demangle ? demangle(symbol, NULL, NULL, NULL) : NULL;
}
