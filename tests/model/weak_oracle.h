/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The execution graphs of a script, by enumeration: from the empty graph on
 * threads add their next events, reading from any write, standing anywhere in
 * the order of modification, as long as the model's axioms hold. The axioms are
 * written here as relations, as the papers have them; nothing of src/graph is
 * used, where they are decided by clocks.
 */
#ifndef MZ_MODEL_WEAK_ORACLE_H
#define MZ_MODEL_WEAK_ORACLE_H

#include "weak_script.h"

enum {
    WEAK_NODES = 48, /* events, an update being two, and what was at first */
    WEAK_INIT = 0xff,
};

/* Whether, and what, an event reads from: thread and index among the accesses,
 * fences and lock operations of it. */
struct weak_source {
    uint8_t thread; /* WEAK_INIT: what was there at first */
    uint8_t index;
    bool reads, writes;
    uint8_t place; /* locks behind variables; WEAK_INIT: a fence, an arrival */
};

struct weak_graph {
    uint8_t length[WEAK_THREADS];
    struct weak_source events[WEAK_THREADS][WEAK_CODE];
    uint8_t writes[WEAK_PLACES + WEAK_OBJECTS]; /* of a place, so many */
    struct weak_source order[WEAK_PLACES + WEAK_OBJECTS][WEAK_THREADS * WEAK_CODE];
};

/* A name for a graph: equal for equal graphs, for no others (but by a chance of
 * one in 2^128). */
struct weak_name {
    uint64_t high, low;
};

struct weak_names {
    struct weak_name *names;
    size_t count, size;
};

struct weak_name weak_name_of(const struct weak_graph *);

/* False: it was there. */
bool weak_names_add(struct weak_names *, struct weak_name);
bool weak_names_have(const struct weak_names *, struct weak_name);
void weak_names_free(struct weak_names *);

/* All full graphs but those in which somebody waits for a lock whose last state
 * he does not know. False: there are too many graphs on the way. */
bool weak_enumerate(const struct weak_script *, enum mz_memory_model,
                    struct weak_names *full);

/* The same, but that at any time any thread may be the one to add its event. It
 * takes long, and needs no argument. */
bool weak_enumerate_any_way(const struct weak_script *, enum mz_memory_model,
                            struct weak_names *full);

#endif
