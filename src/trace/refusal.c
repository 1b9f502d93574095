/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/refusal.h"

const char *const mz_refusals[MZ_REFUSAL_COUNT] = {
#define X(id, text) [MZ_REFUSAL_##id] = text,
    MZ_REFUSALS(X)
#undef X
};

const char *const mz_refusal_names[MZ_REFUSAL_COUNT] = {
#define X(id, text) [MZ_REFUSAL_##id] = #id,
    MZ_REFUSALS(X)
#undef X
};
