/* SPDX-License-Identifier: Apache-2.0 */
#include "explore/trust.h"

/* So many of the frame's first nodes, at most `most`, are those of the graph at
 * hand. */
static uint32_t at_hand(const struct mz_trust *p,
                        const struct mz_trust_frame *f, uint32_t most)
{
    if (p->is_graph_of_others)
        return 0;
    return f->same <= most ? f->same : most;
}

/* The graph at hand was made of the frame's, and has no more than so many of
 * its first nodes in common with it. */
static void part(struct mz_trust *p, struct mz_trust_frame *f, uint32_t same)
{
    if (f->same > same)
        f->same = same;
    p->graph.prefixed = at_hand(p, f, f->same);
    if (p->axioms)
        p->axioms->valid = p->graph.prefixed;
}

static const struct mz_node_label *labels_of(struct mz_trust_frame *f)
{
    return f->labels ? mz_trust_labels(f) : NULL;
}

/* The graph keeps this node and all before it. */
static struct mz_node *keep_before(struct mz_trust *p, struct mz_trust_frame *f,
                                   uint32_t node)
{
    mz_graph_keep(&p->graph, mz_trust_nodes(f), labels_of(f), node + 1,
                  at_hand(p, f, node));
    return &p->graph.nodes[node];
}

static void take_source(struct mz_trust *p, struct mz_trust_frame *f,
                        const struct mz_trust_decision *d)
{
    struct mz_node *n = keep_before(p, f, d->node);

    if (mz_node_is(n, MZ_NODE_WRITES))
        mz_graph_take_out(&p->graph, d->node);
    n->does = MZ_NODE_READS;
    n->kind = d->op;
    n->source = d->source;
    n->state = 0;
    if (p->axioms) {
        mz_trust_settle(p, d->node);
    } else if (mz_trust_does(p, d->op) & MZ_NODE_WRITES) {
        /* What else reads from there comes before it. */
        mz_graph_put(&p->graph, d->node, d->source);
        n->does |= MZ_NODE_WRITES;
    }
    p->open = d->node;
}

static void take_place(struct mz_trust *p, struct mz_trust_frame *f,
                       const struct mz_trust_decision *d)
{
    struct mz_node *n = keep_before(p, f, d->node);

    mz_graph_take_out(&p->graph, d->node);
    mz_graph_put(&p->graph, d->node, d->behind);
    n->state = 0;
}

static void keep(struct mz_trust *p, uint32_t node)
{
    if (node != MZ_NONE)
        p->to[node] = node;
}

/* Says in to[] what a revisit keeps of what comes behind the read: what the
 * write comes after by program order and reads-from, and the write. */
static void find_kept(struct mz_trust *p, struct mz_trust_frame *f,
                      const struct mz_trust_decision *d)
{
    const struct mz_node *nodes = mz_trust_nodes(f);

    for (uint32_t i = d->read; i < f->count; i++)
        p->to[i] = MZ_NONE;
    p->to[d->node] = d->node;
    keep(p, nodes[d->node].previous);
    keep(p, d->source);
    for (uint32_t i = d->node; i-- > d->read + 1;)
        if (p->to[i] != MZ_NONE) {
            keep(p, nodes[i].previous);
            keep(p, nodes[i].source);
        }
}

static void take_revisit(struct mz_trust *p, struct mz_trust_frame *f,
                         const struct mz_trust_decision *d)
{
    struct mz_graph *g = &p->graph;
    struct mz_node *w, *r;
    uint32_t write, read, behind;

    find_kept(p, f, d);
    mz_graph_restrict(g, mz_trust_nodes(f), labels_of(f), d->node + 1,
                      at_hand(p, f, d->read), p->to, d->read);
    write = p->to[d->node];
    read = p->to[d->read];
    behind = d->behind;
    if (behind != MZ_NONE && behind > d->read)
        behind = p->to[behind];
    w = &g->nodes[write];
    r = &g->nodes[read];
    if (mz_node_is(r, MZ_NODE_WRITES))
        mz_graph_take_out(g, read);
    if (mz_node_is(w, MZ_NODE_WRITES))
        mz_graph_take_out(g, write);
    if (d->differs) {
        w->does |= MZ_NODE_WRITES;
        w->source = behind;
        w->state &= ~(MZ_NODE_READ_LAST | MZ_NODE_WAITS);
        w->kind = d->op;
        if (p->axioms)
            mz_trust_write_anew(p, write);
    }
    mz_graph_put(g, write, behind);
    mz_trust_set_bit(&w->state, MZ_NODE_WROTE_LAST, w->after == MZ_NONE);
    /* No axiom forbids what comes last, and reads from the last write. */
    if (w->after == MZ_NONE)
        p->asks = false;
    r->does = MZ_NODE_READS;
    r->source = write;
    r->state = MZ_NODE_REVISITED;
    mz_trust_set_bit(&r->state, MZ_NODE_READ_LAST, w->after == MZ_NONE);
    p->open = read;
    if (p->axioms)
        mz_trust_settle(p, read);
    if (r->state & MZ_NODE_WAITS)
        mz_trust_take_back(p);
}

static void take_choice(struct mz_trust *p, struct mz_trust_frame *f,
                        const struct mz_trust_decision *d)
{
    struct mz_node *n = keep_before(p, f, d->node);

    n->value = d->source;
    n->state = 0;
}

/* The graph keeps all before the decision's node. */
static void take_on(struct mz_trust *p, struct mz_trust_frame *f,
                    const struct mz_trust_decision *d)
{
    mz_graph_keep(&p->graph, mz_trust_nodes(f), labels_of(f), d->node,
                  at_hand(p, f, d->node));
    mz_trust_hold(p, f, d->node);
}

void mz_trust_take(struct mz_trust *p)
{
    struct mz_trust_frame *f = mz_trust_top(p);
    struct mz_trust_decision *d = &mz_trust_decisions(f)[f->decisions - 1],
                             taken = *d;

    p->open = MZ_NONE;
    mz_trust_hold_nobody(p);
    p->asks = taken.asks;
    p->taken = taken;
    p->name = mz_hash_word(
        f->name, (uint64_t)taken.number << 32 |
                     (taken.kind == MZ_TRUST_CHOOSE ? taken.source : 0));
    switch ((enum mz_trust_kind)taken.kind) {
    case MZ_TRUST_SET_RF:
        take_source(p, f, &taken);
        break;
    case MZ_TRUST_SET_CO:
        take_place(p, f, &taken);
        break;
    case MZ_TRUST_REVISIT:
        take_revisit(p, f, &taken);
        break;
    case MZ_TRUST_CHOOSE:
        take_choice(p, f, &taken);
        part(p, f, taken.node);
        d->source++;
        p->taken.is_one = true;
        if (!taken.is_one && d->source < mz_trust_nodes(f)[taken.node].bound)
            return;
        break;
    case MZ_TRUST_GO_ON:
        take_on(p, f, &taken);
        break;
    }
    part(p, f, mz_trust_keeps(&taken));
    f->decisions--;
    p->used -= sizeof *d;
}
