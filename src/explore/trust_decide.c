/* SPDX-License-Identifier: Apache-2.0 */
#include "explore/trust.h"

/* The event that comes before it in its thread: its position. */
static uint32_t position_before(const struct mz_trust *p, uint32_t node)
{
    uint32_t previous = p->graph.nodes[node].previous;

    return previous == MZ_NONE ? MZ_NONE : p->graph.nodes[previous].position;
}

/* Two writes of the node's place are next to each other. Is it ruled out that
 * the node comes between them? It is if its thread comes to it only when the
 * second was executed; where memory is weak, if coherence says so. */
static bool comes_after(const struct mz_trust *p, uint32_t node, uint32_t first,
                        uint32_t second)
{
    const struct mz_node *n = &p->graph.nodes[second];

    if (p->axioms)
        return !mz_axioms_may_follow(p->axioms, node, first);
    return mz_happens_before(&p->hb, n->position, n->thread,
                             position_before(p, node));
}

static const struct mz_event *event_of(const struct mz_execution *x,
                                       const struct mz_node *n)
{
    return n->position == MZ_NONE ? &x->pending[n->thread]
                                  : &x->events[n->position];
}

/* Does the prefix have a write that comes behind that one (MZ_NONE: any write
 * of the place) in the order of modification, `by` apart? */
static bool has_behind(const struct mz_trust *p, uint32_t place, uint32_t write,
                       uint32_t by)
{
    const struct mz_graph *g = &p->graph;
    uint32_t w = mz_graph_after(g, place, write);

    while (w != MZ_NONE && (w == by || !mz_graph_is_in(g, p->prefix, w)))
        w = g->nodes[w].after;
    return w != MZ_NONE;
}

/* Does nothing come between the node, which the prefix does not have, and what
 * was last when it was added, but for what its prefix has of it? [KMGV22]
 * IsMaximallyAdded. Behind a node that changes an object other than memory come
 * updates alone; if the prefix had one of them it would have the node. */
static bool is_maximal(const struct mz_trust *p, uint32_t node, uint32_t by)
{
    const struct mz_graph *g = &p->graph;
    const struct mz_node *n = &g->nodes[node];
    bool reads = mz_node_is(n, MZ_NODE_READS);

    if (n->place == MZ_NONE)
        return n->kind != MZ_CHOOSE || n->value == 0;
    if (reads && (!(n->state & MZ_NODE_READ_LAST) ||
                  (n->state & MZ_NODE_REVISITED &&
                   !mz_graph_is_in(g, p->prefix, n->source))))
        return false;
    if (mz_node_is(n, MZ_NODE_WRITES) && !(n->state & MZ_NODE_WROTE_LAST))
        return false;
    if (mz_node_is(n, MZ_NODE_WRITES) && !mz_op_is_memory(n->kind)) {
        if (MZ_CHECK >= 2)
            MZ_ASSERT(!has_behind(p, n->place, node, by));
        return true;
    }
    return !has_behind(p, n->place, reads ? n->source : node, by);
}

/* Of a revisit of a read: does that node stay? */
static bool stays(const struct mz_trust *p, uint32_t node, uint32_t read)
{
    return node < read || mz_graph_is_in(&p->graph, p->prefix, node);
}

/* Of a revisit, the node may come behind that write in the order of
 * modification, before the next one that stays, as far as happens-before and
 * atomicity go. */
static bool may_come_behind(const struct mz_trust *p,
                            const struct mz_trust_decision *d, uint32_t write)
{
    const struct mz_graph *g = &p->graph;
    uint32_t next = mz_graph_after(g, g->nodes[d->node].place, write);

    while (next != MZ_NONE && (next >= d->node || next == d->read ||
                               !stays(p, next, d->read)))
        next = g->nodes[next].after;
    if (next != MZ_NONE && mz_node_is_update(&g->nodes[next]) &&
        g->nodes[next].source == write)
        return false;
    return mz_trust_may_follow(p, d->node, write) &&
           mz_trust_may_follow(p, d->read, write);
}

static void push_behind(struct mz_trust *p, struct mz_trust_decision d,
                        uint32_t write)
{
    d.behind = write;
    if (may_come_behind(p, &d, write))
        mz_trust_push(p, d);
}

/* The read may read from the write, wherever that is in the order of
 * modification. */
static void push_revisits(struct mz_trust *p, struct mz_trust_decision d)
{
    const struct mz_graph *g = &p->graph;
    const struct mz_node *by = &g->nodes[d.node];

    if (mz_node_is(by, MZ_NODE_READS)) { /* right behind what it reads */
        push_behind(p, d, d.source);
        return;
    }
    push_behind(p, d, MZ_NONE);
    for (uint32_t w = mz_graph_first(g, by->place); w != MZ_NONE;
         w = g->nodes[w].after)
        if (w < d.node && w != d.read && stays(p, w, d.read))
            push_behind(p, d, w);
}

/* The last read of the access's place before it that the prefix does not have,
 * so that it may be revisited; MZ_NONE: there is none. Where the prefix has an
 * access it has all of that thread before, which is then `known`. */
static uint32_t read_before(const struct mz_trust *p, uint32_t access,
                            mz_tset *known)
{
    const struct mz_graph *g = &p->graph;
    const uint32_t *beside = p->axioms ? p->axioms->beside : p->beside;
    const mz_tset *threads = p->axioms ? p->axioms->threads : p->threads;

    for (uint32_t k = beside[access];
         k != MZ_NONE && mz_tset_some(mz_tset_minus(threads[k], *known));
         k = beside[k])
        if (mz_graph_is_in(g, p->prefix, k))
            mz_tset_add(known, g->nodes[k].thread);
        else if (mz_node_is(&g->nodes[k], MZ_NODE_READS))
            return k;
    return MZ_NONE;
}

/* Would all of these nodes be deleted as what was added maximally, but for what
 * the prefix has? */
static bool are_maximal(const struct mz_trust *p, uint32_t from, uint32_t to,
                        uint32_t by)
{
    for (uint32_t i = to; i-- > from;)
        if (!mz_graph_is_in(&p->graph, p->prefix, i) && !is_maximal(p, i, by))
            return false;
    return true;
}

void mz_trust_revisit(struct mz_trust *p, uint32_t node, uint32_t source,
                      uint8_t op)
{
    struct mz_graph *g = &p->graph;
    const struct mz_node *n = &g->nodes[node];
    bool reads = mz_node_is(n, MZ_NODE_READS);
    mz_tset known = MZ_TSET_EMPTY;
    uint32_t last = node;
    struct mz_trust_decision d = {
        .kind = MZ_TRUST_REVISIT,
        .op = op,
        .node = node,
        .source = reads ? source : MZ_NONE,
        .differs = reads && source != n->source,
        .asks = p->axioms != NULL,
    };

    mz_clock_clear(p->prefix, g->width);
    mz_graph_join_prefix(g, p->prefix, n->previous);
    mz_graph_join_prefix(g, p->prefix, d.source);
    p->prefix[n->thread] = n->index + 1;
    while ((d.read = read_before(p, last, &known)) != MZ_NONE) {
        if (!are_maximal(p, d.read, last, node))
            return; /* nor may anything before it be revisited */
        push_revisits(p, d);
        last = d.read;
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
    enum mz_op kind = mz_op_succeeded(mz_trust_kind(p, x, e));
    uint64_t state = mz_event_before(x, event_of(x, &p->graph.nodes[next]));

    if (mz_trust_is_joined(p, e))
        return kind;
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

    n->does = MZ_NODE_READS | MZ_NODE_WRITES;
    mz_trust_revisit(p, d.node, d.source, d.op);
    n->does = was;
}

/* The first write that the node may read from, or come behind, as far as is
 * known at once. With sequential consistency each write of some bytes comes
 * after those before it in the order of modification; so if the node comes
 * after one of them, it does so after these, too. */
static uint32_t first_to_follow(const struct mz_trust *p, uint32_t node)
{
    const struct mz_node *nodes = p->graph.nodes, *n = &nodes[node];
    uint32_t write = mz_node_is(n, MZ_NODE_READS) ? n->source : n->before;

    if (p->axioms)
        return p->axioms->floors[node];
    if (!mz_op_is_memory(n->kind))
        return MZ_NONE;
    while (write != MZ_NONE && !comes_after(p, node, MZ_NONE, write))
        write = nodes[write].before;
    return write;
}

/* Of joined objects: is it an update, when it does not wait? (Who waits only
 * reads as yet.) */
static bool is_update_if_joined(const struct mz_trust *p,
                                const struct mz_execution *x,
                                const struct mz_node *n)
{
    const struct mz_event *e = event_of(x, n);

    return mz_trust_is_joined(p, e) &&
           mz_trust_event_does(p, x, e) & MZ_NODE_WRITES;
}

/* Other writes that a new read could read from: all before the last. */
static void set_source(struct mz_trust *p, const struct mz_execution *x,
                       uint32_t node)
{
    struct mz_graph *g = &p->graph;
    const struct mz_node *n = &g->nodes[node];
    struct mz_trust_decision d = {
        .kind = MZ_TRUST_SET_RF, .node = node, .asks = p->axioms != NULL};
    uint32_t next;

    for (d.source = first_to_follow(p, node); d.source != n->source;
         d.source = next) {
        next = mz_graph_after(g, n->place, d.source);
        if (comes_after(p, node, d.source, next))
            continue;
        d.op = p->axioms ? mz_trust_outcome(p, node, d.source)
                         : kind_before(p, x, node, next);
        if (d.op == MZ_OP_COUNT)
            continue;
        if ((mz_trust_does(p, d.op) & MZ_NODE_WRITES ||
             is_update_if_joined(p, x, n)) &&
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
        .kind = MZ_TRUST_SET_CO,
        .node = node,
        .behind = first_to_follow(p, node),
        .asks = p->axioms != NULL,
    };

    for (;; d.behind = mz_graph_after(g, place, d.behind)) {
        uint32_t next = mz_graph_after(g, place, d.behind);

        if (next == node)
            return;
        if (!comes_after(p, node, d.behind, next) &&
            !mz_node_is_update(&g->nodes[next]))
            mz_trust_push(p, d);
    }
}

void mz_trust_decide(struct mz_trust *p, const struct mz_execution *x,
                     uint32_t node)
{
    const struct mz_node *n = &p->graph.nodes[node];

    if (mz_op_arrives(n->kind) && /* they commute: trust_run.c */
        !mz_trust_is_of_joined(p, n))
        return;
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
