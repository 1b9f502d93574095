/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bytes that were written for a while: does each hold in the end what it held
 * in the beginning? Then who looks there afterwards finds what is there if
 * nothing was written.
 */
#ifndef MZ_RUNTIME_OVERWRITTEN_H
#define MZ_RUNTIME_OVERWRITTEN_H

#include "op/op.h"

/* Granules; more have not held, for all we know. */
enum { MZ_MAX_OVERWRITTEN = 16 };

/* Of none: zeros. */
struct mz_overwritten {
    bool is_full;
    uint32_t count;
    struct
        mz_overwritten_granule { /* eight aligned bytes; 1/8 of their address */
        uint64_t object, before;
        uint8_t mask; /* those that were written, of which `before` is known */
    } at[MZ_MAX_OVERWRITTEN];
};

static inline void mz_overwritten_forget(struct mz_overwritten *written)
{
    written->count = 0;
    written->is_full = false;
}

/* The bytes in the mask are about to be written, or have just been; before, the
 * granule held that. Of what was written earlier the first time counts. */
void mz_overwritten_note(struct mz_overwritten *, uint64_t object, uint8_t mask,
                         uint64_t before);

/* Reads them all: they must be there still. */
bool mz_overwritten_holds(const struct mz_overwritten *);

#endif
