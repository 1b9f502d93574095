/* SPDX-License-Identifier: Apache-2.0 */
#include "op/object.h"

const uint8_t mz_op_objects[MZ_OP_COUNT] = {
#define X(kind, name, object, ...) [MZ_##kind] = MZ_OBJECT_##object,
    MZ_OPS(X)
#undef X
};

const struct mz_automaton *const mz_automata[MZ_OBJECT_COUNT] = {
#define X(object, automaton) [MZ_OBJECT_##object] = &automaton,
    MZ_OBJECTS(X)
#undef X
};
