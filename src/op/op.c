/* SPDX-License-Identifier: Apache-2.0 */
#include "op/op.h"

const char *const mz_op_names[MZ_OP_COUNT] = {
#define X(kind, name) [MZ_##kind] = name,
    MZ_OPS(X)
#undef X
};

/* A row with a missing column does not compile. */
#define ROW(kind, r, w, m, c, cf, l, t, tf, u, jo, ch)             \
    [MZ_##kind] = {                                                \
        [MZ_READ] = r,    [MZ_WRITE] = w,         [MZ_RMW] = m,    \
        [MZ_CAS] = c,     [MZ_CAS_FAIL] = cf,     [MZ_LOCK] = l,   \
        [MZ_TRYLOCK] = t, [MZ_TRYLOCK_FAIL] = tf, [MZ_UNLOCK] = u, \
        [MZ_JOIN] = jo,   [MZ_CHOOSE] = ch,                        \
    }

/*
 * Two unlocks of one lock are never adjacent and never both enabled; they are
 * independent ([AAJS17] 8.1). The object relation makes them dependent, which
 * changes nothing.
 */
/* clang-format off */
const uint8_t
mz_dependence[MZ_RELATION_COUNT][MZ_OP_COUNT][MZ_OP_COUNT] = {
    [MZ_RELATION_RW] = {
        /*                  R  W  M  C CF  L  T TF  U  J  Ch */
        ROW(READ,           0, 1, 1, 1, 0, 1, 1, 0, 1, 0, 0),
        ROW(WRITE,          1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(RMW,            1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(CAS,            1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(CAS_FAIL,       0, 1, 1, 1, 0, 1, 1, 0, 1, 0, 0),
        ROW(LOCK,           1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(TRYLOCK,        1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(TRYLOCK_FAIL,   0, 1, 1, 1, 0, 1, 1, 0, 1, 0, 0),
        ROW(UNLOCK,         1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0),
        ROW(JOIN,           0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
        ROW(CHOOSE,         0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    },
    [MZ_RELATION_OBJECT] = {
        ROW(READ,           1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(WRITE,          1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(RMW,            1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(CAS,            1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(CAS_FAIL,       1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(LOCK,           1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(TRYLOCK,        1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(TRYLOCK_FAIL,   1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(UNLOCK,         1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(JOIN,           0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
        ROW(CHOOSE,         0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    },
};
/* clang-format on */
