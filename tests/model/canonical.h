/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The canonical name of an execution's Mazurkiewicz trace, from the definition:
 * which events there are, (thread, index in it, operation, choice), and in
 * which order each dependent pair of them stands. Written apart from src/trace
 * and its table, and slow, so that the two can be compared.
 */
#ifndef MZ_MODEL_CANONICAL_H
#define MZ_MODEL_CANONICAL_H

#include "trace/event.h"

#include <stdio.h>

/* 128 bits; equal traces have equal ones, others practically never. */
struct mz_canonical {
    uint64_t low, high;
};

/* Do two accesses, of different threads, depend on one another? */
bool mz_canonical_conflict(enum mz_relation, struct mz_access,
                           struct mz_access);

/* The same of two events of an execution; of one thread: always. */
bool mz_canonical_dependent(enum mz_relation, const struct mz_execution *,
                            uint32_t, uint32_t);

/* From that of the events before an event (all zero: none) to that with it: for
 * who goes on step by step. What each event is by itself is kept, and has been
 * for those before, in `identities`. */
struct mz_canonical mz_canonical_add(struct mz_canonical, enum mz_relation,
                                     const struct mz_execution *,
                                     uint32_t event, uint64_t *identities);

/* An execution that ended so. */
struct mz_canonical mz_canonical_end(struct mz_canonical, enum mz_outcome);

struct mz_canonical mz_canonical_of(enum mz_relation,
                                    const struct mz_execution *,
                                    enum mz_outcome);

bool mz_canonical_same(struct mz_canonical, struct mz_canonical);

/*
 * The trace in full: its least linear order, by thread. Equal texts are equal
 * traces, no hash involved.
 */
void mz_canonical_print(enum mz_relation, const struct mz_execution *,
                        enum mz_outcome, FILE *);

/* ---- sets ---------------------------------------------------------------- */

/* A set of them, numbered as they came. All zero: empty. */
struct mz_canonical_set {
    struct mz_canonical *entries;
    uint32_t *times; /* how often each was added */
    uint32_t *slots; /* open addressing: number + 1 */
    uint32_t count;
    uint32_t slot_count; /* a power of two */
};

void mz_canonical_set_clear(struct mz_canonical_set *);
void mz_canonical_set_free(struct mz_canonical_set *);

/* Returns its number. It is new if times[number] is 1 then. */
uint32_t mz_canonical_set_add(struct mz_canonical_set *, struct mz_canonical);
bool mz_canonical_set_has(const struct mz_canonical_set *, struct mz_canonical);

#endif
