/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/limit.h"

const char *const mz_limit_names[MZ_LIMIT_COUNT] = {
#define X(id, name, told) [MZ_LIMIT_##id] = name,
    MZ_LIMITS(X)
#undef X
};

const char *const mz_limit_told[MZ_LIMIT_COUNT] = {
#define X(id, name, told) [MZ_LIMIT_##id] = told,
    MZ_LIMITS(X)
#undef X
};
