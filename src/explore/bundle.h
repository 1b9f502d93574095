/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What goes from worker to worker, from rank to rank, and into a file: one part
 * of a search (mz_algorithm.give) or several, one after the other, that which
 * has waited longest first. Each has its size before it; all is 8-byte aligned.
 */
#ifndef MZ_EXPLORE_BUNDLE_H
#define MZ_EXPLORE_BUNDLE_H

#include "base/base.h"

enum { MZ_BUNDLE_PARTS = 64 }; /* at most */

struct mz_part {
    uint64_t size; /* of the content, in bytes */
    char content[];
};

/* Bytes from one part to the next. */
static inline size_t mz_part_stride(const struct mz_part *part)
{
    return sizeof *part + (part->size + 7) / 8 * 8;
}

/* Its parts, which stay where they are. */
struct mz_bundle {
    uint32_t count;
    const struct mz_part *parts[MZ_BUNDLE_PARTS];
};

/* False: these bytes are none. No bytes are one of no parts. */
bool mz_bundle_open(struct mz_bundle *, const char *bytes, uint64_t size);

#endif
