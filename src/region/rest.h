/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a search that was stopped has left to explore, flat, so that another
 * process can go on with it: mz_region.rest, and what a file of `mazurka check
 * --checkpoint` ends with. It is of use only where memory lies as it lay: see
 * runtime/resume.h.
 *
 * Behind the head come the keys of the objects, in the order of their numbers;
 * then the tasks, each a struct mz_share_record (explore/share.h).
 */
#ifndef MZ_REGION_REST_H
#define MZ_REGION_REST_H

#include "base/base.h"

/* What must be as it was where tasks are to mean the same. Where these lie, of
 * which addresses in tasks may be: */
struct mz_layout {
    uint64_t environment; /* the program's */
    uint64_t storage;     /* main's own */
    uint64_t heap;        /* its end; arenas are as large as can be */
    uint64_t straight;    /* what the program does: the hash of its straight
                             execution (runtime/straight.h); 0: not known */
};

struct mz_rest {
    uint64_t size;    /* of all, in bytes */
    uint64_t seal;    /* of all but the head */
    uint64_t objects; /* how many keys there are */
    uint64_t tasks;
    struct mz_layout layout;
};

bool mz_layout_is_same(const struct mz_layout *, const struct mz_layout *);

/* Of where all lies: what the program does is not known from the beginning. */
uint64_t mz_layout_hash(const struct mz_layout *);

/* Its size has been checked. */
uint64_t mz_rest_seal_of(const struct mz_rest *);

#endif
