/* SPDX-License-Identifier: Apache-2.0 */
#include "symbols/expressions.h"

#include "symbols/dies.h"
#include "symbols/locals.h"
#include "symbols/members.h"
#include "symbols/names.h"

#include <dwarf.h>
#include <string.h>

enum { MAX_PATH = 512 };

/* `q`, and `->tail` or `[3].tail`. */
static void add_path(struct mz_phrase *phrase, const char *name,
                     bool is_reference, uint64_t index, const char *path)
{
    if (index)
        mz_phrase_add(phrase, "%s[%llu]%s", name, (unsigned long long)index,
                      path);
    else if (is_reference)
        mz_phrase_add(phrase, "%s%s", name, path);
    else if (*path == '.')
        mz_phrase_add(phrase, "%s->%s", name, path + 1);
    else if (*path)
        mz_phrase_add(phrase, "(*%s)%s", name, path);
    else
        mz_phrase_add(phrase, "*%s", name);
}

/* A part of what is pointed to, or of the so many-th such thing behind it. */
static bool add_part(struct mz_image *image, const char *name,
                     const struct mz_local *pointer, uint64_t offset,
                     unsigned size, struct mz_phrase *phrase, Dwarf_Die *found)
{
    Dwarf_Die type = pointer->type, pointee;
    char path[MAX_PATH];
    struct mz_phrase way = mz_phrase_in(path, sizeof path);
    uint64_t one;

    if (!mz_die_peel(&type) || !mz_die_type(&type, &pointee))
        return false;
    one = mz_die_size(&pointee);
    if (!one || one >= MZ_SIZE_UNKNOWN ||
        !mz_members_add(image, &pointee, offset % one, size, &way, found))
        return false;
    add_path(phrase, name, dwarf_tag(&type) != DW_TAG_pointer_type,
             offset / one, path);
    return true;
}

static bool is_pointer(const struct mz_local *local)
{
    Dwarf_Die type = local->type;

    if (!type.addr || local->offset || !mz_die_peel(&type))
        return false;
    switch (dwarf_tag(&type)) {
    case DW_TAG_pointer_type:
    case DW_TAG_reference_type:
    case DW_TAG_rvalue_reference_type:
        return true;
    default:
        return false;
    }
}

/* What `v.begin()` points to is `v[0]`. */
static void forget_call(struct mz_phrase *name)
{
    const char *call = strrchr(name->text, '.');

    if (call && name->used > 2 && !strcmp(name->text + name->used - 2, "()"))
        mz_phrase_cut(name, (size_t)(call - name->text));
}

bool mz_expressions_add(struct mz_image *image, Dwarf_Addr place,
                        const struct mz_local_frame *frame,
                        const struct mz_local_place *where, uint64_t pointer,
                        uint64_t address, unsigned size,
                        struct mz_phrase *phrase, Dwarf_Die *found,
                        struct mz_local *local)
{
    char name[MAX_PATH];
    struct mz_phrase words = mz_phrase_in(name, sizeof name);

    if (pointer > address ||
        !mz_locals_add(image, place, frame, where, &words, local) ||
        !is_pointer(local))
        return false;
    if (size == MZ_ALL_OF_IT) {
        found->addr = NULL;
        mz_phrase_add(phrase, "%s", name);
        return pointer == address;
    }
    forget_call(&words);
    return add_part(image, name, local, address - pointer, size, phrase,
                    found);
}
