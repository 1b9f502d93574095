/* SPDX-License-Identifier: Apache-2.0 */
#include "symbols/names.h"

#include "symbols/dies.h"
#include "symbols/shortening.h"

#include <ctype.h>
#include <dlfcn.h>
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
    mz_shortening_add(own_name(&declared), phrase);
}

void mz_names_add(struct mz_image *image, Dwarf_Die *die,
                  struct mz_phrase *phrase)
{
    add_within(image, die, phrase, MZ_DIE_DEPTH);
}

/* ---- types --------------------------------------------------------------- */

static void add_dimensions(Dwarf_Die *array, struct mz_phrase *phrase)
{
    Dwarf_Die child;

    if (!mz_die_child(array, &child))
        return;
    do {
        uint64_t count = mz_die_elements(&child);

        if (dwarf_tag(&child) != DW_TAG_subrange_type)
            continue;
        if (count < MZ_SIZE_UNKNOWN)
            mz_phrase_add(phrase, "[%llu]", (unsigned long long)count);
        else
            mz_phrase_add(phrase, "[]");
    } while (mz_die_next(&child));
}

/* `struct `, where the language wants it. */
static const char *tag_before(Dwarf_Die *type)
{
    Dwarf_Die memory, *unit = dwarf_diecu(type, &memory, NULL, NULL);

    switch (unit ? dwarf_srclang(unit) : 0) {
    case DW_LANG_C:
    case DW_LANG_C89:
    case DW_LANG_C99:
    case DW_LANG_C11:
        break;
    default:
        return "";
    }
    switch (dwarf_tag(type)) {
    case DW_TAG_structure_type:
        return "struct ";
    case DW_TAG_union_type:
        return "union ";
    case DW_TAG_enumeration_type:
        return "enum ";
    default:
        return "";
    }
}

static void add_type_within(struct mz_image *, Dwarf_Die *, struct mz_phrase *,
                            int depth);

static void add_type_below(struct mz_image *image, Dwarf_Die *type,
                           struct mz_phrase *phrase, int depth)
{
    Dwarf_Die below;

    if (mz_die_type(type, &below))
        add_type_within(image, &below, phrase, depth);
    else
        mz_phrase_add(phrase, "void");
}

/* As programs write it, and clang: gcc has `long int`. */
static bool add_number_type(Dwarf_Die *type, struct mz_phrase *phrase)
{
    static const struct {
        const char *gcc, *written;
    } names[] = {
        {"long int", "long"},
        {"long unsigned int", "unsigned long"},
        {"long long int", "long long"},
        {"long long unsigned int", "unsigned long long"},
        {"short int", "short"},
        {"short unsigned int", "unsigned short"},
    };
    const char *name = dwarf_diename(type);

    for (size_t i = 0; name && i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i].gcc) == 0) {
            mz_phrase_add(phrase, "%s", names[i].written);
            return true;
        }
    return false;
}

static const char NODE[] = "a node", STATE[] = "the state";
static const char OF[] = " of "; /* stands behind them, before what has them */

const char *mz_names_of_hidden(struct mz_image *image, Dwarf_Die *type)
{
    static const char *const names[][2] = {
        {"_Rb_tree_node", NODE},  {"_List_node", NODE},
        {"_Fwd_list_node", NODE}, {"_Hash_node", NODE},
        {"_State_base", STATE},
    };
    Dwarf_Die own = *type;
    const char *name = mz_die_peel(&own) ? dwarf_diename(&own) : NULL;

    for (size_t i = 0; name && i < sizeof names / sizeof *names; i++)
        if (strncmp(name, names[i][0], strlen(names[i][0])) == 0 &&
            mz_names_in_library(image, &own))
            return names[i][1];
    return NULL;
}

static size_t hidden_part(const char *name, const char *what)
{
    size_t length = strlen(what);

    return strncmp(name, what, length) == 0 &&
                   strncmp(name + length, OF, sizeof OF - 1) == 0
               ? length + sizeof OF - 1
               : 0;
}

size_t mz_names_node(const char *name)
{
    return hidden_part(name, NODE);
}

size_t mz_names_hidden(const char *name)
{
    size_t node = mz_names_node(name);

    return node ? node : hidden_part(name, STATE);
}

void mz_names_add_hidden(const char *what, const char *of,
                         struct mz_phrase *phrase)
{
    mz_phrase_add(phrase, "%s%s%s", what, OF, of);
}

/* What containers keep their elements in. */
static const char *node_name(const char *type)
{
    static const char *const nodes[][2] = {
        {"_Rb_tree_node<", "a map or set"},
        {"_List_node<", "a list"},
        {"_Fwd_list_node<", "a list"},
        {"_Hash_node<", "an unordered map or set"},
        {"_Sp_counted_ptr_inplace<", "make_shared"},
    };

    for (size_t i = 0; type && i < sizeof nodes / sizeof *nodes; i++)
        if (strncmp(type, nodes[i][0], strlen(nodes[i][0])) == 0)
            return nodes[i][1];
    return NULL;
}

bool mz_names_is_node(const char *type)
{
    const char *of = strstr(type, " of a");

    return of && (strstr(of, " map or set") || strstr(of, " of a list"));
}

size_t mz_names_keyed(const char *type)
{
    const char *of = strstr(type, " map or set") ? strstr(type, " of a") : NULL;

    return of ? (size_t)(of - type) : 0;
}

/* `std::pair<int const, long> of a map or set` */
static bool add_node_type(struct mz_image *image, Dwarf_Die *type,
                          struct mz_phrase *phrase, int depth)
{
    const char *node = node_name(dwarf_diename(type)), *hidden;
    Dwarf_Die element;

    if (!node || !mz_names_in_library(image, type) ||
        !mz_die_template_type(type, &element))
        return false;
    hidden = mz_names_of_hidden(image, &element);
    if (hidden && strcmp(hidden, STATE) == 0) {
        mz_phrase_add(phrase, "state of a promise");
        return true;
    }
    add_type_within(image, &element, phrase, depth);
    mz_phrase_add(phrase, " of %s", node);
    return true;
}

static void add_named_type(struct mz_image *image, Dwarf_Die *type,
                           struct mz_phrase *phrase, int depth)
{
    Dwarf_Die declared = mz_die_declared(type);

    if (add_node_type(image, type, phrase, depth - 1))
        return;
    if (dwarf_tag(type) == DW_TAG_base_type && add_number_type(type, phrase))
        return;
    mz_phrase_add(phrase, "%s", tag_before(&declared));
    mz_names_add(image, &declared, phrase);
}

static void add_type_within(struct mz_image *image, Dwarf_Die *type,
                            struct mz_phrase *phrase, int depth)
{
    if (!depth)
        return;
    switch (dwarf_tag(type)) {
    case DW_TAG_const_type:
    case DW_TAG_volatile_type:
    case DW_TAG_restrict_type:
        add_type_below(image, type, phrase, depth - 1);
        break;
    case DW_TAG_atomic_type:
        mz_phrase_add(phrase, "_Atomic ");
        add_type_below(image, type, phrase, depth - 1);
        break;
    case DW_TAG_pointer_type:
        add_type_below(image, type, phrase, depth - 1);
        mz_phrase_add(phrase,
                      phrase->used && phrase->text[phrase->used - 1] == '*'
                          ? "*"
                          : " *");
        break;
    case DW_TAG_reference_type:
    case DW_TAG_rvalue_reference_type:
        add_type_below(image, type, phrase, depth - 1);
        mz_phrase_add(phrase, " &");
        break;
    case DW_TAG_array_type:
        add_type_below(image, type, phrase, depth - 1);
        add_dimensions(type, phrase);
        break;
    case DW_TAG_subroutine_type:
        mz_phrase_add(phrase, "function");
        break;
    default:
        add_named_type(image, type, phrase, depth);
    }
}

void mz_names_add_type(struct mz_image *image, Dwarf_Die *type,
                       struct mz_phrase *phrase)
{
    add_type_within(image, type, phrase, MZ_DIE_DEPTH);
}

/* ---- functions of variables ---------------------------------------------- */

static const char IN[] = " in ";

void mz_names_add_scope(struct mz_image *image, Dwarf_Die *function,
                        struct mz_phrase *phrase)
{
    mz_phrase_add(phrase, "%s", IN);
    mz_names_add(image, function, phrase);
}

const char *mz_names_scope(const char *name, size_t *length)
{
    const char *in = strstr(name, IN);

    *length = in ? (size_t)(in - name) : strlen(name);
    return in ? in + sizeof IN - 1 : NULL;
}

/* ---- scopes -------------------------------------------------------------- */

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

bool mz_names_is_reserved(const char *name)
{
    return name[0] == '_' &&
           (name[1] == '_' || isupper((unsigned char)name[1]));
}

/*
 * The C++ library knows how. It is not linked, since only names without debug
 * information need it, and a machine without it has no C++ programs.
 */
char *mz_names_demangle_type(const char *type)
{
    char *(*demangle)(const char *, char *, size_t *, int *);
    void *library;

    library = dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_LOCAL);
    if (!library)
        return NULL;
    *(void **)&demangle = dlsym(library, "__cxa_demangle");
    return demangle ? demangle(type, NULL, NULL, NULL) : NULL;
}

char *mz_names_demangle(const char *symbol)
{
    return strncmp(symbol, "_Z", 2) == 0 ? mz_names_demangle_type(symbol)
                                         : NULL;
}
