/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A private copy of what the checked process left in the region, made fit to be
 * believed: the program may have scribbled over it. Counts are clamped, strings
 * are terminated and are UTF-8 without control characters, threads, kinds,
 * actions and roles are in range, parents are born before their children.
 */
#ifndef MZ_CLI_TRANSCRIPT_H
#define MZ_CLI_TRANSCRIPT_H

#include "region/region.h"

/* Of the first of so many regions, with the account that it speaks of. From
 * mmap, sparse: release with mz_transcript_release. Ends the command when there
 * is no memory. */
struct mz_region *mz_transcript_take(const struct mz_region *shared,
                                     uint32_t count);

/* The first error of both is the same: the account of it becomes that of the
 * second, of an execution that is told better. Nothing else does. */
void mz_transcript_adopt(struct mz_region *, const struct mz_region *);

void mz_transcript_release(struct mz_region *);

#endif
