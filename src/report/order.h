/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The partial order of an account's steps: which of them could not have been
 * exchanged. Steps of one thread are ordered, the creation of a thread and what
 * it does, its end and who joins it, and two steps that use one object, unless
 * both only read it. Plain accesses order nothing unless they are interleaved:
 * two that race are not ordered.
 *
 * It is about the steps that are told: where some are left out in the middle,
 * an order by way of those is not known.
 */
#ifndef MZ_REPORT_ORDER_H
#define MZ_REPORT_ORDER_H

#include "region/region.h"

/* What a step does to its object. */
#define MZ_USES(X)                                               \
    X(NONE, "")                                                  \
    X(READ, "read")                                              \
    X(WRITE, "write")                                            \
    X(UPDATE, "update")                                          \
    X(ALLOCATE, "allocate")                                      \
    X(FREE, "free")                                              \
    X(SHARE, "share") /* a lock that several readers may have */ \
    X(SYNCHRONISE, "synchronise")

enum mz_step_use {
#define X(use, name) MZ_USE_##use,
    MZ_USES(X)
#undef X
        MZ_USE_COUNT
};

extern const char *const mz_use_names[MZ_USE_COUNT];

enum mz_step_use mz_step_use(const struct mz_step *);

/* Of a lock: nobody holds it afterwards. */
bool mz_step_frees(const struct mz_step *);

/* Whether it accesses the byte at that address. */
bool mz_step_covers(const struct mz_step *, uint64_t address);

/* An access to memory that is not atomic; that is. */
bool mz_step_is_plain(const struct mz_step *);
bool mz_step_is_atomic(const struct mz_step *);

/* The value that the object has after the step. False: it is not known. */
bool mz_step_result(const struct mz_step *, uint64_t *bits);

struct mz_ordering;

/* The account is borrowed. NULL: no memory. */
struct mz_ordering *mz_order_make(const struct mz_account *, bool by_plain);
void mz_order_release(struct mz_ordering *);

/* The steps of other threads that come right before a step: positions in the
 * account, the latest first. Returns how many. */
size_t mz_order_before(const struct mz_ordering *, uint32_t step,
                       uint32_t out[MZ_WIDE_THREADS]);

#endif
