/* SPDX-License-Identifier: Apache-2.0 */
#include "op/op.h"

const char *const mz_op_names[MZ_OP_COUNT] = {
#define X(kind, name) [MZ_##kind] = name,
    MZ_OPS(X)
#undef X
};

const char *const mz_condition_names[MZ_CONDITION_COUNT] = {
    [MZ_EQUAL] = "==",  [MZ_UNEQUAL] = "!=",
    [MZ_LESS] = "<",    [MZ_LESS_OR_EQUAL] = "<=",
    [MZ_GREATER] = ">", [MZ_GREATER_OR_EQUAL] = ">=",
};

/* A row with a missing column does not compile. */
#define ROW(kind, r, w, m, c, cf, l, t, tf, u, a, sw, st, sf, sp, jo, ch) \
    [MZ_##kind] = {                                                       \
        [MZ_READ] = r,                                                    \
        [MZ_WRITE] = w,                                                   \
        [MZ_RMW] = m,                                                     \
        [MZ_CAS] = c,                                                     \
        [MZ_CAS_FAIL] = cf,                                               \
        [MZ_LOCK] = l,                                                    \
        [MZ_TRYLOCK] = t,                                                 \
        [MZ_TRYLOCK_FAIL] = tf,                                           \
        [MZ_UNLOCK] = u,                                                  \
        [MZ_AWAIT] = a,                                                   \
        [MZ_SEM_WAIT] = sw,                                               \
        [MZ_SEM_TRYWAIT] = st,                                            \
        [MZ_SEM_TRYWAIT_FAIL] = sf,                                       \
        [MZ_SEM_POST] = sp,                                               \
        [MZ_JOIN] = jo,                                                   \
        [MZ_CHOOSE] = ch,                                                 \
    }

/*
 * Two unlocks of one lock are never adjacent and never both enabled; they are
 * independent ([AAJS17] 8.1). The object relation makes them dependent, which
 * changes nothing. Two posts commute.
 */
/* clang-format off */
const uint8_t
mz_dependence[MZ_RELATION_COUNT][MZ_OP_COUNT][MZ_OP_COUNT] = {
    [MZ_RELATION_RW] = {
        /*                      R  W  M  C CF  L  T TF  U  A SW ST SF  P  J  H*/
        ROW(READ,               0, 1, 1, 1, 0, 1, 1, 0, 1, 0, 1, 1, 0, 1, 0, 0),
        ROW(WRITE,              1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(RMW,                1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(CAS,                1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(CAS_FAIL,           0, 1, 1, 1, 0, 1, 1, 0, 1, 0, 1, 1, 0, 1, 0, 0),
        ROW(LOCK,               1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(TRYLOCK,            1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(TRYLOCK_FAIL,       0, 1, 1, 1, 0, 1, 1, 0, 1, 0, 1, 1, 0, 1, 0, 0),
        ROW(UNLOCK,             1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 0, 0),
        ROW(AWAIT,              0, 1, 1, 1, 0, 1, 1, 0, 1, 0, 1, 1, 0, 1, 0, 0),
        ROW(SEM_WAIT,           1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(SEM_TRYWAIT,        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(SEM_TRYWAIT_FAIL,   0, 1, 1, 1, 0, 1, 1, 0, 1, 0, 1, 1, 0, 1, 0, 0),
        ROW(SEM_POST,           1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0),
        ROW(JOIN,               0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
        ROW(CHOOSE,             0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    },
    [MZ_RELATION_OBJECT] = {
        ROW(READ,               1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(WRITE,              1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(RMW,                1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(CAS,                1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(CAS_FAIL,           1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(LOCK,               1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(TRYLOCK,            1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(TRYLOCK_FAIL,       1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(UNLOCK,             1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(AWAIT,              1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(SEM_WAIT,           1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(SEM_TRYWAIT,        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(SEM_TRYWAIT_FAIL,   1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(SEM_POST,           1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(JOIN,               0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
        ROW(CHOOSE,             0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    },
    [MZ_RELATION_OPAQUE] = {
        ROW(READ,               0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 0, 0),
        ROW(WRITE,              1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(RMW,                1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(CAS,                1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(CAS_FAIL,           1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(LOCK,               1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(TRYLOCK,            1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(TRYLOCK_FAIL,       1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(UNLOCK,             1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 0, 0),
        ROW(AWAIT,              0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 0, 0),
        ROW(SEM_WAIT,           1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(SEM_TRYWAIT,        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(SEM_TRYWAIT_FAIL,   1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(SEM_POST,           1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0),
        ROW(JOIN,               0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
        ROW(CHOOSE,             0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    },
};
/* clang-format on */

/* The value of a variable of `bytes` bytes, as a signed number. */
static int64_t extended(uint64_t value, unsigned bytes)
{
    unsigned spare = 64 - 8 * bytes;

    return (int64_t)(value << spare) >> spare;
}

bool mz_condition_holds(uint8_t condition, uint8_t mask, uint64_t value,
                        uint64_t number)
{
    unsigned bytes = __builtin_popcount(mask);
    int64_t a = extended(value, bytes), b = extended(number, bytes);
    bool less =
        condition & MZ_CONDITION_SIGNED ? a < b : (uint64_t)a < (uint64_t)b;

    switch (condition & ~MZ_CONDITION_SIGNED) {
    case MZ_EQUAL:
        return a == b;
    case MZ_UNEQUAL:
        return a != b;
    case MZ_LESS:
        return less;
    case MZ_LESS_OR_EQUAL:
        return less || a == b;
    case MZ_GREATER:
        return !less && a != b;
    default:
        return !less;
    }
}
