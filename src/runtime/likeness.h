/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How alike two comings of a thread to an operation are: whether it has the
 * same local state (local_state.h), in one of three senses. Loops that wait are
 * told by that (loop.h).
 */
#ifndef MZ_RUNTIME_LIKENESS_H
#define MZ_RUNTIME_LIKENESS_H

#include "runtime/local_state.h"

struct mz_visible;

/* But for the first, that another round would be so, too, is a guess about the
 * program. */
enum mz_likeness {
    MZ_EXACT,
    MZ_LATE,    /* apart from how late it is */
    MZ_COUNTED, /* apart from all that the thread has to itself: it has come to
                   the same operation in calls of the same depth */
};

/* A local state, as each of these sees it. (How late it is matters if the
 * thread has ever read a clock.) */
struct mz_local_states {
    struct mz_local_state of[MZ_COUNTED + 1];
    struct mz_local_state operation; /* what the runtime is told of it */
    bool has_late;
};

/* That of the running thread, which has come to this operation: all that it
 * alone has, and how often it has looked at the clock. Returns the place in the
 * program; 0: not all of that is known. */
uint64_t mz_likeness_find(const struct mz_visible *, struct mz_local_states *);

bool mz_likeness_is(const struct mz_local_states *,
                    const struct mz_local_states *, enum mz_likeness);

#endif
