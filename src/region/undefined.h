/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Undefined behaviour as data: an operation that has no meaning, and on what.
 * It has one text, `1 + 2 in 'int'`, which the report has in a sentence, and
 * the runtime in a line where nobody searches (report/sentence,
 * runtime/undefined).
 */
#ifndef MZ_REGION_UNDEFINED_H
#define MZ_REGION_UNDEFINED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An integer of the program, of up to 128 bits, those that it does not have
 * being its sign. */
struct mz_integer {
    uint64_t low, high;
    uint32_t bits; /* of its type; 0: it is of a type that is no integer */
    uint32_t is_signed;
};

/* Its high bits are more than the sign of the low 64. */
static inline bool mz_integer_is_wide(const struct mz_integer *i)
{
    return i->high != (i->is_signed && i->low >> 63 ? UINT64_MAX : 0);
}

enum mz_sign { MZ_PLUS, MZ_MINUS, MZ_TIMES, MZ_OVER, MZ_NEGATED };

/* What a pointer is used for, in the order of the compilers' interface. */
#define MZ_POINTER_USES(X)                               \
    X(LOAD, "load of")                           \
    X(STORE, "store to")                         \
    X(REFERENCE, "reference to")                 \
    X(MEMBER, "member of")                       \
    X(CALL, "member call on")                    \
    X(CONSTRUCTION, "construction of")           \
    X(DOWNCAST, "downcast to")                   \
    X(DOWNCAST_OF_REFERENCE, "downcast to")      \
    X(UPCAST, "upcast of")                       \
    X(UPCAST_TO_VIRTUAL, "upcast to")            \
    X(NONNULL, "nonnull value of")               \
    X(DYNAMIC, "dynamic operation on")           \
    X(OTHER, "access to")

enum mz_pointer_use {
#define X(use, words) MZ_POINTER_##use,
    MZ_POINTER_USES(X)
#undef X
        MZ_POINTER_USES_COUNT
};

struct mz_undefined {
    uint32_t fault; /* enum mz_fault, of the kind UNDEFINED */
    uint32_t which; /* enum mz_sign, of an overflow; enum mz_pointer_use */
    struct mz_integer left, right;
    const char *type; /* in quotes, or the name of a function */
    const char *to;   /* the type of a conversion's result, or of nothing */
};

/* `1 + 2 in 'int'`, `load of 'int'`; empty if there is nothing to tell. Returns
 * the length; what does not fit is cut off. */
size_t mz_undefined_text(const struct mz_undefined *, char *out, size_t size);

#endif
