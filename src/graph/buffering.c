/* SPDX-License-Identifier: Apache-2.0 */
#include "graph/buffering.h"

enum { BEYOND = MZ_BUFFERING_PLACES - 1 };

/* From 1: what a thread inherits has index 0. */
static uint32_t index_of(const struct mz_node *n)
{
    return n->index + 1;
}

/* What the edges lead to, one after the other. */
static void close(const struct mz_buffering *b,
                  uint64_t reached[MZ_BUFFERING_PLACES])
{
    mz_copy(reached, b->edges, sizeof b->edges);
    for (unsigned k = 0; k < MZ_BUFFERING_PLACES; k++)
        for (unsigned p = 0; reached[k] && p < MZ_BUFFERING_PLACES; p++)
            if (reached[p] >> k & 1)
                reached[p] |= reached[k];
}

static bool has_cycle(const struct mz_buffering *b)
{
    uint64_t reached[MZ_BUFFERING_PLACES];

    close(b, reached);
    for (uint64_t left = b->weak; left; left &= left - 1) {
        unsigned p = (unsigned)__builtin_ctzll(left);
        uint64_t others = p == BEYOND ? b->weak : left & (left - 1);

        for (others &= reached[p]; others; others &= others - 1)
            if (reached[__builtin_ctzll(others)] >> p & 1)
                return true;
    }
    return false;
}

static void add_edge(struct mz_buffering *b, unsigned load, unsigned store,
                     bool *is_new)
{
    if ((load == store && load != BEYOND) || b->edges[load] >> store & 1)
        return;
    b->edges[load] |= 1ull << store;
    *is_new = true;
}

static void note_load(struct mz_buffering *b, mz_tid thread, unsigned place,
                      uint32_t index, bool *is_new)
{
    struct mz_buffering_thread *t = &b->of[thread];

    if (t->load[place] >= ~index)
        return;
    t->load[place] = ~index;
    t->loads |= 1ull << place;
    for (uint64_t left = t->stores; left; left &= left - 1) {
        unsigned q = (unsigned)__builtin_ctzll(left);

        if (t->store[q] > index)
            add_edge(b, place, q, is_new);
    }
}

static void note_store(struct mz_buffering *b, mz_tid thread, unsigned place,
                       uint32_t index, bool *is_new)
{
    struct mz_buffering_thread *t = &b->of[thread];

    if (t->store[place] >= index)
        return;
    t->store[place] = index;
    t->stores |= 1ull << place;
    for (uint64_t left = t->loads; left; left &= left - 1) {
        unsigned p = (unsigned)__builtin_ctzll(left);

        if (t->load[p] > ~index)
            add_edge(b, p, place, is_new);
    }
}

/* What the other thread has loaded up to that event comes before the node's. */
static void inherit(struct mz_buffering *b, const struct mz_node *n,
                    const struct mz_node *last, uint32_t index, bool *is_new)
{
    const struct mz_buffering_thread *from = &b->of[last->thread];

    for (uint64_t left = from->loads; left; left &= left - 1) {
        unsigned p = (unsigned)__builtin_ctzll(left);

        if (from->load[p] >= ~index_of(last))
            note_load(b, n->thread, p, index, is_new);
    }
}

static bool is_weak(const struct mz_graph *g, uint32_t node)
{
    const struct mz_node *n = &g->nodes[node];
    enum mz_order order = mz_graph_order(g, node);

    return mz_op_is_memory(n->kind) &&
           ((mz_node_is(n, MZ_NODE_READS) && !mz_order_acquires(order)) ||
            (mz_node_is(n, MZ_NODE_WRITES) && !mz_order_releases(order)));
}

static void note_access(struct mz_buffering *b, const struct mz_graph *g,
                        uint32_t node, bool *is_new)
{
    const struct mz_node *n = &g->nodes[node];
    unsigned place = n->place < BEYOND ? n->place : BEYOND;

    if (is_weak(g, node) && !(b->weak >> place & 1)) {
        b->weak |= 1ull << place;
        *is_new = true;
    }
    if (mz_node_is(n, MZ_NODE_READS))
        note_load(b, n->thread, place, index_of(n), is_new);
    if (mz_node_is(n, MZ_NODE_WRITES))
        note_store(b, n->thread, place, index_of(n), is_new);
}

void mz_buffering_note(struct mz_buffering *b, const struct mz_graph *g,
                       uint32_t node)
{
    const struct mz_node *n = &g->nodes[node];
    bool is_new = false;

    if (b->is_possible)
        return;
    if (!n->index && n->previous != MZ_NONE)
        inherit(b, n, &g->nodes[n->previous], 0, &is_new);
    if (n->kind == MZ_JOIN && n->source != MZ_NONE)
        inherit(b, n, &g->nodes[n->source], index_of(n), &is_new);
    if (n->place != MZ_NONE)
        note_access(b, g, node, &is_new);
    if (is_new)
        b->is_possible = has_cycle(b);
}
