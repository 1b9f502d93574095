/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The seal of some bytes: another one, if any one byte was another one. It is
 * no proof of good faith. Of words of 8 bytes each fourth goes into one lane,
 * so that four are under way at a time; what is no whole word is filled up with
 * zeros. docs/searches.md has how.
 */
#ifndef MZ_BASE_SEAL_H
#define MZ_BASE_SEAL_H

#include "base/base.h"

enum { MZ_SEAL_LANES = 4 };

struct mz_seal {
    uint64_t lanes[MZ_SEAL_LANES];
    uint64_t words;
};

void mz_seal_begin(struct mz_seal *);

/* Words that may be anywhere. */
void mz_seal_add(struct mz_seal *, const void *words, size_t count);
uint64_t mz_seal_end(const struct mz_seal *);

/* The whole. */
uint64_t mz_seal_of(const void *bytes, size_t size);

#endif
