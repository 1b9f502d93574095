/* SPDX-License-Identifier: Apache-2.0 */
#include "op/object.h"

const struct mz_automaton mz_automata[MZ_OBJECT_COUNT] = {
#define X(object, functions, called, who, ...) \
    [MZ_OBJECT_##object] = {                   \
        .name = called,                        \
        .held = MZ_HELD_##who,                 \
        .enabled = mz_##functions##_enabled,   \
        .after = mz_##functions##_after,       \
        .holder = mz_##functions##_holder,     \
    },
    MZ_OBJECTS(X)
#undef X
};
