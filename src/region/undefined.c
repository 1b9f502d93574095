/* SPDX-License-Identifier: Apache-2.0 */
#include "region/undefined.h"

#include "base/format.h"
#include "region/finding.h"

enum { MAX_INTEGER = 40 };

static void put_integer(char out[MAX_INTEGER], const struct mz_integer *i)
{
    if (!i->bits)
        mz_format(out, MAX_INTEGER, "a value");
    else if (mz_integer_is_wide(i))
        mz_format(out, MAX_INTEGER, "0x%lx'%lx", i->high, i->low);
    else if (i->is_signed)
        mz_format(out, MAX_INTEGER, "%ld", (long)i->low);
    else
        mz_format(out, MAX_INTEGER, "%lu", i->low);
}

static size_t put_overflow(const struct mz_undefined *o, const char *left,
                           const char *right, char *out, size_t size)
{
    static const char signs[] = {'+', '-', '*', '/'};

    if (o->which >= MZ_COUNT(signs))
        return mz_format(out, size, "-(%s) in %s", left, o->type);
    return mz_format(out, size, "%s %c %s in %s", left, signs[o->which], right,
                     o->type);
}

static const char *use_of(uint32_t which)
{
    static const char *const words[MZ_POINTER_USES_COUNT] = {
#define X(use, words) [MZ_POINTER_##use] = words,
        MZ_POINTER_USES(X)
#undef X
    };

    return words[which < MZ_POINTER_USES_COUNT ? which : MZ_POINTER_OTHER];
}

size_t mz_undefined_text(const struct mz_undefined *o, char *out, size_t size)
{
    char left[MAX_INTEGER], right[MAX_INTEGER];

    put_integer(left, &o->left);
    put_integer(right, &o->right);
    switch (o->fault) {
    case MZ_FAULT_OVERFLOW:
        return put_overflow(o, left, right, out, size);
    case MZ_FAULT_ZERO_DIVISOR:
        return mz_format(out, size, "%s / 0 in %s", left, o->type);
    case MZ_FAULT_SHIFT:
        return mz_format(out, size, "%s by %s bits in %s", left, right,
                         o->type);
    case MZ_FAULT_SHIFT_OVERFLOW:
        return mz_format(out, size, "%s << %s in %s", left, right, o->type);
    case MZ_FAULT_INDEX:
        return mz_format(out, size, "%s of %s", left, o->type);
    case MZ_FAULT_ARRAY_LENGTH:
        return mz_format(out, size, "%s", left);
    case MZ_FAULT_INVALID_VALUE:
        return mz_format(out, size, "%s in %s", left, o->type);
    case MZ_FAULT_CONVERSION:
        return mz_format(out, size, "%s of %s to %s", left, o->type, o->to);
    case MZ_FAULT_NULL_USED:
    case MZ_FAULT_MISALIGNED:
    case MZ_FAULT_NO_ROOM:
        return mz_format(out, size, "%s %s", use_of(o->which), o->type);
    default:
        return mz_format(out, size, "%s", o->type);
    }
}
