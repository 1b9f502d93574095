/* SPDX-License-Identifier: Apache-2.0 */
#include "symbols/objects.h"

#include "symbols/dies.h"
#include "symbols/members.h"
#include "symbols/names.h"

#include <stdlib.h>
#include <string.h>

/* Variables without a size that may stand between a place and its owner. */
enum { MAX_PASSED = 16 };

static int by_place(const void *a, const void *b)
{
    const struct mz_variable *x = a, *y = b;

    return (x->address > y->address) - (x->address < y->address);
}

static size_t count_variables(struct mz_image *image)
{
    size_t count = 0;

    for (size_t u = 0; u < image->unit_count; u++) {
        struct mz_outline *outline = mz_image_outline(&image->units[u]);

        count += outline ? outline->variable_count : 0;
    }
    return count;
}

static void take_variables(struct mz_image *image,
                           const struct mz_outline *outline)
{
    for (size_t v = 0; v < outline->variable_count; v++) {
        struct mz_variable variable = outline->variables[v];

        variable.address += image->dwarf_bias;
        image->variables[image->variable_count++] = variable;
    }
}

static void list_variables(struct mz_image *image)
{
    size_t count;

    if (image->variables_sought || !mz_image_has_units(image))
        return;
    image->variables_sought = true;
    count = count_variables(image);
    image->variables = calloc(count, sizeof *image->variables);
    if (!image->variables || !count)
        return;
    for (size_t u = 0; u < image->unit_count; u++)
        if (image->units[u].outline)
            take_variables(image, image->units[u].outline);
    qsort(image->variables, image->variable_count, sizeof *image->variables,
          by_place);
}

/* The type says how far it goes; of one that ends in `[]`, only the symbol. */
static bool covers(struct mz_image *image, struct mz_variable *variable,
                   Dwarf_Addr place)
{
    Dwarf_Addr distance = place - variable->address, begin;
    Dwarf_Die type;
    GElf_Sym symbol;
    uint64_t size;

    if (variable->size)
        return distance < variable->size;
    if (!mz_die_type(&variable->die, &type))
        return false;
    size = mz_die_size(&type);
    if (size < MZ_SIZE_UNKNOWN && distance < size)
        return true;
    return mz_image_symbol(image, place, &symbol, &begin) &&
           begin == variable->address && distance < symbol.st_size;
}

static struct mz_variable *variable_at(struct mz_image *image, Dwarf_Addr place)
{
    size_t low = 0, high, passed;

    list_variables(image);
    for (high = image->variable_count; low < high;) {
        size_t middle = low + (high - low) / 2;

        if (place < image->variables[middle].address)
            high = middle;
        else
            low = middle + 1;
    }
    for (passed = 0; low-- > 0 && passed < MAX_PASSED; passed++)
        if (covers(image, &image->variables[low], place))
            return &image->variables[low];
    return NULL;
}

/* How much of `text` precedes `separator` and `name` at its end; or 0. */
static size_t length_before(const char *text, const char *separator,
                            const char *name)
{
    size_t length = strlen(text), tail = strlen(separator) + strlen(name);

    if (length <= tail || strcmp(text + length - strlen(name), name) != 0 ||
        strncmp(text + length - tail, separator, strlen(separator)) != 0)
        return 0;
    return length - tail;
}

/*
 * clang forgets the names of functions that it has inlined everywhere. Their
 * variables' symbols still have them: `f.count`, in C++ `f()::count`.
 */
static void add_function_in_symbol(struct mz_image *image,
                                   struct mz_variable *variable,
                                   struct mz_phrase *phrase)
{
    const char *name = dwarf_diename(&variable->die);
    Dwarf_Addr begin;
    GElf_Sym found;
    const char *symbol =
        mz_image_symbol(image, variable->address, &found, &begin);
    char *demangled = symbol ? mz_names_demangle(symbol) : NULL;
    size_t length = 0;

    if (demangled && name)
        length = length_before(demangled, "::", name);
    else if (symbol && name)
        length = length_before(symbol, ".", name);
    if (length)
        mz_phrase_add(phrase, " in %.*s", (int)length,
                      demangled ? demangled : symbol);
    free(demangled);
}

static void add_function(struct mz_image *image, struct mz_variable *variable,
                         struct mz_phrase *phrase)
{
    Dwarf_Die function;

    if (!mz_names_function(image, &variable->die, &function))
        return;
    if (!dwarf_diename(&function)) {
        add_function_in_symbol(image, variable, phrase);
        return;
    }
    mz_names_add_scope(image, &function, phrase);
}

bool mz_objects_add(struct mz_image *image, Dwarf_Addr place, uint64_t size,
                    struct mz_phrase *phrase, Dwarf_Die *type)
{
    struct mz_variable *variable = variable_at(image, place);
    Dwarf_Die written;

    if (!variable || !mz_die_type(&variable->die, &written))
        return false;
    mz_names_add(image, &variable->die, phrase);
    mz_members_add(image, &written,
                   place - variable->address + variable->offset, size, phrase,
                   type);
    add_function(image, variable, phrase);
    return true;
}
