/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What became of the calls of some columns in an execution, and what order they
 * had: in *all* executions of its trace, or in this one.
 *
 * A call lasts from its first event to its last; no step before or after these
 * is seen by another thread, so that it may as well be made then. A call
 * without events is a moment between two events of its thread. So an order of
 * begins and ends is possible just if it keeps happens-before of these events;
 * docs/linearizability.md has the proof.
 */
#ifndef MZ_HISTORY_RECORD_H
#define MZ_HISTORY_RECORD_H

#include "history/columns.h"

enum mz_call_state {
    MZ_CALL_NOT_BEGUN,
    MZ_CALL_PENDING, /* it is not known what would become of it */
    MZ_CALL_WAITS,   /* for ever: no thread can go on */
    MZ_CALL_RETURNED,
};

/* Sets of calls: bits. */
struct mz_record {
    uint32_t count;               /* calls */
    uint8_t states[MZ_MAX_CALLS]; /* enum mz_call_state */
    int64_t results[MZ_MAX_CALLS];
    /* [call that returned]: those that have ended, and those that have begun,
     * before its end, whatever the order; with itself. */
    uint32_t ended[MZ_MAX_CALLS];
    uint32_t begun[MZ_MAX_CALLS];
};

/* Where a call lies among the events: positions, MZ_NONE: there is none. */
struct mz_call_place {
    uint32_t first, last;   /* of its own events */
    uint32_t before, after; /* of its thread, next to the call */
};

struct mz_event_order {
    /* Does event i happen before event j, or are they the same? */
    bool (*precedes)(const struct mz_event_order *, uint32_t i, uint32_t j);
};

/* Of calls that have begun. Fills in `ended` and `begun` of a record whose
 * states are known. */
void mz_record_order(struct mz_record *, const struct mz_columns *,
                     const struct mz_call_place *,
                     const struct mz_event_order *);

/* After mz_record_order, for the first event of each thread that `call` has
 * created, or that such a thread has: the call had begun before it. */
void mz_record_begins_before(struct mz_record *, const struct mz_columns *,
                             const struct mz_call_place *,
                             const struct mz_event_order *, uint32_t call,
                             uint32_t event);

/* The same where all that counts is the order in each thread: for sequential
 * consistency. */
void mz_record_order_threads(struct mz_record *, const struct mz_columns *);

#endif
