/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A linear order of a graph: an interleaving of its events in which each read
 * reads from the last write before it, and writes come in the order of
 * modification. There is one if and only if the graph is sequentially
 * consistent.
 */
#ifndef MZ_GRAPH_LINEAR_H
#define MZ_GRAPH_LINEAR_H

#include "graph/graph.h"

struct mz_linear {
    uint32_t *nodes; /* in that order, without those that wait */
    uint32_t count;
    /* Scratch. */
    uint32_t number;   /* of the order that is sought: for mz_location.order */
    uint32_t *readers; /* [write]: how many that read from it are to come */
    uint32_t *next;    /* [node]: the next of its thread, MZ_NONE */
    bool *done;
};

void mz_linear_init(struct mz_linear *, struct mz_arena *,
                    const struct mz_execution *);

/* Whatever may come next, the event with the least position does. False: there
 * is no such order, or some update does not follow at once what it reads. */
bool mz_linear_find(struct mz_linear *, struct mz_graph *);

/* Is there one? It is not told which. */
bool mz_linear_exists(struct mz_linear *, struct mz_graph *);

#endif
