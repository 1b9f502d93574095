/* SPDX-License-Identifier: Apache-2.0 */
#include "op/dependence.h"

_Static_assert(MZ_CLASS_COUNT <= 16, "mz_dependence.depends needs more bits");

/* The class of each kind with what belongs to it, in one number, so that a row
 * can name the class of another kind. */
enum {
#define X(kind, name, object, class, ...) \
    CLASS_OF_##kind =                     \
        MZ_CLASS_##class | MZ_COVERS_##class << 8 | MZ_DEPENDS_##class << 16,
    MZ_OPS(X)
#undef X
        CLASS_OF_ANY =
            MZ_CLASS_WRITE | MZ_COVERS_WRITE << 8 | MZ_DEPENDS_WRITE << 16,
};

#define ROW(number)                                        \
    {                                                      \
        (number) & 0xff, (number) >> 8 & 1, (number) >> 16 \
    }

const struct mz_dependence mz_dependence[MZ_RELATION_COUNT][MZ_OP_COUNT] = {
#define X(kind, ...) [MZ_##kind] = ROW(CLASS_OF_##kind),
    [MZ_RELATION_ADD] = {MZ_OPS(X)},
#undef X
#define X(kind, ...) \
    [MZ_##kind] =    \
        ROW(MZ_##kind == MZ_ADD ? CLASS_OF_ANY : CLASS_OF_##kind),
    [MZ_RELATION_RW] = {MZ_OPS(X)},
#undef X
#define X(kind, ...)                                                     \
    [MZ_##kind] =                                                        \
        ROW((CLASS_OF_##kind & 0xff) == MZ_CLASS_LOCAL ? CLASS_OF_##kind \
                                                       : CLASS_OF_ANY),
    [MZ_RELATION_OBJECT] = {MZ_OPS(X)},
#undef X
#define X(kind, name, object, class, effect, awaited, success, ...) \
    [MZ_##kind] = ROW(CLASS_OF_##success),
    [MZ_RELATION_OPAQUE] = {MZ_OPS(X)},
#undef X
};
