/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Accesses to memory of any size. Within 8 aligned bytes, a granule, it is an
 * operation like any other; one that goes across granules is an atomic block of
 * its own, and so one event of several accesses.
 */
#ifndef MZ_RUNTIME_ACROSS_H
#define MZ_RUNTIME_ACROSS_H

#include "runtime/visible.h"

static inline bool mz_goes_across(uint64_t address, uint64_t size)
{
    return (address & 7) + size > 8;
}

/* An access within a granule. */
MZ_INLINED struct mz_visible mz_visible_access(enum mz_op kind,
                                               uint64_t address, unsigned size)
{
    return (struct mz_visible){
        .kind = kind,
        .object = mz_object_of_memory(address),
        .mask = ((1u << size) - 1) << (address & 7),
    };
}

/* Opens that block, unless the thread is in one. Was it opened? */
bool mz_across_begin(void);

/*
 * The accesses to the granules, and the end of the block if it was `opened`.
 * `before` is what the bytes held. What is told of them, and compared when the
 * event is replayed, is a hash of that and of `value`; or nothing, if `value`
 * is NULL.
 */
void mz_across_end(bool opened, enum mz_op outcome, uint64_t address,
                   uint64_t size, const void *before, const uint64_t *value);

#endif
