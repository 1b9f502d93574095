/* SPDX-License-Identifier: Apache-2.0 */
#include "explore/trust.h"

/* The event that comes before it in its thread: its position. */
static uint32_t position_before(const struct mz_trust *p, uint32_t node)
{
    uint32_t previous = p->graph.nodes[node].previous;

    return previous == MZ_NONE ? MZ_NONE : p->graph.nodes[previous].position;
}

/* Does the thread come to that node only when the other one was executed? */
static bool comes_after(const struct mz_trust *p, uint32_t node, uint32_t other)
{
    const struct mz_node *n = &p->graph.nodes[other];

    if (p->axioms) /* it is asked when the decision is taken */
        return false;
    return mz_happens_before(&p->hb, n->position, n->thread,
                             position_before(p, node));
}

static const struct mz_event *event_of(const struct mz_execution *x,
                                       const struct mz_node *n)
{
    return n->position == MZ_NONE ? &x->pending[n->thread]
                                  : &x->events[n->position];
}

/* Does nothing come between the node and what was last when it was added, but
 * for what its prefix has of it? [KMGV22] IsMaximallyAdded. */
static bool is_maximal(const struct mz_trust *p, uint32_t node, uint32_t by)
{
    const struct mz_graph *g = &p->graph;
    const struct mz_node *n = &g->nodes[node];
    bool reads = mz_node_is(n, MZ_NODE_READS);
    uint32_t w;

    if (n->place == MZ_NONE)
        return n->kind != MZ_CHOOSE || n->value == 0;
    if (reads && (!(n->state & MZ_NODE_READ_LAST) ||
                  (n->state & MZ_NODE_REVISITED &&
                   !mz_graph_is_in(g, p->prefix, n->source))))
        return false;
    if (mz_node_is(n, MZ_NODE_WRITES) && !(n->state & MZ_NODE_WROTE_LAST))
        return false;
    w = mz_graph_after(g, n->place, reads ? n->source : node);
    for (; w != MZ_NONE; w = g->nodes[w].after)
        if (w != by && mz_graph_is_in(g, p->prefix, w))
            return false;
    return true;
}

/* Of a revisit of a read: does that node stay? */
static bool stays(const struct mz_trust *p, uint32_t node, uint32_t read)
{
    return node < read || mz_graph_is_in(&p->graph, p->prefix, node);
}

/* The read may read from the write, wherever that is in the order of
 * modification. */
static void push_revisits(struct mz_trust *p, struct mz_trust_decision d)
{
    const struct mz_graph *g = &p->graph;
    const struct mz_node *by = &g->nodes[d.node];
    uint32_t w;

    if (mz_node_is(by, MZ_NODE_READS)) { /* right behind what it reads */
        d.behind = d.source;
        w = mz_graph_after(g, by->place, d.source);
        if (w == MZ_NONE || w == d.read || w == d.node ||
            g->nodes[w].source != d.source ||
            !mz_node_is(&g->nodes[w], MZ_NODE_READS) || !stays(p, w, d.read))
            mz_trust_push(p, d);
        return;
    }
    d.behind = MZ_NONE;
    mz_trust_push(p, d);
    for (w = mz_graph_first(g, by->place); w != MZ_NONE; w = g->nodes[w].after)
        if (w < d.node && w != d.read && stays(p, w, d.read)) {
            d.behind = w;
            mz_trust_push(p, d);
        }
}

void mz_trust_revisit(struct mz_trust *p, uint32_t node, uint32_t source,
                      uint8_t op)
{
    struct mz_graph *g = &p->graph;
    const struct mz_node *n = &g->nodes[node];
    bool reads = mz_node_is(n, MZ_NODE_READS);
    struct mz_trust_decision d = {
        .kind = MZ_TRUST_REVISIT,
        .op = op,
        .node = node,
        .source = reads ? source : MZ_NONE,
        .differs = reads && source != n->source,
    };

    for (unsigned t = 0; t < g->width; t++)
        p->prefix[t] = 0;
    mz_graph_join_prefix(g, p->prefix, n->previous);
    mz_graph_join_prefix(g, p->prefix, d.source);
    p->prefix[n->thread] = n->index + 1;
    for (d.read = node; d.read-- > 0;) {
        const struct mz_node *r = &g->nodes[d.read];

        if (mz_graph_is_in(g, p->prefix, d.read))
            continue;
        if (!is_maximal(p, d.read, node))
            return; /* nor may anything before it be revisited */
        if (r->place == n->place && mz_node_is(r, MZ_NODE_READS))
            push_revisits(p, d);
    }
}

/* What the operation is where it reads from the write before `next`: enum
 * mz_op; MZ_OP_COUNT: it would have to wait there. */
static uint8_t kind_before(const struct mz_trust *p,
                           const struct mz_execution *x, uint32_t node,
                           uint32_t next)
{
    const struct mz_event *e = event_of(x, &p->graph.nodes[node]);
    const struct mz_op_operand operand = mz_event_operand(e);
    enum mz_op kind = mz_op_succeeded(e->kind);
    uint64_t state = mz_event_before(x, event_of(x, &p->graph.nodes[next]));

    if (!mz_op_enabled(kind, state, &operand))
        return MZ_OP_COUNT;
    return mz_op_outcome(kind, state, &operand);
}

/* Two updates cannot read from one write: that is no graph to go on with, but
 * the write may revisit the other. */
static void revisit_instead(struct mz_trust *p, struct mz_trust_decision d)
{
    struct mz_node *n = &p->graph.nodes[d.node];
    uint8_t was = n->does;

    n->does = mz_trust_does(d.op);
    mz_trust_revisit(p, d.node, d.source, d.op);
    n->does = was;
}

/* Other writes that a new read could read from: all before the last. */
static void set_source(struct mz_trust *p, const struct mz_execution *x,
                       uint32_t node)
{
    struct mz_graph *g = &p->graph;
    const struct mz_node *n = &g->nodes[node];
    struct mz_trust_decision d = {.kind = MZ_TRUST_SET_RF, .node = node};
    uint32_t next;

    for (d.source = MZ_NONE; d.source != n->source; d.source = next) {
        next = mz_graph_after(g, n->place, d.source);
        if (comes_after(p, node, next))
            continue;
        d.op = p->axioms ? mz_trust_outcome(p, node, d.source)
                         : kind_before(p, x, node, next);
        if (d.op == MZ_OP_COUNT)
            continue;
        if (!p->axioms && mz_trust_does(d.op) & MZ_NODE_WRITES &&
            mz_node_is_update(&g->nodes[next]))
            revisit_instead(p, d);
        else
            mz_trust_push(p, d);
    }
}

/* Other places of a new write in the order of modification. */
static void set_place(struct mz_trust *p, uint32_t node)
{
    const struct mz_graph *g = &p->graph;
    uint32_t place = g->nodes[node].place;
    struct mz_trust_decision d = {
        .kind = MZ_TRUST_SET_CO, .node = node, .behind = MZ_NONE};

    for (;; d.behind = mz_graph_after(g, place, d.behind)) {
        uint32_t next = mz_graph_after(g, place, d.behind);

        if (next == node)
            return;
        if (!comes_after(p, node, next) && !mz_node_is_update(&g->nodes[next]))
            mz_trust_push(p, d);
    }
}

void mz_trust_decide(struct mz_trust *p, const struct mz_execution *x,
                     uint32_t node)
{
    const struct mz_node *n = &p->graph.nodes[node];

    if (n->kind == MZ_CHOOSE && n->bound > 1)
        mz_trust_push(p, (struct mz_trust_decision){.kind = MZ_TRUST_CHOOSE,
                                                    .node = node,
                                                    .source = 1});
    if (mz_node_is(n, MZ_NODE_READS))
        set_source(p, x, node);
    if (!mz_node_is(n, MZ_NODE_WRITES))
        return;
    if (!mz_node_is(n, MZ_NODE_READS))
        set_place(p, node);
    mz_trust_revisit(p, node, n->source, n->kind);
}
