/* SPDX-License-Identifier: Apache-2.0 */
#include "region/region.h"

const char *const mz_finding_names[MZ_FINDING_KINDS] = {
    [MZ_FINDING_ASSERTION] = "assertion",
    [MZ_FINDING_ABORT] = "abort",
    [MZ_FINDING_DEADLOCK] = "deadlock",
    [MZ_FINDING_DATA_RACE] = "data-race",
    [MZ_FINDING_MEMORY] = "memory",
    [MZ_FINDING_SIGNAL] = "signal",
    [MZ_FINDING_EXIT] = "exit",
    [MZ_FINDING_MISUSE] = "misuse",
    [MZ_FINDING_LOOP] = "loop",
    [MZ_FINDING_NONDETERMINISM] = "nondeterminism",
    [MZ_FINDING_LEAK] = "leak",
};

const char *const mz_action_names[MZ_ACTION_COUNT] = {
#define X(kind, name) [MZ_ACTION_##kind] = name,
    MZ_ACTIONS(X)
#undef X
};
