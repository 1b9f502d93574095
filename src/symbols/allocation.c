/* SPDX-License-Identifier: Apache-2.0 */
#include "symbols/allocation.h"

#include "symbols/dies.h"

#include <ctype.h>
#include <dwarf.h>
#include <string.h>

enum { MAX_NAME = 128, MAX_STEPS = 10000 };

/* ---- the line: `type *name = malloc(...)`, `name = new type` ------------- */

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The first `=` that is an operator by itself. */
static const char *assignment_in(const char *line)
{
    for (const char *at = line; (at = strchr(at, '=')); at++) {
        if (at[1] == '=')
            at++;
        else if (at > line && !strchr("=!<>+-*/%&|^", at[-1]))
            return at;
    }
    return NULL;
}

/* The variable left of it, unless that is a part of something. */
static bool assigned_name(const char *line, char name[MAX_NAME])
{
    const char *end = assignment_in(line), *begin;

    if (!end)
        return false;
    while (end > line && isspace((unsigned char)end[-1]))
        end--;
    for (begin = end; begin > line && is_word(begin[-1]);)
        begin--;
    if (begin == end || isdigit((unsigned char)*begin) ||
        end - begin >= MAX_NAME || (begin > line && strchr(".>]", begin[-1])))
        return false;
    memcpy(name, begin, end - begin);
    name[end - begin] = 0;
    return true;
}

/* ---- the variable -------------------------------------------------------- */

static bool is_called(Dwarf_Die *die, const char *name)
{
    const char *own = dwarf_diename(die);

    return own && strcmp(own, name) == 0;
}

/* In a function, blocks and functions inlined into it included. */
static bool find_local(Dwarf_Die *scope, const char *name, int depth,
                       int *steps, Dwarf_Die *found)
{
    Dwarf_Die child;

    if (!depth || !mz_die_child(scope, &child))
        return false;
    do {
        *found = child;
        switch (dwarf_tag(&child)) {
        case DW_TAG_variable:
        case DW_TAG_formal_parameter:
            if (is_called(&child, name))
                return true;
            break;
        case DW_TAG_inlined_subroutine:
        case DW_TAG_lexical_block:
        case DW_TAG_try_block:
        case DW_TAG_catch_block:
            if (find_local(&child, name, depth - 1, steps, found))
                return true;
        }
    } while (--*steps > 0 && mz_die_next(&child));
    return false;
}

static bool find_global(const struct mz_outline *outline, const char *name,
                        Dwarf_Die *found)
{
    for (size_t i = 0; i < outline->variable_count; i++) {
        *found = outline->variables[i].die;
        if (is_called(found, name))
            return true;
    }
    return false;
}

static bool find_variable(struct mz_image *image, Dwarf_Addr place,
                          const char *name, Dwarf_Die *found)
{
    struct mz_unit *unit = mz_image_unit_at(image, place);
    struct mz_outline *outline = unit ? mz_image_outline(unit) : NULL;
    Dwarf_Die function;
    int steps = MAX_STEPS;

    if (!outline)
        return false;
    return (mz_outline_function(outline, place - image->dwarf_bias,
                                &function) &&
            find_local(&function, name, MZ_DIE_DEPTH, &steps, found)) ||
           find_global(outline, name, found);
}

bool mz_allocation_type(struct mz_image *image, Dwarf_Addr place,
                        const char *line, uint64_t size, Dwarf_Die *type)
{
    char name[MAX_NAME];
    Dwarf_Die variable, pointer;
    uint64_t one;

    if (!assigned_name(line, name) ||
        !find_variable(image, place, name, &variable) ||
        !mz_die_type(&variable, &pointer) || !mz_die_peel(&pointer) ||
        dwarf_tag(&pointer) != DW_TAG_pointer_type ||
        !mz_die_type(&pointer, type))
        return false;
    one = mz_die_size(type);
    return one > 1 && one <= size; /* bytes are just bytes */
}
