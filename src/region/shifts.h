/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A search that is kept each so often goes on in shifts: its workers stop, what
 * they have found and left is read, and others begin with that. The process
 * that looks after workers, and is as the program was before main, stays for
 * all shifts, so that the program does not run up to main again. A part of the
 * first region.
 *
 * A shift is ended so: with MZ_STOP_SHIFT, and nothing has gone wrong. The next
 * one begins when the supervisor has made the regions what they were before the
 * first, but for what it goes on with (mz_region.taken_up), and says so.
 */
#ifndef MZ_REGION_SHIFTS_H
#define MZ_REGION_SHIFTS_H

#include "base/base.h"

/* mz_region.stop */
enum {
    MZ_STOP_NOT,
    MZ_STOP_END,   /* and the process ends */
    MZ_STOP_SHIFT, /* and another shift may begin there */
};

struct mz_shifts {
    /* The search. */
    uint64_t prepared; /* where a copy is of the first region, as far as
                          anything was in it then: bytes from its start; the
                          program's modules are noted when this is not 0 */
    uint64_t rest_room; /* bytes at mz_region.rest: what the next shift goes on
                           with may be written there */
    uint32_t ended; /* the number of the last shift that has, from 1 */

    /* The supervisor. */
    uint32_t begun; /* the same, that has begun; a futex. 0: the first */
};

#endif
