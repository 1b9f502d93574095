/* SPDX-License-Identifier: Apache-2.0 */
#include "report/further.h"

#include <string.h>

/* Else addresses of both are not those of the same code. */
static bool has_same_modules(const struct mz_region *a,
                             const struct mz_region *b)
{
    if (a->module_count != b->module_count)
        return false;
    for (uint32_t i = 0; i < a->module_count; i++)
        if (a->modules[i].bias != b->modules[i].bias ||
            strcmp(a->modules[i].path, b->modules[i].path))
            return false;
    return true;
}

bool mz_further(const struct mz_report *whole, uint32_t error,
                struct mz_report *out)
{
    const struct mz_region *region = whole->told ? whole->told[error] : NULL;

    if (!region)
        return false;
    *out = *whole;
    out->region = region;
    out->told = NULL;
    if (!has_same_modules(region, whole->region))
        out->symbols = NULL;
    return true;
}
