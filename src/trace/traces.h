/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How many Mazurkiewicz traces the executions of a search are. A trace is known
 * by a fingerprint that comes from its definition, not from clocks or races:
 * which events there are, by thread, and in which order those stand that depend
 * on one another. So plain enumeration, which finds each interleaving, tells
 * how many executions any other algorithm must have.
 *
 * It takes time quadratic in the length of an execution, and 32 to 64 bytes a
 * trace.
 */
#ifndef MZ_TRACE_TRACES_H
#define MZ_TRACE_TRACES_H

#include "base/arena.h"
#include "trace/event.h"

/* 128 bits; equal traces have equal ones, others practically never. */
struct mz_trace_name {
    uint64_t low, high;
};

struct mz_traces {
    struct mz_arena *arena;
    enum mz_relation relation;
    uint64_t *identities;        /* of the events of the execution at hand */
    struct mz_trace_name *slots; /* open addressing; zero: none */
    uint64_t count;
    uint64_t slot_count; /* a power of two */
};

/* The arena is used from then on. */
void mz_traces_init(struct mz_traces *, struct mz_arena *,
                    const struct mz_execution *, enum mz_relation);

/* Forgets all. */
void mz_traces_clear(struct mz_traces *);

/* True: none before was equivalent. */
bool mz_traces_add(struct mz_traces *, const struct mz_execution *,
                   enum mz_outcome);

#endif
