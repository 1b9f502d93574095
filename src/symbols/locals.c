/* SPDX-License-Identifier: Apache-2.0 */
#include "symbols/locals.h"

#include "symbols/dies.h"
#include "symbols/members.h"
#include "symbols/names.h"
#include "symbols/objects.h"

#include <stdlib.h>

enum { MAX_SCOPES = 64, WORD = 8 };

/* The search for one variable. */
struct search {
    const struct mz_local_frame *frame;
    const struct mz_local_place *place;
    Dwarf_Addr pc;      /* as the DWARF has it */
    uint64_t base;      /* of the frame; 0: not known */
    Dwarf_Die variable; /* found; no address: not yet */
    Dwarf_Die function; /* that it is local to */
    uint64_t address;   /* where it begins; of a register 0 */
    bool is_derived;    /* the register is not the variable itself */
};

/* ---- where things are ---------------------------------------------------- */

static bool value_of(const struct mz_local_frame *frame, unsigned reg,
                     uint64_t *value)
{
    if (reg >= sizeof frame->registers / sizeof *frame->registers ||
        !(frame->known >> reg & 1))
        return false;
    *value = frame->registers[reg];
    return true;
}

/* The register that an operation is, or adds to; false: it is no such one. */
static bool is_of_register(const Dwarf_Op *op, uint8_t first, unsigned *reg)
{
    *reg = op->atom - first;
    return op->atom >= first && *reg < 16;
}

/* What an operation alone leaves. */
static bool evaluate(const struct search *s, const Dwarf_Op *op,
                     uint64_t *value)
{
    unsigned reg;

    if (op->atom == DW_OP_call_frame_cfa) {
        *value = s->frame->cfa;
    } else if (op->atom == DW_OP_fbreg) {
        *value = s->base + op->number;
        return s->base;
    } else if (is_of_register(op, DW_OP_breg0, &reg)) {
        if (!value_of(s->frame, reg, value))
            return false;
        *value += op->number;
    } else {
        return is_of_register(op, DW_OP_reg0, &reg) &&
               value_of(s->frame, reg, value);
    }
    return true;
}

static bool location(Dwarf_Die *die, unsigned attribute, Dwarf_Addr pc,
                     Dwarf_Op **ops, size_t *count)
{
    Dwarf_Attribute memory;
    Dwarf_Attribute *found = dwarf_attr_integrate(die, attribute, &memory);

    return found &&
           dwarf_getlocation_addr(found, pc, ops, count, 1) == 1 && *count;
}

static void find_base(struct search *s, Dwarf_Die *function)
{
    Dwarf_Op *ops;
    size_t count;

    if (!location(function, DW_AT_frame_base, s->pc, &ops, &count) ||
        count != 1 || !evaluate(s, ops, &s->base))
        s->base = 0;
}

/* ---- which one ----------------------------------------------------------- */

static bool lies_there(struct search *s, Dwarf_Die *die, const Dwarf_Op *op)
{
    Dwarf_Die type;
    uint64_t begin, size;

    if (op->atom != DW_OP_fbreg &&
        (op->atom < DW_OP_breg0 || op->atom > DW_OP_breg31))
        return false;
    if (!evaluate(s, op, &begin) || !mz_die_type(die, &type))
        return false;
    size = mz_die_size(&type);
    if (size == MZ_SIZE_UNKNOWN || s->place->address - begin >= size)
        return false;
    s->address = begin;
    return true;
}

/* It is that register, or is computed from it. */
static bool is_register(struct search *s, const Dwarf_Op *ops, size_t count)
{
    unsigned reg;

    s->is_derived = count > 1;
    if (count == 1)
        return is_of_register(ops, DW_OP_reg0, &reg) && reg == s->place->reg;
    for (size_t i = 0; i < count; i++)
        if (is_of_register(&ops[i], DW_OP_breg0, &reg) &&
            reg == s->place->reg)
            return ops[count - 1].atom == DW_OP_stack_value;
    return false;
}

static bool is_sought(struct search *s, Dwarf_Die *die)
{
    Dwarf_Op *ops;
    size_t count;

    if (dwarf_tag(die) != DW_TAG_variable &&
        dwarf_tag(die) != DW_TAG_formal_parameter)
        return false;
    if (!dwarf_diename(die) || mz_names_is_reserved(dwarf_diename(die)) ||
        !location(die, DW_AT_location, s->pc, &ops, &count))
        return false;
    return s->place->is_register ? is_register(s, ops, count)
                                 : count == 1 && lies_there(s, die, ops);
}

static bool find_in(struct search *s, Dwarf_Die *scope)
{
    Dwarf_Die child;

    if (!mz_die_child(scope, &child))
        return false;
    do {
        if (!is_sought(s, &child))
            continue;
        s->variable = child;
        return true;
    } while (mz_die_next(&child));
    return false;
}

/* The innermost of the scopes around that has one, and is not the library's. */
static void find(struct search *s, struct mz_image *image, Dwarf_Die scope)
{
    Dwarf_Die function = scope;
    unsigned depth = 0;

    find_base(s, &scope);
    do {
        if (dwarf_tag(&scope) == DW_TAG_inlined_subroutine)
            function = scope;
        if (!mz_names_in_library(image, &function) && find_in(s, &scope))
            s->function = function;
    } while (depth++ < MAX_SCOPES && mz_die_enter(&scope, s->pc));
}

/* ---- what it is called --------------------------------------------------- */

/* Has it a value of its own, rather than parts? */
static bool is_scalar(Dwarf_Die type)
{
    int tag = mz_die_peel(&type) ? dwarf_tag(&type) : DW_TAG_invalid;

    return tag != DW_TAG_structure_type && tag != DW_TAG_class_type &&
           tag != DW_TAG_union_type && tag != DW_TAG_array_type;
}

/* The part of it that the byte is in: an aligned one, the larger first. */
static void add_part(struct search *s, struct mz_image *image,
                     struct mz_phrase *phrase, struct mz_local *found)
{
    uint64_t offset = s->place->address - s->address;
    size_t mark = phrase->used;
    Dwarf_Die type;

    if (!mz_die_type(&s->variable, &type))
        return;
    for (unsigned size = WORD; size; size /= 2) {
        uint64_t begin = offset & -(uint64_t)size;

        mz_phrase_cut(phrase, mark);
        if (!mz_members_add(image, &type, begin, size, phrase,
                            &found->type) ||
            !found->type.addr || !is_scalar(found->type))
            continue;
        found->offset = (s->address + begin) % WORD;
        return;
    }
    found->type.addr = NULL;
}

static void add_type(struct search *s, struct mz_local *found)
{
    if (s->is_derived || !mz_die_type(&s->variable, &found->type))
        found->type.addr = NULL;
}

bool mz_locals_add(struct mz_image *image, Dwarf_Addr place,
                   const struct mz_local_frame *frame,
                   const struct mz_local_place *where,
                   struct mz_phrase *phrase, struct mz_local *found)
{
    struct search s = {.frame = frame, .place = where};
    struct mz_unit *unit = mz_image_unit_at(image, place);
    struct mz_outline *outline = unit ? mz_image_outline(unit) : NULL;
    Dwarf_Die function, type;

    *found = (struct mz_local){0};
    s.pc = place - image->dwarf_bias;
    if (!outline || !mz_outline_function(outline, s.pc, &function))
        return false;
    find(&s, image, function);
    if (!s.variable.addr || !dwarf_diename(&s.variable))
        return false;
    mz_phrase_add(phrase, "%s", dwarf_diename(&s.variable));
    if (where->is_register)
        add_type(&s, found);
    else
        add_part(&s, image, phrase, found);
    found->function = s.function;
    found->is_whole = mz_die_type(&s.variable, &type) && is_scalar(type);
    return true;
}

/* ---- thread-local ones --------------------------------------------------- */

/* The main program's block ends at the thread pointer. */
static bool block_size(Dwfl_Module *module, uint64_t *size)
{
    GElf_Addr bias;
    Elf *elf = dwfl_module_getelf(module, &bias);
    size_t count = 0;
    GElf_Phdr header;

    if (!elf || elf_getphdrnum(elf, &count) != 0)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (!gelf_getphdr(elf, i, &header) || header.p_type != PT_TLS)
            continue;
        if (!header.p_align)
            header.p_align = 1;
        *size = (header.p_memsz + header.p_align - 1) & -header.p_align;
        return true;
    }
    return false;
}

static bool is_around(const GElf_Sym *symbol, uint64_t offset)
{
    return GELF_ST_TYPE(symbol->st_info) == STT_TLS &&
           symbol->st_shndx != SHN_UNDEF &&
           offset - symbol->st_value < symbol->st_size;
}

static void add_symbol(const char *name, struct mz_phrase *phrase)
{
    char *demangled = mz_names_demangle(name);

    mz_phrase_add(phrase, "%s", demangled ? demangled : name);
    free(demangled);
}

/* Without debug information. */
static bool add_plain(struct mz_image *image, uint64_t offset,
                      struct mz_phrase *phrase)
{
    int count = dwfl_module_getsymtab(image->module);

    for (int i = 1; i < count; i++) {
        GElf_Addr place;
        GElf_Sym symbol;
        const char *name = dwfl_module_getsym_info(
            image->module, i, &symbol, &place, NULL, NULL, NULL);

        if (!name || !is_around(&symbol, offset))
            continue;
        add_symbol(name, phrase);
        return true;
    }
    return false;
}

bool mz_locals_add_thread_local(struct mz_image *image, int64_t distance,
                                unsigned size, struct mz_phrase *phrase,
                                Dwarf_Die *type)
{
    uint64_t block;

    *type = (Dwarf_Die){0};
    if (!image->module || !block_size(image->module, &block) ||
        block + distance > block)
        return false;
    return mz_objects_add(image,
                          MZ_THREAD_LOCALS + image->dwarf_bias + block +
                              distance,
                          size, phrase, type) ||
           add_plain(image, block + distance, phrase);
}
