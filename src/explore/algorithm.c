/* SPDX-License-Identifier: Apache-2.0 */
#include "explore/algorithm.h"

const struct mz_algorithm_entry mz_algorithms[] = {
#define X(id, name, summary) {name, summary, mz_##id##_create},
    MZ_ALGORITHMS(X)
#undef X
};
const size_t mz_algorithm_count = MZ_COUNT(mz_algorithms);

const char mz_unforeseen[] =
    "a step differs from what was foreseen: visible variables are written by "
    "accesses not checked";

static bool same_text(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

const struct mz_algorithm_entry *mz_algorithm_find(const char *name)
{
    for (size_t i = 0; i < mz_algorithm_count; i++)
        if (same_text(mz_algorithms[i].name, name))
            return &mz_algorithms[i];
    return NULL;
}
