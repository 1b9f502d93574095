/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A private copy of what the checked process left in the region, made fit to be
 * believed: the program may have scribbled over it. Counts are clamped, strings
 * are terminated and are UTF-8 without control characters, threads, kinds,
 * actions and roles are in range, parents are born before their children.
 */
#ifndef MZ_CLI_TRANSCRIPT_H
#define MZ_CLI_TRANSCRIPT_H

#include "arch/arch.h"
#include "region/region.h"

/* Of the first of so many regions, with the account that it speaks of. From
 * mmap, sparse: release with mz_transcript_release. Ends the command when there
 * is no memory. */
struct mz_region *mz_transcript_take(const struct mz_region *shared,
                                     uint32_t count);

/* One of several such, of parts of one search, whose numbers of threads are the
 * same: what they have found and counted, as if workers had. */
struct mz_region *mz_transcript_merge(struct mz_region *const found[],
                                      size_t count);

/* It is sparse, so that a copy for somebody else is of those pages that are not
 * zero. In bytes. */
enum {
    MZ_TRANSCRIPT_PAGES = (sizeof(struct mz_region) + MZ_PAGE - 1) / MZ_PAGE
};
size_t mz_transcript_page_size(size_t page);
bool mz_transcript_page_is_zero(const struct mz_region *, size_t page);

/* Copies a transcript into memory that is zero: what it does not count stays
 * without memory. */
void mz_transcript_copy(struct mz_region *to, const struct mz_region *from);

/* Nothing of what was found, and counted; lists of names remain. */
void mz_transcript_forget_found(struct mz_region *);

/* The first error of both is the same: the account of it becomes that of the
 * second, of an execution that is told better. Nothing else does. */
void mz_transcript_adopt(struct mz_region *, const struct mz_region *);

void mz_transcript_release(struct mz_region *);

#endif
