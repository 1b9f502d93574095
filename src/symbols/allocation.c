/* SPDX-License-Identifier: Apache-2.0 */
#include "symbols/allocation.h"

#include "symbols/dies.h"
#include "symbols/names.h"

#include <ctype.h>
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

static bool copy_name(const char *begin, const char *end, char name[MAX_NAME])
{
    if (begin == end || isdigit((unsigned char)*begin) ||
        end - begin >= MAX_NAME)
        return false;
    memcpy(name, begin, end - begin);
    name[end - begin] = 0;
    return true;
}

/* What is left of it: a variable, or, if `of_part`, the member of something. */
static bool assigned_name(const char *line, bool of_part, char name[MAX_NAME])
{
    const char *end = assignment_in(line), *begin;

    if (!end)
        return false;
    while (end > line && isspace((unsigned char)end[-1]))
        end--;
    for (begin = end; begin > line && is_word(begin[-1]);)
        begin--;
    return (begin > line && strchr(".>", begin[-1])) == of_part &&
           copy_name(begin, end, name);
}

/* Behind a word, as a whole, and what may stand between; NULL: not there. */
static const char *after_word(const char *line, const char *word,
                              const char *between)
{
    for (const char *at = line; (at = strstr(at, word)); at++) {
        const char *end = at + strlen(word);

        if ((at == line || !is_word(at[-1])) && !is_word(*end))
            return end + strspn(end, between);
    }
    return NULL;
}

/* The end of `struct a::b`, and its last name. */
static const char *type_name(const char *at, char name[MAX_NAME])
{
    static const char *const tags[] = {"struct ", "union ", "class "};
    const char *begin;

    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        if (strncmp(at, tags[i], strlen(tags[i])) == 0)
            at += strlen(tags[i]);
    at += strspn(at, " ");
    for (begin = at; is_word(*at) || (at[0] == ':' && at[1] == ':');)
        begin = *at == ':' ? at += 2 : (at++, begin);
    return copy_name(begin, at, name) ? at + strspn(at, " ") : NULL;
}

/* The type that `new T`, or `sizeof(T)`, has; or `*variable` in it. */
static bool named_type(const char *line, char name[MAX_NAME], bool *is_variable)
{
    const char *at = after_word(line, "new", " "), *end;

    *is_variable = false;
    if (at && type_name(at, name))
        return true;
    at = after_word(line, "sizeof", " (");
    if (!at)
        return false;
    *is_variable = *at == '*';
    end = type_name(at + *is_variable, name);
    return end && (*is_variable ? !strchr("-.[", *end) : *end == ')');
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

/* ---- types --------------------------------------------------------------- */

static struct mz_outline *outline_at(struct mz_image *image, Dwarf_Addr place)
{
    struct mz_unit *unit = mz_image_unit_at(image, place);

    return unit ? mz_image_outline(unit) : NULL;
}

/* Bytes are just bytes. */
static bool fits(Dwarf_Die *type, uint64_t size)
{
    uint64_t one = mz_die_size(type);

    return one > 1 && one <= size;
}

/* What an entry points to. */
static bool pointed_to(Dwarf_Die *of, uint64_t size, Dwarf_Die *type)
{
    Dwarf_Die pointer;

    return mz_die_type(of, &pointer) && mz_die_peel(&pointer) &&
           dwarf_tag(&pointer) == DW_TAG_pointer_type &&
           mz_die_type(&pointer, type) && fits(type, size);
}

static bool is_type(Dwarf_Die *die)
{
    switch (dwarf_tag(die)) {
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
    case DW_TAG_union_type:
        return !mz_die_flag(die, DW_AT_declaration);
    case DW_TAG_typedef:
    case DW_TAG_base_type:
    case DW_TAG_enumeration_type:
        return true;
    default:
        return false;
    }
}

static bool find_outer_type(Dwarf_Die *unit, const char *name, Dwarf_Die *type)
{
    int steps = MAX_STEPS;

    if (!mz_die_child(unit, type))
        return false;
    do
        if (is_type(type) && is_called(type, name))
            return true;
    while (--steps > 0 && mz_die_next(type));
    return false;
}

static bool find_type(struct mz_image *image, Dwarf_Addr place,
                      const char *name, Dwarf_Die *type)
{
    struct mz_outline *outline = outline_at(image, place);

    for (size_t i = 0; outline && i < outline->entry_count; i++) {
        *type = outline->entries[i].die;
        if (is_type(type) && is_called(type, name))
            return true;
    }
    return outline &&
           find_outer_type(&mz_image_unit_at(image, place)->die, name, type);
}

static bool find_member(Dwarf_Die *whole, const char *name, Dwarf_Die *member)
{
    if (!mz_die_child(whole, member))
        return false;
    do
        if (dwarf_tag(member) == DW_TAG_member && is_called(member, name))
            return true;
    while (mz_die_next(member));
    return false;
}

/* The only member of that name, whatever it is one of. */
static bool find_only_member(struct mz_image *image, Dwarf_Addr place,
                             const char *name, Dwarf_Die *found)
{
    struct mz_outline *outline = outline_at(image, place);
    unsigned count = 0;

    for (size_t i = 0; outline && i < outline->entry_count; i++) {
        Dwarf_Die whole = outline->entries[i].die, member;

        if (!is_type(&whole) || !find_member(&whole, name, &member))
            continue;
        *found = member;
        count++;
    }
    return count == 1;
}

static bool returned(struct mz_image *image, Dwarf_Addr place, uint64_t size,
                     Dwarf_Die *type)
{
    struct mz_outline *outline = outline_at(image, place);
    Dwarf_Die function;

    return outline &&
           mz_outline_function(outline, place - image->dwarf_bias,
                               &function) &&
           pointed_to(&function, size, type);
}

static bool tells_line(struct mz_image *image, Dwarf_Addr place,
                       const char *line, uint64_t size, Dwarf_Die *type)
{
    char name[MAX_NAME];
    Dwarf_Die found;
    bool is_variable;

    if (assigned_name(line, false, name) &&
        find_variable(image, place, name, &found) &&
        pointed_to(&found, size, type))
        return true;
    if (named_type(line, name, &is_variable) &&
        (is_variable ? find_variable(image, place, name, &found) &&
                           pointed_to(&found, size, type)
                     : find_type(image, place, name, type) &&
                           fits(type, size)))
        return true;
    if (assigned_name(line, true, name) &&
        find_only_member(image, place, name, &found) &&
        pointed_to(&found, size, type))
        return true;
    return after_word(line, "return", "") && returned(image, place, size, type);
}

/* ---- templates of the library -------------------------------------------- */

static bool begins(const char *text, const char *with)
{
    return text && strncmp(text, with, strlen(with)) == 0;
}

/* Of make_unique<T> and allocator<T>::allocate, T. */
static bool tells_function(struct mz_image *image, Dwarf_Die *function,
                           Dwarf_Die *type)
{
    Dwarf_Die declared = mz_die_declared(function), class;
    struct mz_unit *unit = mz_image_unit_of(image, &declared);
    struct mz_outline *outline = unit ? mz_image_outline(unit) : NULL;

    if (!mz_names_in_library(image, function))
        return false;
    if (begins(dwarf_diename(&declared), "make_unique"))
        return mz_die_template_type(function, type) ||
               mz_die_template_type(&declared, type);
    return outline && mz_outline_scope(outline, &declared, &class) &&
           (begins(dwarf_diename(&class), "__new_allocator<") ||
            begins(dwarf_diename(&class), "new_allocator<") ||
            begins(dwarf_diename(&class), "allocator<")) &&
           mz_die_template_type(&class, type);
}

static bool tells_template(struct mz_image *image, Dwarf_Addr place,
                           uint64_t size, Dwarf_Die *type)
{
    struct mz_outline *outline = outline_at(image, place);
    Dwarf_Addr address = place - image->dwarf_bias;
    bool is_known = false;
    Dwarf_Die scope;
    int depth = MZ_DIE_DEPTH;

    if (!outline || !mz_outline_function(outline, address, &scope))
        return false;
    do {
        if (dwarf_tag(&scope) == DW_TAG_subprogram ||
            dwarf_tag(&scope) == DW_TAG_inlined_subroutine)
            is_known |= tells_function(image, &scope, type);
    } while (--depth && mz_die_enter(&scope, address));
    return is_known && fits(type, size);
}

bool mz_allocation_type(struct mz_image *image, Dwarf_Addr place,
                        const char *line, uint64_t size, Dwarf_Die *type)
{
    return tells_template(image, place, size, type) ||
           (line && tells_line(image, place, line, size, type));
}
