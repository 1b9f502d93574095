/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Load buffering: executions that C11 has, and RC11 has not. In such a one
 * loads and stores are on a cycle of program order and reads-from: each store
 * comes behind a load of its thread, and is what the next load reads. None is
 * among the graphs, and this says whether there may be one.
 *
 * Of a thread it is known where it loads each place first, and stores to it
 * last, in whatever graph. If a store to q may come behind a load of p, there
 * is an edge from p to q. Where there is load buffering edges make a cycle.
 * At least two of the loads on it read without synchronising, or else one of
 * them would happen before the store that it reads. So two places of the cycle
 * are *weak*: some load does not acquire, or some store not release. Locks and
 * the like are places, too, and never weak.
 *
 * The other way round it is a guess: fences are not looked at, nor whether
 * these loads and stores are of one execution, and of as many threads.
 */
#ifndef MZ_GRAPH_BUFFERING_H
#define MZ_GRAPH_BUFFERING_H

#include "graph/graph.h"

enum { MZ_BUFFERING_PLACES = 64 }; /* the last one is all that are beyond */

struct mz_buffering {
    bool is_possible;
    uint64_t weak; /* places: a bit each */
    uint64_t edges[MZ_BUFFERING_PLACES];
    struct mz_buffering_thread {
        uint32_t load[MZ_BUFFERING_PLACES];  /* ~0 minus the first's index */
        uint32_t store[MZ_BUFFERING_PLACES]; /* the last's index; 0: none */
        uint64_t loads, stores; /* of which places there are some: a bit each */
    } of[MZ_MAX_THREADS];
};

/* The node has come into a graph, with a label, and all before it have. */
void mz_buffering_note(struct mz_buffering *, const struct mz_graph *,
                       uint32_t node);

#endif
