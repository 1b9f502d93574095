/* SPDX-License-Identifier: Apache-2.0 */
#include "explore/algorithm.h"

const struct mz_algorithm_entry mz_algorithms[] = {
#define X(id, summary, reduction, abilities, relations, refuses) \
    {#id,       summary,   mz_##id##_create,                     \
     abilities, relations, MZ_REDUCTION_##reduction,             \
     refuses},
    MZ_ALGORITHMS(X)
#undef X
};
const size_t mz_algorithm_count = MZ_COUNT(mz_algorithms);

const char *const mz_ability_names[MZ_ABILITY_COUNT] = {
#define X(id, name) [MZ_ABILITY_##id] = name,
    MZ_ABILITIES(X)
#undef X
};

const char *const mz_reduction_names[MZ_REDUCTION_COUNT] = {
#define X(id, name) [MZ_REDUCTION_##id] = name,
    MZ_REDUCTIONS(X)
#undef X
};

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

const struct mz_algorithm_entry *mz_algorithm_for(uint32_t abilities)
{
    const struct mz_algorithm_entry *found = NULL;

    for (size_t i = 0; i < mz_algorithm_count; i++)
        if (!mz_algorithms[i].refuses &&
            !mz_algorithm_samples(&mz_algorithms[i]) &&
            !(abilities & ~mz_algorithms[i].abilities))
            found = &mz_algorithms[i];
    return found;
}
