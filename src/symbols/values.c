/* SPDX-License-Identifier: Apache-2.0 */
#include "symbols/values.h"

#include "symbols/dies.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int64_t sign_extended(uint64_t bits, uint64_t size)
{
    int unused = 64 - 8 * (int)size;

    return (int64_t)(bits << unused) >> unused;
}

static void add_number(struct mz_phrase *phrase, uint64_t bits, uint64_t size,
                       bool is_signed)
{
    if (is_signed)
        mz_phrase_add(phrase, "%lld", (long long)sign_extended(bits, size));
    else
        mz_phrase_add(phrase, "%llu", (unsigned long long)bits);
}

/* `97 'a'`: small numbers are kept in a char, too. */
static void add_character(struct mz_phrase *phrase, uint64_t bits)
{
    bool escaped = bits == '\'' || bits == '\\';

    if (bits < 0x80 && isprint((int)bits))
        mz_phrase_add(phrase, " '%s%c'", escaped ? "\\" : "", (int)bits);
}

/* The shortest that is read back as the same. */
static bool add_real(struct mz_phrase *phrase, uint64_t bits, uint64_t size)
{
    char text[40];
    uint32_t half = bits;
    double real;
    float single;

    if (size != sizeof real && size != sizeof single)
        return false;
    memcpy(&single, &half, sizeof single);
    memcpy(&real, &bits, sizeof real);
    if (size == sizeof single)
        real = single;
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, real);
        if (size == sizeof single ? strtof(text, NULL) == single
                                  : strtod(text, NULL) == real)
            break;
    }
    mz_phrase_add(phrase, "%s", text);
    return true;
}

static bool add_base(Dwarf_Die *type, uint64_t bits, uint64_t size,
                     struct mz_phrase *phrase)
{
    switch (mz_die_number(type, DW_AT_encoding, 0)) {
    case DW_ATE_boolean:
        if (bits > 1)
            break;
        mz_phrase_add(phrase, bits ? "true" : "false");
        return true;
    case DW_ATE_float:
        return add_real(phrase, bits, size);
    case DW_ATE_signed:
        add_number(phrase, bits, size, true);
        return true;
    case DW_ATE_signed_char:
        add_number(phrase, bits, size, true);
        add_character(phrase, bits);
        return true;
    case DW_ATE_unsigned_char:
        add_number(phrase, bits, size, false);
        add_character(phrase, bits);
        return true;
    case DW_ATE_unsigned:
    case DW_ATE_UTF:
    case DW_ATE_UCS:
    case DW_ATE_ASCII:
        break;
    default:
        return false;
    }
    add_number(phrase, bits, size, false);
    return true;
}

static bool is_enumerator(Dwarf_Die *child, uint64_t bits, uint64_t size)
{
    Dwarf_Attribute memory, *found;
    Dwarf_Sword value;

    if (dwarf_tag(child) != DW_TAG_enumerator)
        return false;
    found = dwarf_attr(child, DW_AT_const_value, &memory);
    return found && dwarf_formsdata(found, &value) == 0 &&
           sign_extended(value, size) == sign_extended(bits, size);
}

static bool add_enumerator(Dwarf_Die *type, uint64_t bits, uint64_t size,
                           struct mz_phrase *phrase)
{
    Dwarf_Die child;

    if (!mz_die_child(type, &child))
        return false;
    do {
        if (!is_enumerator(&child, bits, size) || !dwarf_diename(&child))
            continue;
        if (mz_die_flag(type, DW_AT_enum_class) && dwarf_diename(type))
            mz_phrase_add(phrase, "%s::", dwarf_diename(type));
        mz_phrase_add(phrase, "%s", dwarf_diename(&child));
        return true;
    } while (mz_die_next(&child));
    return false;
}

/* One that has no name (flags, mostly) is written as a number. */
static void add_unnamed_enumerator(Dwarf_Die *type, uint64_t bits,
                                   uint64_t size, struct mz_phrase *phrase)
{
    Dwarf_Die base;
    bool is_signed = mz_die_type(type, &base) && mz_die_peel(&base) &&
                     mz_die_number(&base, DW_AT_encoding, 0) == DW_ATE_signed;

    add_number(phrase, bits, size, is_signed);
}

bool mz_values_add(Dwarf_Die *type, uint64_t bits, struct mz_phrase *phrase)
{
    Dwarf_Die peeled = *type;
    uint64_t size = mz_die_size(type);

    if (!mz_die_peel(&peeled) || !size || size > sizeof bits)
        return false;
    bits &= UINT64_MAX >> (64 - 8 * size);
    switch (dwarf_tag(&peeled)) {
    case DW_TAG_base_type:
        return add_base(&peeled, bits, size, phrase);
    case DW_TAG_enumeration_type:
        if (!add_enumerator(&peeled, bits, size, phrase))
            add_unnamed_enumerator(&peeled, bits, size, phrase);
        return true;
    default:
        return false;
    }
}

/* ---- text ---------------------------------------------------------------- */

enum { MAX_QUOTED = 40 };

static void add_quoted_character(struct mz_phrase *phrase, char c)
{
    static const char written[][2] = {
        {'\n', 'n'}, {'\t', 't'}, {'\r', 'r'}, {'"', '"'}, {'\\', '\\'}};

    for (size_t i = 0; i < sizeof written / sizeof *written; i++)
        if (c == written[i][0]) {
            mz_phrase_add(phrase, "\\%c", written[i][1]);
            return;
        }
    mz_phrase_add(phrase, "%c", c);
}

bool mz_values_add_quoted(const char *text, size_t size,
                          struct mz_phrase *phrase)
{
    size_t most = size < MAX_QUOTED ? size : MAX_QUOTED;
    size_t length = strnlen(text, most);

    for (size_t i = 0; i < length; i++)
        if (!isprint((unsigned char)text[i]) && !strchr("\n\t\r", text[i]))
            return false;
    mz_phrase_add(phrase, "\"");
    for (size_t i = 0; i < length; i++)
        add_quoted_character(phrase, text[i]);
    mz_phrase_add(phrase, length < most ? "\"" : "\"...");
    return true;
}

/* Numbers are kept in `unsigned char`, and in `signed char`. */
static bool is_character(Dwarf_Die *type)
{
    Dwarf_Die peeled = *type;

    return mz_die_peel(&peeled) && dwarf_tag(&peeled) == DW_TAG_base_type &&
           dwarf_diename(&peeled) && !strcmp(dwarf_diename(&peeled), "char");
}

bool mz_values_add_text(Dwarf_Die *type, uint64_t bits, unsigned size,
                        struct mz_phrase *phrase)
{
    Dwarf_Die peeled = *type, element;
    char text[sizeof bits];

    if (!size || size > sizeof bits || !mz_die_peel(&peeled) ||
        dwarf_tag(&peeled) != DW_TAG_array_type ||
        !mz_die_type(&peeled, &element) || !is_character(&element))
        return false;
    memcpy(text, &bits, sizeof text);
    return mz_values_add_quoted(text, size, phrase);
}

bool mz_values_is_text_pointer(Dwarf_Die *type)
{
    Dwarf_Die peeled = *type, pointee;

    return mz_die_peel(&peeled) && dwarf_tag(&peeled) == DW_TAG_pointer_type &&
           mz_die_type(&peeled, &pointee) && is_character(&pointee);
}

/* ---- pointers ------------------------------------------------------------ */

bool mz_values_is_pointer(Dwarf_Die *type, uint64_t *pointee_size)
{
    Dwarf_Die peeled = *type, pointee;
    int tag = mz_die_peel(&peeled) ? dwarf_tag(&peeled) : DW_TAG_invalid;

    if (tag != DW_TAG_pointer_type && tag != DW_TAG_reference_type &&
        tag != DW_TAG_rvalue_reference_type)
        return false;
    *pointee_size = mz_die_type(&peeled, &pointee) ? mz_die_size(&pointee) : 0;
    if (*pointee_size >= MZ_SIZE_UNKNOWN)
        *pointee_size = 0;
    return true;
}
