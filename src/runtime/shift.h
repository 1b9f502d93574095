/* SPDX-License-Identifier: Apache-2.0 */
/* In the process that looks after workers: it stays when a shift of a search
 * that is kept has ended, and begins the next one when the supervisor says so
 * (region/shifts.h). Where nothing is put by there is one shift. */
#ifndef MZ_RUNTIME_SHIFT_H
#define MZ_RUNTIME_SHIFT_H

#include "base/arena.h"

struct mz_shift {
    uint32_t number; /* from 1 */
    char *rests[2];  /* where what is left is collected: by turns, since the
                        next shift reads the one */
    size_t room;     /* bytes of each */
};

/* Before the first, when nothing but what all shifts begin with has been
 * written to the region. The rest of the arena is each shift's anew. */
void mz_shift_prepare(struct mz_shift *, struct mz_arena *);

/* Where what is left of this shift is collected. */
char *mz_shift_rest(const struct mz_shift *);

/* The shift has ended. True: another one has begun, with the rest of the arena
 * zero, and with the lists of threads and objects that it goes on with. False:
 * there is none. */
bool mz_shift_next(struct mz_shift *, const struct mz_arena *);

#endif
