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
#include "op/modelled.h"

struct mz_axioms {
    enum mz_memory_model memory;

    /* Of the graph that was asked of last. What is said of a node is told by
     * its prefix, and by the order of modification in it. */
    uint32_t valid; /* of the graph that is asked of next: so many of its first
                       nodes have what is said below of nodes */
    unsigned width;
    uint32_t *clocks;   /* [node][thread]: so many of the first events of the
                           thread happen before it, or are it */
    uint32_t *tells;    /* [node], of a write: whoever reads it and acquires
                           comes after this one and what happens before that;
                           MZ_NONE: after none. With MZ_AXIOMS_OWN: after what
                           that one's message has */
    uint32_t *messages; /* [node][thread]: as a clock */
    uint32_t *fences;   /* [node]: the last release fence of its thread up to
                           it; MZ_NONE: there is none */
    uint32_t *floors;   /* [node], of an access: the last write of its place, in
                           the order of modification, that what happens before
                           it is, or reads; MZ_NONE: what was there at first */

    /* Of all nodes of that graph (keys: of the places of those that had not
     * what is said above, where it was taken in): */
    uint32_t *keys;   /* [node]: where it is in the order of modification of its
                       place. Of two accesses to one place the one with the
                       lesser key comes first by rf, mo and fr; 0: what was
                       there at first */
    uint32_t *beside; /* [node]: the access to its place before it in the
                          array, MZ_NONE */
    uint32_t *place_at; /* [node]: its place, as that was told */
    mz_tset *threads; /* [node]: whose are the accesses to its place up to it */
    uint32_t listed;  /* so many of the first nodes have these three */
    uint32_t *at;     /* where nodes are by thread and index */
    uint32_t first[MZ_MAX_THREADS + 1]; /* [thread]: in `at` */

    struct mz_axioms_place *places;
    uint32_t stamp; /* of the question at hand */

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
 * order and reads-from. This is the definition, for checks. */
bool mz_axioms_allow(struct mz_axioms *, const struct mz_graph *);

/* The same where happens-before, coherence and atomicity are known to hold. */
bool mz_axioms_allow_more(struct mz_axioms *, const struct mz_graph *);

/* The graph is consistent: what `floors`, `keys` say of it is to be asked. */
void mz_axioms_take_in(struct mz_axioms *, const struct mz_graph *);

/*
 * Of the graph that was taken in: may an access read from that write, or come
 * right behind it in the order of modification (MZ_NONE: what was there at
 * first), as far as coherence goes, where nothing comes after the access? Then
 * nothing happens before it that it would have to come before. What it learns
 * by reading adds nothing to that: all that happens before a write, or before
 * the head of a release sequence, comes before it in the order of modification.
 */
static inline bool mz_axioms_may_follow(const struct mz_axioms *,
                                        uint32_t access, uint32_t write);

/* ---- what the parts of it know of one another ---------------------------- */

struct mz_axioms_place {
    uint32_t accesses; /* the last in the array, plus one; 0: none */
    uint32_t keyed;    /* the question for which its writes got their keys */
    uint32_t least;    /* of psc: a key */
    uint32_t least_stamp; /* else that is of another question */
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

#define MZ_AXIOMS_OWN 0x80000000u /* nodes are less; of MZ_NONE not asked */

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

static inline bool mz_axioms_may_follow(const struct mz_axioms *m,
                                        uint32_t access, uint32_t write)
{
    uint32_t floor = m->floors[access];

    return floor == MZ_NONE || floor == write ||
           (write != MZ_NONE && m->keys[floor] < m->keys[write]);
}

bool mz_axioms_psc_is_acyclic(struct mz_axioms *, const struct mz_graph *);
bool mz_axioms_tso_is_acyclic(struct mz_axioms *, const struct mz_graph *);

#endif
