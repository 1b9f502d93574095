/* SPDX-License-Identifier: Apache-2.0 */
#include "symbols/expressions.h"

#include "symbols/dies.h"
#include "symbols/locals.h"
#include "symbols/members.h"
#include "symbols/names.h"
#include "symbols/objects.h"

#include <stdio.h>
#include <string.h>

enum { MAX_PATH = 512 };

/* What `v.begin()` points to is `v[0]`. */
static bool forget_call(struct mz_phrase *name)
{
    const char *call = strrchr(name->text, '.');

    if (!call || name->used < 2 ||
        strcmp(name->text + name->used - 2, "()") != 0)
        return false;
    mz_phrase_cut(name, (size_t)(call - name->text));
    return true;
}

/* `->tail` or `[3].tail`, behind what leads there. */
static void add_path(struct mz_phrase *phrase, bool is_reference,
                     uint64_t index, const char *path)
{
    char name[MAX_PATH];

    if (forget_call(phrase) || index) {
        mz_phrase_add(phrase, "[%llu]%s", (unsigned long long)index, path);
    } else if (is_reference) {
        mz_phrase_add(phrase, "%s", path);
    } else if (*path == '.') {
        mz_phrase_add(phrase, "->%s", path + 1);
    } else {
        snprintf(name, sizeof name, "%s", phrase->text);
        mz_phrase_cut(phrase, 0);
        mz_phrase_add(phrase, *path ? "(*%s)%s" : "*%s", name, path);
    }
}

static bool is_pointer(Dwarf_Die type)
{
    if (!type.addr || !mz_die_peel(&type))
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

bool mz_expressions_local(struct mz_expression *e, Dwarf_Addr place,
                          const struct mz_local_frame *frame,
                          const struct mz_local_place *where,
                          struct mz_local *local)
{
    if (!mz_locals_add(e->image, place, frame, where, e->phrase, local))
        return false;
    e->type = local->type;
    return !local->offset && is_pointer(e->type);
}

bool mz_expressions_variable(struct mz_expression *e, Dwarf_Addr place)
{
    size_t length;

    if (!mz_objects_add(e->image, place, sizeof e->value, e->phrase, &e->type))
        return false;
    mz_names_scope(e->phrase->text, &length);
    mz_phrase_cut(e->phrase, length);
    return is_pointer(e->type);
}

/* A node of the library's may be the beginning of a larger one. */
static bool is_internal(struct mz_image *image, Dwarf_Die *type)
{
    const char *name = dwarf_diename(type);

    return name && mz_names_is_reserved(name) &&
           mz_names_in_library(image, type);
}

/* `a node of ids`: how it is linked nobody but the library knows. */
static void add_hidden(struct mz_phrase *phrase, const char *what)
{
    char name[MAX_PATH];

    if (strncmp(phrase->text, what, strlen(what)) == 0)
        return;
    snprintf(name, sizeof name, "%s", phrase->text);
    mz_phrase_cut(phrase, 0);
    mz_names_add_hidden(what, name, phrase);
}

/* What gcc makes of a coroutine's local variables: `struct count.Frame`. */
static bool is_of_coroutine(Dwarf_Die *type)
{
    static const char end[] = ".Frame";
    const char *name = dwarf_diename(type);
    size_t length = name ? strlen(name) : 0;

    return length >= sizeof end && !strcmp(name + length - strlen(end), end);
}

/* How long a name is without the numbers of its block: `i` of `i_2_3`. */
static size_t unnumbered(const char *name, size_t length)
{
    for (unsigned numbers = 0; numbers < 2; numbers++) {
        size_t rest = length;

        while (rest && name[rest - 1] >= '0' && name[rest - 1] <= '9')
            rest--;
        if (rest < 2 || rest == length || name[rest - 1] != '_')
            break;
        length = rest - 1;
    }
    return length;
}

/* `i`, `promise.value`; the coroutine that has them is told by the place. */
static void add_of_coroutine(struct mz_phrase *phrase, const char *path)
{
    static const char promise[] = "_Coro_promise";
    const char *member = path + (*path == '.');
    size_t length = strcspn(member, ".[");

    mz_phrase_cut(phrase, 0);
    if (!strncmp(member, promise, length) && length == strlen(promise))
        mz_phrase_add(phrase, "promise%s", member + length);
    else if (!length || !strncmp(member, "_Coro_", strlen("_Coro_")))
        mz_phrase_add(phrase, "the coroutine's state");
    else
        mz_phrase_add(phrase, "%.*s%s", (int)unnumbered(member, length), member,
                      member + length);
}

/* The buckets of a hash table: which one an element is in says nothing. */
static bool leads_to_hidden(struct mz_image *image, Dwarf_Die type)
{
    Dwarf_Die pointee;

    return mz_die_peel(&type) && dwarf_tag(&type) == DW_TAG_pointer_type &&
           mz_die_type(&type, &pointee) &&
           mz_names_of_hidden(image, &pointee);
}

/* A part of what is pointed to, or of the so many-th such thing behind it. */
static bool add_part(struct mz_expression *e, uint64_t address, unsigned size)
{
    Dwarf_Die type = e->type, pointee, found;
    char path[MAX_PATH];
    struct mz_phrase way = mz_phrase_in(path, sizeof path);
    uint64_t offset = address - e->value, one;
    const char *hidden;

    if (address < e->value || !mz_die_peel(&type) ||
        !mz_die_type(&type, &pointee))
        return false;
    one = mz_die_size(&pointee);
    if (!one || one >= MZ_SIZE_UNKNOWN ||
        (offset >= one && is_internal(e->image, &pointee)) ||
        !mz_members_add(e->image, &pointee, offset % one, size, &way, &found))
        return false;
    hidden = mz_names_of_hidden(e->image, &pointee);
    if (is_of_coroutine(&pointee))
        add_of_coroutine(e->phrase, path);
    else if (hidden && !*path)
        add_hidden(e->phrase, hidden);
    else if (!leads_to_hidden(e->image, pointee))
        add_path(e->phrase, dwarf_tag(&type) != DW_TAG_pointer_type,
                 offset / one, path);
    e->type = found;
    return true;
}

bool mz_expressions_follow(struct mz_expression *e, uint64_t address)
{
    return add_part(e, address, sizeof e->value) && is_pointer(e->type);
}

bool mz_expressions_end(struct mz_expression *e, uint64_t address,
                        unsigned size)
{
    if (size != MZ_ALL_OF_IT)
        return add_part(e, address, size);
    e->type.addr = NULL;
    return address == e->value;
}
