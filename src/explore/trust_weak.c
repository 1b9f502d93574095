/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where memory is weak: what nodes do is known by their labels, whatever they
 * read from; and what is executed is served what the graph says.
 */
#include "explore/trust.h"

/* ---- labels -------------------------------------------------------------- */

/* The bits of a value that the place has room for. */
static uint64_t cut(const struct mz_trust *p, uint32_t place, uint64_t value)
{
    unsigned bits = 8 * __builtin_popcount(p->graph.places[place].mask);

    return bits < 64 ? value & (((uint64_t)1 << bits) - 1) : value;
}

static struct mz_op_operand operand_of(const struct mz_trust *p, uint32_t node)
{
    const struct mz_node *n = &p->graph.nodes[node];
    const struct mz_node_label *label = &p->graph.labels[node];

    return (struct mz_op_operand){
        .number = label->expected,
        .thread = n->thread,
        .mask = p->graph.places[n->place].mask,
        .condition = label->condition,
    };
}

/* What the node makes of its place, which it finds in that state. */
static uint64_t written_by(const struct mz_trust *p, uint32_t node,
                           uint64_t state)
{
    const struct mz_node *n = &p->graph.nodes[node];
    const struct mz_node_label *label = &p->graph.labels[node];
    const struct mz_op_operand operand = operand_of(p, node);

    if (mz_op_is_memory(n->kind))
        return cut(p, n->place,
                   mz_update_of(label->update, state, label->operand));
    mz_op_after(n->kind, &state, &operand);
    return state;
}

static enum mz_refusal label_memory(struct mz_trust *p,
                                    const struct mz_execution *x,
                                    const struct mz_event *e, uint32_t node)
{
    const struct mz_node *n = &p->graph.nodes[node];
    const struct mz_access_order *order;

    if (n->position == MZ_NONE || !x->orders[n->position].is_served)
        return MZ_REFUSAL_NOT_SERVED;
    order = &x->orders[n->position];
    p->graph.labels[node] = (struct mz_node_label){
        .expected = mz_op_compares(e->kind) ? e->other : 0,
        .operand = order->operand,
        .written = order->written,
        .initial = order->initial,
        .order = order->order,
        .failure = order->failure,
        .update = order->update,
    };
    return MZ_REFUSAL_NONE;
}

/* Of a lock or the like, whose state memory has: see op/modelled.h. */
static enum mz_refusal label_lock(struct mz_trust *p, const struct mz_event *e,
                                  uint32_t node)
{
    const struct mz_node *n = &p->graph.nodes[node];
    struct mz_node_label *label = &p->graph.labels[node];
    enum mz_op kind = mz_op_succeeded(e->kind);
    enum mz_order order, failure;

    if (!mz_op_is_modelled(kind))
        return MZ_REFUSAL_NOT_IN_MODEL;
    mz_op_orders(kind, &order, &failure);
    label->order = order;
    label->failure = failure;
    label->expected = mz_event_number(e);
    label->initial =
        n->source == MZ_NONE ? e->value : p->graph.labels[n->source].initial;
    if (mz_node_is(n, MZ_NODE_WRITES))
        label->written = written_by(p, node, e->value);
    return MZ_REFUSAL_NONE;
}

enum mz_refusal mz_trust_label(struct mz_trust *p, const struct mz_execution *x,
                               const struct mz_event *e, uint32_t node)
{
    p->graph.labels[node] = (struct mz_node_label){0};
    if (e->kind == MZ_FENCE)
        p->graph.labels[node].order = e->value;
    if (mz_op_is_local(e->kind))
        return MZ_REFUSAL_NONE;
    return mz_op_is_memory(e->kind) ? label_memory(p, x, e, node)
                                    : label_lock(p, e, node);
}

bool mz_trust_is_as_labelled(const struct mz_trust *p,
                             const struct mz_execution *x, uint32_t node)
{
    const struct mz_node *n = &p->graph.nodes[node];
    const struct mz_node_label *label = &p->graph.labels[node];
    const struct mz_event *e = &x->events[n->position];
    const struct mz_access_order *order = &x->orders[n->position];

    if (mz_op_is_local(n->kind) || !mz_op_is_memory(n->kind))
        return true;
    if (mz_op_compares(e->kind) && e->other != label->expected)
        return false;
    return order->operand == label->operand &&
           (!mz_node_is(n, MZ_NODE_WRITES) || order->written == label->written);
}

/* ---- other sources ------------------------------------------------------- */

uint8_t mz_trust_outcome(const struct mz_trust *p, uint32_t node,
                         uint32_t source)
{
    const struct mz_op_operand operand = operand_of(p, node);
    enum mz_op kind = mz_op_succeeded(p->graph.nodes[node].kind);
    uint64_t state = mz_graph_value(&p->graph, node, source);

    if (!mz_op_enabled(kind, state, &operand))
        return MZ_OP_COUNT;
    return mz_op_outcome(kind, state, &operand);
}

void mz_trust_write_anew(struct mz_trust *p, uint32_t node)
{
    struct mz_graph *g = &p->graph;

    g->labels[node].written =
        written_by(p, node, mz_graph_value(g, node, g->nodes[node].source));
}

void mz_trust_settle(struct mz_trust *p, uint32_t node)
{
    struct mz_graph *g = &p->graph;
    struct mz_node *n = &g->nodes[node];
    uint8_t outcome = mz_trust_outcome(p, node, n->source);

    n->does = MZ_NODE_READS;
    if (outcome == MZ_OP_COUNT) {
        n->kind = mz_op_succeeded(n->kind);
        n->state |= MZ_NODE_WAITS;
        return;
    }
    n->kind = outcome;
    if (!(mz_trust_does(p, outcome) & MZ_NODE_WRITES))
        return;
    n->does |= MZ_NODE_WRITES;
    mz_trust_write_anew(p, node);
    mz_graph_put(g, node, n->source);
    mz_trust_set_bit(&n->state, MZ_NODE_WROTE_LAST, n->after == MZ_NONE);
}

/* ---- graphs that are run ------------------------------------------------- */

/* Do the axioms ask more than happens-before and coherence? */
static bool has_more_axioms(const struct mz_trust *p)
{
    uint32_t strong = 0;

    if (p->axioms->memory == MZ_MODEL_TSO)
        return true;
    for (uint32_t i = 0; i < p->graph.count && strong < 2; i++)
        strong += mz_graph_order(&p->graph, i) == MZ_SEQ_CST;
    return strong == 2;
}

/* Has it no place, or is it a seq_cst access, or does it take or give back a
 * mutex? */
static bool is_strong(const struct mz_trust *p, uint32_t node)
{
    const struct mz_node *n = &p->graph.nodes[node];

    if (mz_op_is_memory(n->kind))
        return mz_graph_order(&p->graph, node) == MZ_SEQ_CST;
    return n->place == MZ_NONE ||
           (!(n->state & MZ_NODE_WAITS) && mz_op_is_in_turn(n->kind));
}

/*
 * Is what rc11 allows sequentially consistent? It is if all nodes are strong.
 * For suppose that program order, creation, joins, rf, mo and fr have a cycle.
 * All that is done to a mutex is in one order, by happens-before: who takes it
 * reads from who has given it back, and gives it back itself. So of the cycle's
 * events on mutexes, between two others, the first happens before the last, and
 * comes after the one by program order, before the other likewise: that is an
 * edge of psc, as program order, rf, mo and fr between seq_cst accesses are,
 * and so psc has a cycle. If all are on mutexes happens-before has one.
 */
static bool is_sequential(const struct mz_trust *p)
{
    uint32_t i = 0;

    if (p->axioms->memory != MZ_MODEL_RC11)
        return false;
    while (i < p->graph.count && is_strong(p, i))
        i++;
    return i == p->graph.count;
}

/* Coherence and atomicity hold, by how decisions are made. Most graphs are
 * sequentially consistent, and then allowed by every model: the order of all
 * events that shows it has happens-before, rf, mo and fr in it, so none of
 * these goes back, and psc has no cycle. To look for that order takes less time
 * than to ask all the axioms. */
static bool is_allowed(struct mz_trust *p)
{
    bool allows = !has_more_axioms(p) ||
                  mz_linear_exists(&p->linear, &p->graph) ||
                  (!is_sequential(p) &&
                   mz_axioms_allow_more(p->axioms, &p->graph));

    if (MZ_CHECK >= 2)
        MZ_ASSERT(allows == mz_axioms_allow(p->axioms, &p->graph));
    if (p->axioms->is_outgrown)
        mz_trust_outgrow(p);
    return allows && !p->algorithm.wrong;
}

/* All nodes but those that wait, in the order of the array. */
static void take_script(struct mz_trust *p)
{
    struct mz_linear *l = &p->linear;

    l->count = p->graph.count;
    for (uint32_t i = 0; i < l->count; i++)
        l->nodes[i] = i;
    if (MZ_LIKELY(!mz_tset_some(p->waiting)))
        return;
    l->count = 0;
    for (uint32_t i = 0; i < p->graph.count; i++)
        if (!(p->graph.nodes[i].state & MZ_NODE_WAITS))
            l->nodes[l->count++] = i;
}

bool mz_trust_may_run(struct mz_trust *p)
{
    if (p->asks && !is_allowed(p))
        return false;
    if (MZ_CHECK >= 2)
        MZ_ASSERT(mz_axioms_allow(p->axioms, &p->graph));
    take_script(p);
    return true;
}

/* ---- the chooser --------------------------------------------------------- */

uint32_t mz_trust_serve_choice(struct mz_trust *p, const struct mz_execution *x,
                               mz_tid thread, uint32_t bound)
{
    const struct mz_node *n;

    mz_trust_catch_up(p, x);
    if (p->next[thread] == MZ_NONE)
        return 0;
    n = &p->graph.nodes[p->next[thread]];
    if (n->kind != MZ_CHOOSE || n->value >= bound) {
        p->algorithm.wrong = MZ_WRONG_UNFORESEEN;
        return 0;
    }
    return n->value;
}

static bool has_been_run(const struct mz_graph *g, uint32_t node)
{
    return g->nodes[node].position != MZ_NONE;
}

/* What has been written of what comes behind a write of the graph: the first.
 * MZ_NONE: nothing yet. `last` is the last that has been written, or MZ_NONE
 * where that is not known: mostly the node comes soon behind it. */
static uint32_t next_that_was_run(const struct mz_graph *g, uint32_t node,
                                  uint32_t last)
{
    uint32_t w = g->nodes[node].after;

    while (w != MZ_NONE && !has_been_run(g, w)) {
        if (last != MZ_NONE)
            last = g->nodes[last].after;
        if (last == node)
            return MZ_NONE;
        w = g->nodes[w].after;
    }
    return w;
}

void mz_trust_serve(struct mz_chooser *chooser, const struct mz_execution *x,
                    const struct mz_event *e, struct mz_access_order *order)
{
    struct mz_trust *p = (struct mz_trust *)chooser;
    const struct mz_graph *g = &p->graph;
    uint32_t known, source = MZ_NONE, next = MZ_NONE, place;

    mz_trust_catch_up(p, x);
    known = p->next[e->thread];
    if (known != MZ_NONE) {
        source = mz_node_is(&g->nodes[known], MZ_NODE_READS)
                     ? g->nodes[known].source
                     : MZ_NONE;
        if (mz_node_is(&g->nodes[known], MZ_NODE_WRITES))
            next = next_that_was_run(g, known,
                                     mz_op_overwrites(e->kind) &&
                                             order->newest != MZ_NONE
                                         ? p->node_at[order->newest]
                                         : MZ_NONE);
    } else if (!mz_op_overwrites(e->kind)) {
        place = mz_graph_place_there(g, e->object, e->mask);
        if (place != MZ_NONE)
            source = mz_graph_last(g, place);
    }
    if (source != MZ_NONE && !has_been_run(g, source)) {
        p->algorithm.wrong = MZ_WRONG_UNFORESEEN;
        source = MZ_NONE;
    }
    order->source = source == MZ_NONE ? MZ_NONE : g->nodes[source].position;
    order->next = next == MZ_NONE || !mz_op_overwrites(e->kind)
                      ? MZ_NONE
                      : g->nodes[next].position;
    order->is_last = next == MZ_NONE;
}
