/* SPDX-License-Identifier: Apache-2.0 */
#include "symbols/dies.h"

bool mz_die_child(Dwarf_Die *parent, Dwarf_Die *child)
{
    return dwarf_child(parent, child) == 0;
}

bool mz_die_next(Dwarf_Die *die)
{
    Dwarf_Die next;

    /* DW_AT_sibling is a reference like any other, and may point back. */
    if (dwarf_siblingof(die, &next) != 0 || next.addr <= die->addr)
        return false;
    *die = next;
    return true;
}

static bool reference(Dwarf_Die *die, unsigned attribute, Dwarf_Die *target)
{
    Dwarf_Attribute memory, *found = dwarf_attr(die, attribute, &memory);

    return found && dwarf_formref_die(found, target);
}

Dwarf_Die mz_die_declared(Dwarf_Die *die)
{
    Dwarf_Die at = *die, next;
    int steps = MZ_DIE_DEPTH;

    while (steps-- && (reference(&at, DW_AT_abstract_origin, &next) ||
                       reference(&at, DW_AT_specification, &next) ||
                       reference(&at, DW_AT_signature, &next)))
        at = next;
    return at;
}

uint64_t mz_die_number(Dwarf_Die *die, unsigned attribute, uint64_t otherwise)
{
    Dwarf_Attribute memory;
    Dwarf_Attribute *found = dwarf_attr_integrate(die, attribute, &memory);
    Dwarf_Word number;

    if (found && dwarf_formudata(found, &number) == 0)
        return number;
    return otherwise;
}

bool mz_die_flag(Dwarf_Die *die, unsigned attribute)
{
    Dwarf_Attribute memory;
    Dwarf_Attribute *found = dwarf_attr_integrate(die, attribute, &memory);
    bool set;

    return found && dwarf_formflag(found, &set) == 0 && set;
}

bool mz_die_type(Dwarf_Die *die, Dwarf_Die *type)
{
    Dwarf_Attribute memory;
    Dwarf_Attribute *found = dwarf_attr_integrate(die, DW_AT_type, &memory);
    Dwarf_Die unit;

    if (!found || !dwarf_formref_die(found, type))
        return false;
    if (reference(type, DW_AT_signature, &unit)) /* -fdebug-types-section */
        *type = unit;
    return true;
}

bool mz_die_unwrap(Dwarf_Die *type)
{
    switch (dwarf_tag(type)) {
    case DW_TAG_typedef:
    case DW_TAG_const_type:
    case DW_TAG_volatile_type:
    case DW_TAG_restrict_type:
    case DW_TAG_atomic_type:
    case DW_TAG_immutable_type:
    case DW_TAG_packed_type:
    case DW_TAG_shared_type:
        return mz_die_type(type, type);
    default:
        return false;
    }
}

bool mz_die_peel(Dwarf_Die *type)
{
    int steps = MZ_DIE_DEPTH;

    while (steps-- && mz_die_unwrap(type))
        ;
    return steps >= 0;
}

bool mz_die_template_type(Dwarf_Die *of, Dwarf_Die *type)
{
    Dwarf_Die child;

    if (!mz_die_child(of, &child))
        return false;
    do
        if (dwarf_tag(&child) == DW_TAG_template_type_parameter)
            return mz_die_type(&child, type);
    while (mz_die_next(&child));
    return false;
}

bool mz_die_enter(Dwarf_Die *scope, Dwarf_Addr address)
{
    Dwarf_Die child;

    if (!mz_die_child(scope, &child))
        return false;
    do {
        switch (dwarf_tag(&child)) {
        case DW_TAG_inlined_subroutine:
        case DW_TAG_lexical_block:
        case DW_TAG_try_block:
        case DW_TAG_catch_block:
            if (dwarf_haspc(&child, address) > 0) {
                *scope = child;
                return true;
            }
        }
    } while (mz_die_next(&child));
    return false;
}

uint64_t mz_die_elements(Dwarf_Die *subrange)
{
    uint64_t count = mz_die_number(subrange, DW_AT_count, MZ_SIZE_UNKNOWN);
    uint64_t last = mz_die_number(subrange, DW_AT_upper_bound, MZ_SIZE_UNKNOWN);

    if (count == MZ_SIZE_UNKNOWN && last != MZ_SIZE_UNKNOWN)
        count = last + 1; /* int a[0] has an upper bound of -1 */
    return count < MZ_SIZE_UNKNOWN ? count : MZ_SIZE_UNKNOWN;
}

static uint64_t size_within(Dwarf_Die *type, int depth);

static uint64_t array_size(Dwarf_Die *array, int depth)
{
    Dwarf_Die child, element;
    uint64_t size;

    if (!mz_die_type(array, &element) || !mz_die_child(array, &child))
        return MZ_SIZE_UNKNOWN;
    size = size_within(&element, depth);
    do {
        if (dwarf_tag(&child) != DW_TAG_subrange_type)
            continue;
        if (__builtin_mul_overflow(size, mz_die_elements(&child), &size))
            return MZ_SIZE_UNKNOWN;
    } while (mz_die_next(&child));
    return size < MZ_SIZE_UNKNOWN ? size : MZ_SIZE_UNKNOWN;
}

static uint64_t size_within(Dwarf_Die *type, int depth)
{
    Dwarf_Die peeled = *type;
    uint64_t size;

    if (!depth || !mz_die_peel(&peeled))
        return MZ_SIZE_UNKNOWN;
    size = mz_die_number(&peeled, DW_AT_byte_size, MZ_SIZE_UNKNOWN);
    if (size < MZ_SIZE_UNKNOWN)
        return size;
    switch (dwarf_tag(&peeled)) {
    case DW_TAG_array_type:
        return array_size(&peeled, depth - 1);
    case DW_TAG_pointer_type:
    case DW_TAG_reference_type:
    case DW_TAG_rvalue_reference_type:
        return sizeof(uint64_t);
    default:
        return MZ_SIZE_UNKNOWN;
    }
}

uint64_t mz_die_size(Dwarf_Die *type)
{
    return size_within(type, MZ_DIE_DEPTH);
}
