/* SPDX-License-Identifier: Apache-2.0 */
#include "explore/bundle.h"

bool mz_bundle_open(struct mz_bundle *b, const char *bytes, uint64_t size)
{
    b->count = 0;
    for (uint64_t at = 0; at < size; at += mz_part_stride(b->parts[b->count++]))
    {
        const struct mz_part *part = (const struct mz_part *)(bytes + at);

        if (b->count == MZ_BUNDLE_PARTS || size - at < sizeof *part ||
            part->size > size - at - sizeof *part ||
            mz_part_stride(part) > size - at)
            return false;
        b->parts[b->count] = part;
    }
    return true;
}
