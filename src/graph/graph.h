/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Execution graphs: the events of an execution, of each read the write that it
 * reads from, of each place of memory the order in which it was modified.
 *
 * The events stand in an array in the order in which they were added, which
 * respects program order and reads-from: [KMGV22], whose `<_G` it is. What an
 * event comes after by program order (creation and joins included) and
 * reads-from is its *prefix*.
 *
 * A place is some bytes of an object, or a lock, which each operation reads and
 * most write. An update (read-modify-write) is one event that does both.
 *
 * Objects may be *joined*: then all of them are one place, each access to which
 * is an update, but a load of one of them. So are those that one event
 * accesses, and one that is accessed in parts that overlap.
 */
#ifndef MZ_GRAPH_GRAPH_H
#define MZ_GRAPH_GRAPH_H

#include "graph/clock.h"
#include "trace/event.h"

/* What an event does to its place, a bit each. */
enum {
    MZ_NODE_READS = 1 << 0,
    MZ_NODE_WRITES = 1 << 1,
};

/* Bits that belong to an event in a graph. */
enum {
    /* When it was added, or revisited, it read from the last write of its
     * place; it was the last. Of a choice: it has its first value. */
    MZ_NODE_READ_LAST = 1 << 0,
    MZ_NODE_WROTE_LAST = 1 << 1,
    MZ_NODE_REVISITED = 1 << 2,
    /* It waits: what it reads does not let it go on. Its thread is there. */
    MZ_NODE_WAITS = 1 << 3,
};

struct mz_node {
    mz_tid thread;
    uint8_t kind;      /* enum mz_op */
    uint8_t does;      /* MZ_NODE_READS, ... */
    uint8_t state;     /* MZ_NODE_READ_LAST, ... */
    uint32_t index;    /* in its thread, from 0 */
    uint32_t previous; /* of its thread; of the first, what precedes its birth;
                          MZ_NONE: nothing */
    uint32_t place;    /* MZ_NONE: it has none */
    uint32_t source; /* of a read: the write, MZ_NONE: what was there at first;
                          of what comes after all of a thread: its last event */
    uint32_t position; /* in the execution, MZ_NONE: it has not been executed */
    union {
        struct { /* of a write: those beside it in the order of modification;
                    MZ_NONE: none */
            uint32_t before, after;
        };
        struct { /* of a choice */
            uint32_t value, bound;
        };
    };
};

/* What a node has besides where memory is weak: what it does does not depend on
 * a run, but on what it reads from. */
struct mz_node_label {
    uint64_t expected; /* of a compare-exchange, an await */
    uint64_t operand;  /* as struct mz_access_order has it */
    uint64_t written;  /* what its place holds after it, if it writes */
    uint64_t initial;  /* what its place held at first */
    uint8_t order;     /* enum mz_order, of a fence, too */
    uint8_t failure;   /* of a compare-exchange that fails */
    uint8_t update;    /* enum mz_update */
    uint8_t condition; /* of an await */
};

/* A place, which the paper calls a location. */
struct mz_location {
    uint32_t first, last; /* write, MZ_NONE: none */
    uint32_t graph;       /* of which graph that is said */
    uint32_t readers;     /* of what was there at first: for linear.c */
    uint32_t order;       /* for which order that is said */
    uint32_t other;       /* the next place of the same object, plus one */
    uint32_t object;
    uint8_t mask;
};

struct mz_graph {
    struct mz_node *nodes;
    struct mz_node_label *labels; /* [node]; NULL: memory is not weak */
    uint32_t count;
    uint32_t number; /* of this graph: for mz_location.graph */
    uint8_t states;  /* bits of `state` that some of the nodes had that were
                        kept when it was taken from another */

    struct mz_location *places;
    uint32_t place_count, place_capacity;
    uint32_t *place_of; /* [object]: its first place, plus one */
    uint32_t *joined;   /* [object]: another that it is joined to, or itself,
                           plus one; 0: it is not; NULL: none is */
    bool joins_all;     /* each is, with itself at least */

    unsigned width;     /* of a prefix: threads have numbers below it; see
                           clock.h */
    uint32_t *prefixes; /* [node][thread]: so many of its first events */
    uint32_t prefixed;  /* so many of the first nodes have theirs, where */
    unsigned stride;    /* the width was this */
};

void mz_graph_init(struct mz_graph *, struct mz_arena *,
                   const struct mz_execution *);

/* Memory is weak: there is room for labels. */
void mz_graph_init_labels(struct mz_graph *, struct mz_arena *,
                          const struct mz_execution *);

/* Objects are joined here: two, which may be one and the same. False: they were
 * already. What has been said of places is not true any more. */
void mz_graph_init_joined(struct mz_graph *, struct mz_arena *,
                          const struct mz_execution *);
bool mz_graph_join(struct mz_graph *, uint32_t object, uint32_t other);

static inline bool mz_graph_is_joined(const struct mz_graph *g, uint32_t object)
{
    return g->joined && (g->joins_all || g->joined[object]);
}

/* Forgets all places: what is put to `nodes` next is another graph. */
void mz_graph_forget_places(struct mz_graph *);

/* The place of an access. MZ_NONE: it shares some bytes with another place that
 * is not the same, or there are too many. */
uint32_t mz_graph_place(struct mz_graph *, uint32_t object, uint8_t mask);

/* The place, if there is one; MZ_NONE: there is not. */
uint32_t mz_graph_place_there(const struct mz_graph *, uint32_t object,
                              uint8_t mask);

/* Forgets the events; what is put to `nodes` next is another graph. */
void mz_graph_begin(struct mz_graph *);

/* The first, last write of a place in this graph; MZ_NONE: there is none. */
static inline uint32_t mz_graph_first(const struct mz_graph *g, uint32_t place)
{
    const struct mz_location *p = &g->places[place];

    return p->graph == g->number ? p->first : MZ_NONE;
}

static inline uint32_t mz_graph_last(const struct mz_graph *g, uint32_t place)
{
    const struct mz_location *p = &g->places[place];

    return p->graph == g->number ? p->last : MZ_NONE;
}

/* The write of the place behind that one, which may be MZ_NONE: the first. */
static inline uint32_t mz_graph_after(const struct mz_graph *g, uint32_t place,
                                      uint32_t write)
{
    return write == MZ_NONE ? mz_graph_first(g, place) : g->nodes[write].after;
}

/* Puts a write into the order of modification, behind that one (MZ_NONE: before
 * all others); takes it out. */
void mz_graph_put(struct mz_graph *, uint32_t write, uint32_t behind);
void mz_graph_take_out(struct mz_graph *, uint32_t write);

static inline bool mz_node_is(const struct mz_node *n, unsigned what)
{
    return (n->does & what) == what;
}

static inline bool mz_node_is_update(const struct mz_node *n)
{
    return mz_node_is(n, MZ_NODE_READS | MZ_NODE_WRITES);
}

/* Computes the prefixes of the nodes that have none yet. */
void mz_graph_find_prefixes(struct mz_graph *);

static inline uint32_t *mz_graph_prefix(const struct mz_graph *g, uint32_t node)
{
    return g->prefixes + (size_t)node * g->width;
}

static inline bool mz_graph_is_in(const struct mz_graph *g,
                                  const uint32_t *prefix, uint32_t node)
{
    return g->nodes[node].index < prefix[g->nodes[node].thread];
}

/* Adds to a prefix all that is in the prefix of a node, if it is one. */
void mz_graph_join_prefix(const struct mz_graph *, uint32_t *prefix,
                          uint32_t node);

/* The order that counts, as it has succeeded or failed. */
static inline enum mz_order mz_graph_order(const struct mz_graph *g,
                                                  uint32_t node)
{
    const struct mz_node_label *label = &g->labels[node];
    enum mz_op kind = g->nodes[node].kind;

    return kind == mz_op_succeeded(kind) ? label->order : label->failure;
}

/* What the node would read from that write of its place, or MZ_NONE. */
static inline uint64_t mz_graph_value(const struct mz_graph *g, uint32_t node,
                                      uint32_t source)
{
    return source == MZ_NONE ? g->labels[node].initial
                             : g->labels[source].written;
}

/* The graph becomes the first `count` nodes of `from`. `labels` are those of
 * `from`, or NULL; the first `same` are those of the graph so far. */
void mz_graph_keep(struct mz_graph *, const struct mz_node *from,
                   const struct mz_node_label *labels, uint32_t count,
                   uint32_t same);

/*
 * The graph becomes those of the first `count` nodes of `from` that come before
 * `last`, then those behind it for which to[] is not MZ_NONE, then `last`. to[]
 * becomes where each of them is now, from `last` on. What precedes them must be
 * kept, and what they read from, but for `last`: its source may be gone, and is
 * then MZ_NONE. Labels are as above; `same` is at most `last`.
 */
void mz_graph_restrict(struct mz_graph *, const struct mz_node *from,
                       const struct mz_node_label *labels, uint32_t count,
                       uint32_t same, uint32_t *to, uint32_t last);

/* Threads have this number, and others below it. */
static inline void mz_graph_widen(struct mz_graph *g, mz_tid thread)
{
    if (g->width <= thread)
        g->width = mz_clock_width(thread);
}

#endif
