/* SPDX-License-Identifier: Apache-2.0 */
#include "report/further.h"

bool mz_further(const struct mz_report *whole, uint32_t error,
                struct mz_report *out)
{
    const struct mz_region *region = whole->told ? whole->told[error] : NULL;

    if (!region)
        return false;
    *out = *whole;
    out->region = region;
    out->told = NULL;
    if (!mz_region_has_same_modules(region, whole->region))
        out->symbols = NULL, out->names = NULL;
    return true;
}
