/* SPDX-License-Identifier: Apache-2.0 */
#include "symbols/outline.h"

#include "symbols/dies.h"

#include <stdlib.h>

enum { FIRST_ROOM = 64 };

/* Room for one more at the end of `array`, whose room is a power of two. */
static bool make_room(void *array, size_t count, size_t size)
{
    void **at = array, *larger;

    if (count && (count < FIRST_ROOM || count & (count - 1)))
        return true;
    larger = reallocarray(*at, count ? 2 * count : FIRST_ROOM, size);
    if (larger)
        *at = larger;
    return larger;
}

static bool note_entry(struct mz_outline *outline, Dwarf_Die *die,
                       uint32_t parent)
{
    size_t count = outline->entry_count;

    if (!make_room(&outline->entries, count, sizeof *outline->entries))
        return false;
    outline->entries[count] = (struct mz_outline_entry){*die, parent};
    outline->entry_count++;
    return true;
}

/* What the linker has left out of the program still stands here, at 0. */
static void note_code(struct mz_outline *outline, Dwarf_Die *function)
{
    Dwarf_Addr base, low, high;
    ptrdiff_t next = 0;

    while ((next = dwarf_ranges(function, next, &base, &low, &high)) > 0) {
        size_t count = outline->code_count;

        if (!low)
            continue;
        if (!make_room(&outline->codes, count, sizeof *outline->codes))
            return;
        outline->codes[count] = (struct mz_outline_code){low, high, *function};
        outline->code_count++;
    }
}

/* Where an operation of a DW_AT_location says that something always is. */
static bool fixed_address(Dwarf_Attribute *location, Dwarf_Op *operation,
                          Dwarf_Addr *address)
{
    Dwarf_Attribute indexed;

    switch (operation->atom) {
    case DW_OP_addr:
        *address = operation->number;
        return true;
    case DW_OP_addrx:
    case DW_OP_GNU_addr_index:
        return dwarf_getlocation_attr(location, operation, &indexed) == 0 &&
               dwarf_formaddr(&indexed, address) == 0;
    default:
        return false;
    }
}

static void add_variable(struct mz_outline *outline,
                         struct mz_variable variable)
{
    size_t count = outline->variable_count;

    if (!variable.address ||
        !make_room(&outline->variables, count, sizeof *outline->variables))
        return;
    outline->variables[count] = variable;
    outline->variable_count++;
}

/* A part that is nowhere has a size, and no address. */
static void add_parts(struct mz_outline *outline, Dwarf_Die *die,
                      Dwarf_Attribute *location, Dwarf_Op *operations,
                      size_t count)
{
    uint64_t offset = 0;

    for (size_t i = 0; i < count; i++) {
        struct mz_variable part = {.die = *die, .offset = offset};

        if (operations[i].atom != DW_OP_piece) {
            if (i + 1 == count || operations[i + 1].atom != DW_OP_piece ||
                !fixed_address(location, &operations[i], &part.address))
                return;
            i++;
        }
        part.size = operations[i].number;
        offset += part.size;
        if (part.size)
            add_variable(outline, part);
    }
}

/* `DW_OP_const8u 16, DW_OP_form_tls_address` */
static bool is_thread_local(const Dwarf_Op operations[2],
                            Dwarf_Addr *address)
{
    if (operations[1].atom != DW_OP_GNU_push_tls_address &&
        operations[1].atom != DW_OP_form_tls_address)
        return false;
    *address = MZ_THREAD_LOCALS + operations[0].number;
    return operations[0].atom == DW_OP_const4u ||
           operations[0].atom == DW_OP_const8u ||
           operations[0].atom == DW_OP_addr;
}

static void note_variable(struct mz_outline *outline, Dwarf_Die *die)
{
    Dwarf_Attribute memory;
    Dwarf_Attribute *location = dwarf_attr(die, DW_AT_location, &memory);
    struct mz_variable whole = {.die = *die};
    Dwarf_Op *operations;
    size_t count;

    if (!location || dwarf_getlocation(location, &operations, &count) != 0)
        return;
    if (count == 2 && is_thread_local(operations, &whole.address))
        add_variable(outline, whole);
    else if (count != 1)
        add_parts(outline, die, location, operations, count);
    else if (fixed_address(location, operations, &whole.address))
        add_variable(outline, whole);
}

/* Notes `die`; true if what it encloses is to be noted as well. */
static bool note(struct mz_outline *outline, Dwarf_Die *die, uint32_t parent)
{
    switch (dwarf_tag(die)) {
    case DW_TAG_subprogram:
        note_code(outline, die);
        return note_entry(outline, die, parent);
    case DW_TAG_variable:
        note_variable(outline, die);
        note_entry(outline, die, parent);
        return false;
    case DW_TAG_member: /* a static one is what its definition refers to */
        if (mz_die_flag(die, DW_AT_declaration))
            note_entry(outline, die, parent);
        return false;
    case DW_TAG_namespace:
    case DW_TAG_module:
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
    case DW_TAG_interface_type:
    case DW_TAG_lexical_block:
    case DW_TAG_try_block:
    case DW_TAG_catch_block:
    case DW_TAG_inlined_subroutine:
        return note_entry(outline, die, parent);
    default:
        return false;
    }
}

static void note_within(struct mz_outline *outline, Dwarf_Die *scope,
                        uint32_t index, int depth)
{
    Dwarf_Die child;

    if (!depth || !mz_die_child(scope, &child))
        return;
    do
        if (note(outline, &child, index))
            note_within(outline, &child, outline->entry_count - 1, depth - 1);
    while (mz_die_next(&child));
}

static int by_address(const void *a, const void *b)
{
    const struct mz_outline_code *x = a, *y = b;

    return (x->low > y->low) - (x->low < y->low);
}

struct mz_outline *mz_outline_make(Dwarf_Die *unit)
{
    struct mz_outline *outline = calloc(1, sizeof *outline);

    if (!outline)
        return NULL;
    note_within(outline, unit, MZ_OUTLINE_ROOT, MZ_DIE_DEPTH);
    if (outline->code_count)
        qsort(outline->codes, outline->code_count, sizeof *outline->codes,
              by_address);
    return outline;
}

void mz_outline_free(struct mz_outline *outline)
{
    if (!outline)
        return;
    free(outline->entries);
    free(outline->codes);
    free(outline->variables);
    free(outline);
}

bool mz_outline_function(const struct mz_outline *outline, Dwarf_Addr pc,
                         Dwarf_Die *function)
{
    size_t low = 0, high = outline->code_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct mz_outline_code *code = &outline->codes[middle];

        if (pc < code->low) {
            high = middle;
        } else if (pc >= code->high) {
            low = middle + 1;
        } else {
            *function = code->function;
            return true;
        }
    }
    return false;
}

bool mz_outline_scope(const struct mz_outline *outline, const Dwarf_Die *die,
                      Dwarf_Die *scope)
{
    size_t low = 0, high = outline->entry_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct mz_outline_entry *entry = &outline->entries[middle];

        if (die->addr < entry->die.addr) {
            high = middle;
        } else if (die->addr > entry->die.addr) {
            low = middle + 1;
        } else if (entry->parent == MZ_OUTLINE_ROOT) {
            return false;
        } else {
            *scope = outline->entries[entry->parent].die;
            return true;
        }
    }
    return false;
}
