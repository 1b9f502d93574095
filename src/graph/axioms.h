/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Models of memory: which graphs are consistent. Each is a question to a graph
 * with labels, and knows nothing of how that came about.
 *
 *   all    an update comes right behind what it reads from; no event reads from
 *          what comes after it (by the graph's array)
 *   rc11   [LVKHD17]: coherence, with happens-before by release and acquire, as
 *          C++20 has release sequences (an update continues one, a store does
 *          not); psc is acyclic
 *   ra     happens-before is program order and reads-from; of seq_cst only
 *          fences count
 *   tso    coherence by program order; and ppo, rfe, mo and fr are acyclic,
 *          where a store may come after later loads, until a seq_cst store or
 *          fence, or an update
 *
 * Creation of a thread and joins order all that they come between.
 */
#ifndef MZ_GRAPH_AXIOMS_H
#define MZ_GRAPH_AXIOMS_H

#include "graph/graph.h"

struct mz_axioms {
    enum mz_memory_model memory;

    /* Scratch, of the graph that was asked of last. */
    unsigned width;
    uint32_t *clocks;   /* [node][thread]: so many of the first events of the
                           thread happen before it, or are it */
    uint32_t *messages; /* [node][thread], of a write: the same of what whoever
                           reads from it and acquires comes after */
    uint32_t *pending;  /* [thread][thread]: messages read and not acquired */
    uint32_t *fences;   /* [thread][thread]: the clock of its last release
                           fence */
    uint32_t *keys;   /* [node]: where it is in the order of modification of its
                       place. Of two accesses to one place the one with the
                       lesser key comes first by rf, mo and fr; 0: what was
                       there at first */
    uint32_t *beside; /* [node]: the access to its place before it in the
                          array, MZ_NONE */
    uint32_t *at;     /* where nodes are by thread and index */
    uint32_t first[MZ_MAX_THREADS + 1]; /* [thread]: in `at` */

    struct mz_axioms_place *places;
    uint32_t stamp;

    struct mz_axioms_tso *tso;    /* [node] */
    struct mz_axioms_edge *edges; /* of what is to have no cycle */
    uint32_t edge_count;
    uint32_t *heads;   /* [node]: an edge that begins there, plus one */
    uint32_t *degrees; /* [node]: how many end there */
    uint32_t *stack;   /* of nodes */

    uint32_t *strong; /* nodes that are seq_cst */
    uint32_t *rank;   /* [strong]: is it left, where cycles are sought? */
    uint64_t *reach;  /* [strong][strong], a bit each */
    bool is_outgrown; /* there were too many of these to be looked at */
};

void mz_axioms_init(struct mz_axioms *, enum mz_memory_model, struct mz_arena *,
                    const struct mz_execution *);

/* Is the graph consistent? Its nodes stand in an order that respects program
 * order and reads-from. */
bool mz_axioms_allow(struct mz_axioms *, const struct mz_graph *);

/* ---- what the parts of it know of one another ---------------------------- */

struct mz_axioms_place {
    uint32_t stamp; /* else what follows is of another question */
    uint32_t last;  /* access, in the array; MZ_NONE */
    uint32_t least; /* of psc: a key */
    uint32_t least_stamp;
};

struct mz_axioms_tso {
    uint32_t strong; /* the last event of the thread, up to it, that all later
                        ones come after; MZ_NONE */
    uint32_t write;  /* the last that is a write, and no such */
    uint32_t birth;  /* what precedes the thread */
};

struct mz_axioms_edge {
    uint32_t to;
    uint32_t next; /* that begins at the same node, plus one; 0: none */
};

enum {
    MZ_AXIOMS_EDGES = 8,       /* at most so many end at a node, about */
    MZ_AXIOMS_REACH = 1 << 23, /* words */
};

static inline uint32_t *mz_axioms_clock(const struct mz_axioms *m,
                                        uint32_t node)
{
    return m->clocks + (size_t)node * m->width;
}

/* a happens before b, or is it. */
static inline bool mz_axioms_before(const struct mz_axioms *m,
                                    const struct mz_graph *g, uint32_t a,
                                    uint32_t b)
{
    const struct mz_node *n = &g->nodes[a];

    return mz_axioms_clock(m, b)[n->thread] > n->index;
}

bool mz_axioms_psc_is_acyclic(struct mz_axioms *, const struct mz_graph *);
bool mz_axioms_tso_is_acyclic(struct mz_axioms *, const struct mz_graph *);

#endif
