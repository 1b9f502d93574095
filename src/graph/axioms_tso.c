/* SPDX-License-Identifier: Apache-2.0 */
/*
 * x86-TSO [Sewell et al., CACM 2010], by axioms: ppo, rfe, mo and fr together
 * have no cycle. C11 is mapped as compilers do it: a load is a mov, a store is
 * a mov, with an mfence behind it if it is seq_cst; an update, even a
 * compare-exchange that fails, has a lock prefix; a seq_cst fence is an mfence,
 * other fences are nothing. To lock (the kernel's lock of a futex, too), to
 * take from a semaphore, to be the first that leaves a barrier, or to wake up
 * at a futex, is an update; to unlock is a mov, and so are, as far as order
 * goes, a post, an arrival and what is done to condition variables; to try in
 * vain is a load.
 *
 * ppo is program order, but that a store may come after later loads. So all but
 * plain stores are *strong*: what comes after them in the thread comes after
 * them in memory. Stores among themselves are in order, too.
 */
#include "graph/axioms.h"

/* No instruction of the program. */
static bool is_nothing(const struct mz_graph *g, uint32_t i)
{
    const struct mz_node *n = &g->nodes[i];

    return n->kind == MZ_CHOOSE ||
           (n->kind == MZ_FENCE && g->labels[i].order != MZ_SEQ_CST);
}

/* What may come before stores of its own thread that stand before it. */
static bool passes_stores(const struct mz_graph *g, uint32_t i)
{
    const struct mz_node *n = &g->nodes[i];

    if (n->kind == MZ_JOIN || n->kind == MZ_BEGIN)
        return true;
    return n->place != MZ_NONE && !mz_node_is(n, MZ_NODE_WRITES) &&
           !mz_op_is_locked(n->kind);
}

static bool is_strong(const struct mz_graph *g, uint32_t i)
{
    const struct mz_node *n = &g->nodes[i];

    if (n->place == MZ_NONE || passes_stores(g, i) || mz_op_is_locked(n->kind))
        return true;
    return mz_op_overwrites(n->kind) && g->labels[i].order == MZ_SEQ_CST;
}

/* The last event up to there that is one; perhaps of the thread's creator. */
static uint32_t last_event(const struct mz_graph *g, uint32_t i)
{
    while (i != MZ_NONE && is_nothing(g, i))
        i = g->nodes[i].previous;
    return i;
}

/* What of each thread all later events, or all but loads, come after. */
static void find_last(struct mz_axioms *m, const struct mz_graph *g)
{
    for (uint32_t i = 0; i < g->count; i++) {
        const struct mz_node *n = &g->nodes[i];
        struct mz_axioms_tso *o = &m->tso[i];

        *o = (struct mz_axioms_tso){MZ_NONE, MZ_NONE, n->previous};
        if (n->previous != MZ_NONE && g->nodes[n->previous].thread == n->thread)
            *o = m->tso[n->previous];
        if (is_nothing(g, i))
            continue;
        if (is_strong(g, i))
            o->strong = i;
        else
            o->write = i;
    }
}

/* ---- the relation -------------------------------------------------------- */

static void add(struct mz_axioms *m, uint32_t from, uint32_t to)
{
    struct mz_axioms_edge *e = &m->edges[m->edge_count];

    if (from == MZ_NONE || to == MZ_NONE || from == to)
        return;
    *e = (struct mz_axioms_edge){.to = to, .next = m->heads[from]};
    m->heads[from] = ++m->edge_count;
    m->degrees[to]++;
}

/* All that a thread has done up to there, which may be MZ_NONE. */
static void add_all_of(struct mz_axioms *m, const struct mz_graph *g,
                       uint32_t last, uint32_t to)
{
    last = last_event(g, last);
    if (last == MZ_NONE)
        return;
    add(m, m->tso[last].strong, to);
    add(m, m->tso[last].write, to);
}

static void add_program_order(struct mz_axioms *m, const struct mz_graph *g,
                              uint32_t i)
{
    const struct mz_node *n = &g->nodes[i];
    uint32_t own = n->previous;

    if (own == MZ_NONE)
        return;
    if (g->nodes[own].thread != n->thread || m->tso[own].strong == MZ_NONE)
        add_all_of(m, g, m->tso[i].birth, i);
    if (g->nodes[own].thread != n->thread)
        return;
    add(m, m->tso[own].strong, i);
    if (!passes_stores(g, i))
        add(m, m->tso[own].write, i);
}

static void add_reads(struct mz_axioms *m, const struct mz_graph *g, uint32_t i)
{
    const struct mz_node *n = &g->nodes[i];

    if (n->source != MZ_NONE && g->nodes[n->source].thread != n->thread)
        add(m, n->source, i);
    add(m, i, mz_graph_after(g, n->place, n->source)); /* fr */
}

static void find_edges(struct mz_axioms *m, const struct mz_graph *g)
{
    m->edge_count = 0;
    for (uint32_t i = 0; i < g->count; i++)
        m->heads[i] = m->degrees[i] = 0;
    for (uint32_t i = 0; i < g->count; i++) {
        const struct mz_node *n = &g->nodes[i];

        if (is_nothing(g, i))
            continue;
        add_program_order(m, g, i);
        if (n->place == MZ_NONE)
            add_all_of(m, g, n->source, i);
        else if (mz_node_is(n, MZ_NODE_READS))
            add_reads(m, g, i);
        if (mz_node_is(n, MZ_NODE_WRITES))
            add(m, n->before, i);
    }
}

bool mz_axioms_tso_is_acyclic(struct mz_axioms *m, const struct mz_graph *g)
{
    uint32_t ready = 0, done = 0;

    find_last(m, g);
    find_edges(m, g);
    for (uint32_t i = 0; i < g->count; i++)
        if (!m->degrees[i])
            m->stack[ready++] = i;
    for (; ready; done++) {
        uint32_t i = m->stack[--ready];

        for (uint32_t e = m->heads[i]; e; e = m->edges[e - 1].next)
            if (!--m->degrees[m->edges[e - 1].to])
                m->stack[ready++] = m->edges[e - 1].to;
    }
    return done == g->count;
}
