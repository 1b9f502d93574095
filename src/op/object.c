/* SPDX-License-Identifier: Apache-2.0 */
#include "op/object.h"

const struct mz_automaton mz_automata[MZ_OBJECT_COUNT] = {
#define X(object, functions, called, held, wide) \
    [MZ_OBJECT_##object] = {                 \
        .name = called,                      \
        .is_held = held,                     \
        .enabled = mz_##functions##_enabled, \
        .after = mz_##functions##_after,     \
        .holder = mz_##functions##_holder,   \
    },
    MZ_OBJECTS(X)
#undef X
};
