/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The way down is sought twice. First an entity with exactly the bytes sought,
 * trying one member of a union after the other, and taking back the words of a
 * way that leads nowhere. If there is none, the first way that has all the
 * bytes, as far as it goes.
 */
#include "symbols/members.h"

#include "symbols/dies.h"
#include "symbols/names.h"
#include "symbols/values.h"

#include <string.h>

enum {
    MAX_STEPS = 10000, /* a corrupt type has itself as member, and again */
    MAX_FIELDS = 8,    /* bit-fields that are listed */
};

/* The bytes sought, as a part of an entity of some type. */
struct part {
    Dwarf_Die type;
    uint64_t offset;
    uint64_t size;
    bool is_library_base; /* a base class of a class of the C++ library */
};

struct way {
    struct mz_image *image;
    struct mz_phrase *phrase;
    Dwarf_Die found; /* type of what has exactly the bytes, if it has one */
    bool exact;
    int steps; /* left, in all */
    int depth; /* levels left */
};

static bool follow(struct way *, const struct part *);

/* Whether `part` lies in the `size` bytes at `begin`. */
static bool lies_in(const struct part *part, uint64_t begin, uint64_t size)
{
    uint64_t from = part->offset - begin;

    return part->offset >= begin && from < size && part->size <= size - from;
}

static bool is_opaque_name(const char *name)
{
    static const char *const others[] = {
        "mtx_t",     "cnd_t", "tss_t",       "thrd_t",
        "once_flag", "sem_t", "atomic_flag",
    };
    size_t length = strlen(name);

    if (strncmp(name, "pthread_", 8) == 0)
        return strcmp(name + length - 2, "_t") == 0;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(name, others[i]) == 0)
            return true;
    return false;
}

/* A lock is one thing, whatever it is made of. */
static bool is_opaque(Dwarf_Die type)
{
    int steps = MZ_DIE_DEPTH;

    do {
        const char *name = dwarf_diename(&type);

        if (dwarf_tag(&type) == DW_TAG_typedef && name && is_opaque_name(name))
            return true;
    } while (steps-- && mz_die_unwrap(&type));
    return false;
}

static bool next_dimension(Dwarf_Die *die)
{
    while (mz_die_next(die))
        if (dwarf_tag(die) == DW_TAG_subrange_type)
            return true;
    return false;
}

/* Bytes from one index to the next: what the later dimensions take up. */
static uint64_t stride_of(Dwarf_Die dimension, uint64_t element_size)
{
    uint64_t stride = element_size;

    while (next_dimension(&dimension))
        if (__builtin_mul_overflow(stride, mz_die_elements(&dimension),
                                   &stride))
            return MZ_SIZE_UNKNOWN;
    return stride;
}

static bool is_character(Dwarf_Die *element)
{
    Dwarf_Die type = *element;

    return mz_die_peel(&type) && dwarf_tag(&type) == DW_TAG_base_type &&
           mz_die_size(&type) == 1;
}

/* `[4..7]`, unless it is all there is, or a text. */
static bool add_several(struct way *way, const struct part *array,
                        Dwarf_Die *dimension, uint64_t stride,
                        Dwarf_Die *element)
{
    uint64_t first = array->offset / stride, count = array->size / stride;

    if (!way->exact || array->offset % stride || array->size % stride ||
        count == mz_die_elements(dimension))
        return false;
    if (!array->offset && is_character(element)) {
        way->found = array->type;
        return true;
    }
    mz_phrase_add(way->phrase, "[%llu..%llu]", (unsigned long long)first,
                  (unsigned long long)(first + count - 1));
    return true;
}

static bool follow_dimension(struct way *way, const struct part *array,
                             Dwarf_Die *dimension, Dwarf_Die *element)
{
    uint64_t stride = stride_of(*dimension, mz_die_size(element));
    struct part part = *array;
    Dwarf_Die next = *dimension;

    if (!stride || stride >= MZ_SIZE_UNKNOWN)
        return false;
    part.offset %= stride;
    if (!lies_in(&part, 0, stride))
        return add_several(way, array, dimension, stride, element);
    mz_phrase_add(way->phrase, "[%llu]",
                  (unsigned long long)(array->offset / stride));
    if (!next_dimension(&next)) {
        part.type = *element;
        return follow(way, &part);
    }
    if (way->exact && part.offset == 0 && part.size == stride)
        return true; /* a row */
    return follow_dimension(way, &part, &next, element);
}

static bool follow_array(struct way *way, const struct part *array)
{
    Dwarf_Die type = array->type, dimension, element;

    return mz_die_type(&type, &element) && mz_die_child(&type, &dimension) &&
           (dwarf_tag(&dimension) == DW_TAG_subrange_type ||
            next_dimension(&dimension)) &&
           follow_dimension(way, array, &dimension, &element);
}

/* Whether each object has this child of its class, and at a fixed place. */
static bool is_member(Dwarf_Die *child, uint64_t *begin)
{
    int tag = dwarf_tag(child);

    if ((tag != DW_TAG_member && tag != DW_TAG_inheritance) ||
        mz_die_flag(child, DW_AT_declaration) ||
        mz_die_flag(child, DW_AT_external))
        return false;
    if (!dwarf_hasattr(child, DW_AT_data_member_location)) {
        *begin = 0; /* in a union, or a bit-field */
        return true;
    }
    *begin = mz_die_number(child, DW_AT_data_member_location, MZ_SIZE_UNKNOWN);
    return *begin < MZ_SIZE_UNKNOWN; /* not so that of a virtual base */
}

static const char END[] = "end()", CAPACITY[] = "capacity()", FIELDS[] = "{";

/* Whether a name that mz_members_add has made leads over that member. */
static bool leads_over(const char *name, const char *member)
{
    for (const char *at = name; (at = strchr(at, '.'));)
        if (strncmp(++at, member, strlen(member)) == 0)
            return true;
    return false;
}

bool mz_members_is_end(const char *name)
{
    return leads_over(name, END);
}

bool mz_members_is_bound(const char *name)
{
    return leads_over(name, END) || leads_over(name, CAPACITY);
}

bool mz_members_are_fields(const char *name)
{
    return leads_over(name, FIELDS);
}

/* How programs get at what the library has under names of its own. */
static const char *called(const char *member)
{
    static const char *const calls[][2] = {
        {"_M_start", "begin()"},         {"_M_finish", END},
        {"_M_end_of_storage", CAPACITY}, {"_M_string_length", "size()"},
        {"_M_node_count", "size()"},     {"_M_element_count", "size()"},
        {"_M_size", "size()"},           {"_M_bucket_count", "bucket_count()"},
        {"_M_use_count", "use_count()"},
    };

    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (strcmp(member, calls[i][0]) == 0)
            return calls[i][1];
    return NULL;
}

static void add_library_name(struct way *way, const char *name)
{
    const char *call = mz_names_is_reserved(name) ? called(name) : name;

    if (call)
        mz_phrase_add(way->phrase, ".%s", call);
}

static void add_member_name(struct way *way, Dwarf_Die *member, bool in_library)
{
    const char *name = dwarf_diename(member);

    if (!name || dwarf_tag(member) == DW_TAG_inheritance)
        return;
    if (in_library) {
        add_library_name(way, name);
        return;
    }
    if (mz_die_flag(member, DW_AT_artificial)) /* `_vptr.C`, `_vptr$C` */
        mz_phrase_add(way->phrase, ".%.*s", (int)strcspn(name, ".$"), name);
    else
        mz_phrase_add(way->phrase, ".%s", name);
}

/* It has no bytes of its own, but a size of 1 all the same. */
static bool is_empty_base(Dwarf_Die *member, const struct part *part)
{
    Dwarf_Die type = part->type;

    return dwarf_tag(member) == DW_TAG_inheritance && part->size != 1 &&
           mz_die_size(&type) == 1;
}

static bool follow_member(struct way *way, const struct part *whole,
                          Dwarf_Die *member, bool in_library)
{
    size_t mark = way->phrase->used;
    struct part part = *whole;
    uint64_t begin;

    if (!is_member(member, &begin) || dwarf_hasattr(member, DW_AT_bit_size) ||
        !mz_die_type(member, &part.type) ||
        !lies_in(whole, begin, mz_die_size(&part.type)))
        return false;
    part.offset -= begin;
    part.is_library_base =
        in_library && dwarf_tag(member) == DW_TAG_inheritance;
    if (is_empty_base(member, &part))
        return false;
    add_member_name(way, member, in_library);
    if (follow(way, &part))
        return true;
    mz_phrase_cut(way->phrase, mark);
    return false;
}

static bool follow_members(struct way *way, const struct part *whole)
{
    Dwarf_Die type = whole->type, child;
    bool in_library =
        whole->is_library_base || mz_names_in_library(way->image, &type);

    if (!mz_die_child(&type, &child))
        return false;
    do
        if (follow_member(way, whole, &child, in_library))
            return true;
    while (mz_die_next(&child));
    return false;
}

/* Where a bit-field begins, in bits; before DWARF 5 in a big-endian way. */
static uint64_t first_bit(Dwarf_Die *field, uint64_t begin, uint64_t bits)
{
    Dwarf_Die type;
    uint64_t storage;

    if (dwarf_hasattr(field, DW_AT_data_bit_offset))
        return mz_die_number(field, DW_AT_data_bit_offset, 0);
    storage = mz_die_type(field, &type) ? mz_die_size(&type) : 0;
    storage = mz_die_number(field, DW_AT_byte_size, storage);
    return 8 * (begin + storage) - bits -
           mz_die_number(field, DW_AT_bit_offset, 0);
}

/* Whether an access to the bytes sought touches a member. */
static bool touches(const struct part *part, Dwarf_Die *member)
{
    uint64_t from = 8 * part->offset, begin, first, bits;
    uint64_t to = from + 8 * (part->size ? part->size : 1);
    Dwarf_Die type;

    if (!is_member(member, &begin))
        return false;
    if (dwarf_hasattr(member, DW_AT_bit_size)) {
        bits = mz_die_number(member, DW_AT_bit_size, 0);
        first = first_bit(member, begin, bits);
    } else {
        bits = mz_die_type(member, &type) ? 8 * mz_die_size(&type) : 0;
        first = 8 * begin;
    }
    return first < to && from < first + bits;
}

/* The named bit-fields touched, and the first of them; none if anything else is
 * touched as well. */
static int fields_touched(const struct part *part, const char **names,
                          Dwarf_Die *first)
{
    Dwarf_Die type = part->type, child;
    int count = 0;

    if (!mz_die_child(&type, &child))
        return 0;
    do {
        const char *name = dwarf_diename(&child);

        if (!touches(part, &child))
            continue;
        if (!dwarf_hasattr(&child, DW_AT_bit_size))
            return 0;
        if (name && !count)
            *first = child;
        if (name && count < MAX_FIELDS)
            names[count++] = name;
    } while (mz_die_next(&child));
    return count;
}

/* They share their bytes: which one is meant cannot be told. */
static bool add_fields(struct way *way, const struct part *part)
{
    const char *names[MAX_FIELDS];
    Dwarf_Die first = {0};
    int count = fields_touched(part, names, &first);

    if (count)
        way->found = first;
    if (count == 1)
        mz_phrase_add(way->phrase, ".%s", names[0]);
    for (int i = 0; count > 1 && i < count; i++)
        mz_phrase_add(way->phrase, "%s%s%s", i ? "," : ".", i ? "" : FIELDS,
                      names[i]);
    if (count > 1)
        mz_phrase_add(way->phrase, "}");
    return count;
}

static bool is_signed(Dwarf_Die type)
{
    uint64_t encoding = mz_die_peel(&type)
                            ? mz_die_number(&type, DW_AT_encoding, 0)
                            : 0;

    return encoding == DW_ATE_signed || encoding == DW_ATE_signed_char;
}

static bool add_field_value(Dwarf_Die *field, unsigned shift, uint64_t bits,
                            struct mz_phrase *phrase)
{
    unsigned unused = 64 - mz_die_number(field, DW_AT_bit_size, 0);
    Dwarf_Die type;

    if (!mz_die_type(field, &type))
        return false;
    bits = bits >> shift << unused;
    bits = is_signed(type) ? (uint64_t)((int64_t)bits >> unused)
                           : bits >> unused;
    return mz_values_add(&type, bits, phrase);
}

bool mz_members_is_field(Dwarf_Die *type)
{
    return dwarf_tag(type) == DW_TAG_member &&
           dwarf_hasattr(type, DW_AT_bit_size);
}

/* Where the bytes begin is where the first field does. */
bool mz_members_add_fields(Dwarf_Die *first, unsigned size, uint64_t bits,
                           struct mz_phrase *phrase)
{
    size_t mark = phrase->used;
    Dwarf_Die field = *first;
    uint64_t begin, place, width, base = 0;
    int count = 0;

    if (!size || size > sizeof bits)
        return false;
    do {
        if (!is_member(&field, &begin) || !mz_members_is_field(&field))
            break;
        width = mz_die_number(&field, DW_AT_bit_size, 0);
        place = first_bit(&field, begin, width);
        if (!count)
            base = place / 8 * 8;
        if (place < base || place - base + width > 8 * (uint64_t)size)
            break;
        if (!width || width > 64 || !dwarf_diename(&field))
            continue;
        mz_phrase_add(phrase, count++ ? "," : "{");
        if (!add_field_value(&field, place - base, bits, phrase))
            count = MAX_FIELDS + 1;
    } while (count <= MAX_FIELDS && mz_die_next(&field));
    if (!count || count > MAX_FIELDS) {
        mz_phrase_cut(phrase, mark);
        return false;
    }
    mz_phrase_add(phrase, "}");
    return true;
}

/* Room of the library for an element: `__aligned_membuf<T>`. */
static bool element_in(struct way *way, Dwarf_Die *room, Dwarf_Die *element)
{
    const char *name = dwarf_diename(room);

    return name && strncmp(name, "__aligned_", 10) == 0 &&
           mz_names_in_library(way->image, room) &&
           mz_die_template_type(room, element);
}

static bool follow_inside(struct way *way, const struct part *part)
{
    struct part inside = *part;
    Dwarf_Die type = part->type;

    if (element_in(way, &type, &inside.type))
        return follow(way, &inside);
    switch (dwarf_tag(&type)) {
    case DW_TAG_array_type:
        return follow_array(way, part);
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
    case DW_TAG_union_type:
        return follow_members(way, part);
    default:
        return false;
    }
}

/* Whether this entity is just what is sought. */
static bool arrived(struct way *way, const struct part *part, bool opaque)
{
    Dwarf_Die type = part->type;

    if (part->offset)
        return false;
    if (part->size && part->size != mz_die_size(&type) && !opaque)
        return false;
    way->found = type;
    return true;
}

static bool add_distance(struct way *way, const struct part *part)
{
    if (part->offset)
        mz_phrase_add(way->phrase, "+%llu", (unsigned long long)part->offset);
    return true;
}

static bool follow(struct way *way, const struct part *part)
{
    bool opaque = is_opaque(part->type);
    size_t mark = way->phrase->used;
    struct part inside = *part;

    if (way->steps-- <= 0 || way->depth <= 0)
        return !way->exact;
    if (!opaque && mz_die_peel(&inside.type)) {
        way->depth--;
        if (follow_inside(way, &inside))
            return true;
        way->depth++;
        mz_phrase_cut(way->phrase, mark);
    }
    if (way->exact && arrived(way, part, opaque))
        return true;
    if (!opaque && add_fields(way, &inside))
        return true;
    return !way->exact && add_distance(way, part);
}

bool mz_members_add(struct mz_image *image, Dwarf_Die *type, uint64_t offset,
                    uint64_t size, struct mz_phrase *phrase, Dwarf_Die *found)
{
    struct way way = {image, phrase, {0}, true, MAX_STEPS, MZ_DIE_DEPTH};
    struct part part = {*type, offset, size, false};
    size_t mark = phrase->used;

    *found = (Dwarf_Die){0};
    if (follow(&way, &part)) {
        *found = way.found;
        return true;
    }
    mz_phrase_cut(phrase, mark);
    way = (struct way){image, phrase, {0}, false, MAX_STEPS, MZ_DIE_DEPTH};
    follow(&way, &part);
    return false;
}
