/* SPDX-License-Identifier: Apache-2.0 */
#include "op/op.h"

const char *const mz_op_names[MZ_OP_COUNT] = {
#define X(kind, name, ...) [MZ_##kind] = name,
    MZ_OPS(X)
#undef X
};

const char *const mz_op_awaited[MZ_OP_COUNT] = {
#define X(kind, name, object, class, effect, awaited, ...) \
    [MZ_##kind] = sizeof awaited > 1 ? awaited : NULL,
    MZ_OPS(X)
#undef X
};

const uint16_t mz_op_properties[MZ_OP_COUNT] = {MZ_OPS(MZ_OP_PROPERTIES_OF)};
