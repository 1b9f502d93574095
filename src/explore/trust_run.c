/* SPDX-License-Identifier: Apache-2.0 */
#include "explore/trust.h"

#include "explore/path.h"

/* ---- what operations are ------------------------------------------------- */

/* Where memory is weak it is told by what it does to its object; else by what
 * it depends on: a failed write trylock does on all that a write does. */
uint8_t mz_trust_does(const struct mz_trust *p, enum mz_op kind)
{
    if (mz_op_is_local(kind))
        return 0;
    if (p->axioms ? !mz_op_changes(kind)
                  : mz_dependence[MZ_RELATION_ADD][kind].class == MZ_CLASS_READ)
        return MZ_NODE_READS;
    return mz_op_overwrites(kind) ? MZ_NODE_WRITES
                                  : MZ_NODE_READS | MZ_NODE_WRITES;
}

/* Does the event do nothing but read one of the joined objects? Where memory is
 * weak that, too, is in their order; and where all is to be in an order. */
static bool only_reads_joined(const struct mz_trust *p,
                              const struct mz_execution *x,
                              const struct mz_event *e)
{
    enum mz_op kind = mz_trust_kind(p, x, e);

    return !p->axioms && !p->graph.joins_all && !mz_event_more(e) &&
           mz_op_is_memory(kind) &&
           mz_trust_does(p, kind) == MZ_NODE_READS;
}

uint8_t mz_trust_event_does(const struct mz_trust *p,
                            const struct mz_execution *x,
                            const struct mz_event *e)
{
    return mz_trust_is_joined(p, e) && !only_reads_joined(p, x, e)
               ? MZ_NODE_READS | MZ_NODE_WRITES
               : mz_trust_does(p, mz_trust_kind(p, x, e));
}

/* Why it cannot be treated, or none. */
static enum mz_refusal refusal_of(const struct mz_trust *p,
                                  const struct mz_event *e)
{
    bool is_several = e->object == MZ_NONE || mz_event_more(e);

    if (mz_op_is_local(e->kind) || !is_several)
        return MZ_REFUSAL_NONE;
    return e->object == MZ_NONE || !p->graph.joined ? MZ_REFUSAL_SEVERAL
                                                    : MZ_REFUSAL_NONE;
}

/* Joins the objects of an event that has several. */
static void join_objects(struct mz_trust *p, const struct mz_execution *x,
                         const struct mz_event *e)
{
    for (unsigned k = 0; k < mz_event_more(e); k++)
        p->begins_anew |= mz_graph_join(&p->graph, e->object,
                                        x->accesses[e->more + k].object);
}

/* Joins what the run shows to be of one place. True: something was, so that no
 * graph is to be made of it. */
static bool join_all(struct mz_trust *p, const struct mz_execution *x)
{
    if (!p->graph.joined)
        return false;
    for (uint32_t i = 0; i < x->length; i++)
        if (x->events[i].object != MZ_NONE)
            join_objects(p, x, &x->events[i]);
    MZ_EACH(rest, x->waiting) {
        const struct mz_event *e = &x->pending[mz_tset_first(rest)];

        if (!mz_op_is_local(e->kind) && e->object != MZ_NONE)
            join_objects(p, x, e);
    }
    return p->begins_anew;
}

/* The place of an event; MZ_NONE: it cannot be treated, or all begins anew. */
static uint32_t place_of(struct mz_trust *p, const struct mz_event *e)
{
    uint32_t place = mz_graph_place(&p->graph, e->object, e->mask);

    if (place == MZ_NONE && p->graph.joined && !mz_trust_is_joined(p, e))
        p->begins_anew = mz_graph_join(&p->graph, e->object, e->object);
    else if (place == MZ_NONE)
        p->algorithm.unsupported = MZ_REFUSAL_PARTS;
    return place;
}

/* ---- the run becomes a graph --------------------------------------------- */

/* What precedes the first event of a thread. */
static uint32_t birth_of(const struct mz_trust *p, const struct mz_execution *x,
                         mz_tid t)
{
    const struct mz_birth *birth = &x->births[t];

    while (birth->event == MZ_NONE && birth->parent != MZ_NO_THREAD)
        birth = &x->births[birth->parent];
    return birth->event == MZ_NONE ? MZ_NONE : p->node_at[birth->event];
}

static uint32_t last_of(const struct mz_trust *p, const struct mz_execution *x,
                        mz_tid t)
{
    return p->last[t] != MZ_NONE ? p->last[t] : birth_of(p, x, t);
}

/* Are arrivals what is done to its object? */
static bool is_met_at(const struct mz_node *n)
{
    return mz_op_arrives(n->kind) || mz_op_departs(n->kind);
}

/* An arrival whose order with others nobody asks for. */
static bool commutes_as_it_comes(const struct mz_trust *p, uint32_t node)
{
    return node != MZ_NONE && mz_op_arrives(p->graph.nodes[node].kind) &&
           !mz_trust_is_of_joined(p, &p->graph.nodes[node]);
}

/*
 * Arrivals at a barrier commute: they are updates in the order in which they
 * came, and no other is asked for (trust_decide.c). What is lost by that? An
 * arrival comes after those of its round that came before it, and nothing that
 * its thread does comes after it but its departure, which comes after all of
 * them whatever their order. So that must be what its thread does next: it must
 * not have a signal's handler in between. And nothing but arrivals and
 * departures may look at its state: not who destroys it, where plain accesses
 * are interleaved.
 */
static bool may_come_behind_arrivals(const struct mz_trust *p,
                                     const struct mz_node *n, uint32_t last)
{
    const struct mz_node *nodes = p->graph.nodes;
    uint32_t write;

    if (commutes_as_it_comes(p, last))
        return mz_op_departs(n->kind);
    if (n->place == MZ_NONE || mz_trust_is_of_joined(p, n))
        return true;
    write = mz_node_is(n, MZ_NODE_READS) ? n->source : n->before;
    return write == MZ_NONE || is_met_at(n) == is_met_at(&nodes[write]);
}

/* The node cannot come there: arrivals at that barrier are asked for in all
 * orders from now on, as what is done to joined objects, if they can be. */
static void give_arrivals_orders(struct mz_trust *p, const struct mz_node *n,
                                 uint32_t last)
{
    uint32_t place = commutes_as_it_comes(p, last)
                         ? p->graph.nodes[last].place
                         : n->place;
    uint32_t object = p->graph.places[place].object;

    if (p->graph.joined)
        p->begins_anew = mz_graph_join(&p->graph, object, object);
    else
        p->algorithm.unsupported = MZ_REFUSAL_BARRIER;
}

/* Adds an event that has just been executed, or waits. */
static void add_node(struct mz_trust *p, const struct mz_execution *x,
                     const struct mz_event *e, uint32_t position)
{
    struct mz_graph *g = &p->graph;
    mz_tid t = e->thread;
    uint32_t i = g->count++, last = p->last[t];
    struct mz_node *n = &g->nodes[i];

    *n = (struct mz_node){
        .thread = t,
        .kind = mz_trust_kind(p, x, e),
        .does = MZ_NODE_READS,
        .state = MZ_NODE_READ_LAST | MZ_NODE_WROTE_LAST,
        .index = p->last[t] == MZ_NONE ? 0 : g->nodes[p->last[t]].index + 1,
        .previous = last_of(p, x, t),
        .place = MZ_NONE,
        .source = MZ_NONE,
        .position = position,
    };
    if (position == MZ_NONE)
        n->state |= MZ_NODE_WAITS;
    else
        n->does = mz_trust_event_does(p, x, e);
    if (e->kind == MZ_CHOOSE) {
        n->value = e->value;
        n->bound = e->bound;
    } else if (mz_event_is_after_thread(e)) {
        n->source = last_of(p, x, e->value);
    } else if (!mz_op_is_local(e->kind)) {
        n->place = place_of(p, e);
        if (n->place == MZ_NONE)
            return;
        if (mz_node_is(n, MZ_NODE_READS))
            n->source = mz_graph_last(g, n->place);
        if (mz_node_is(n, MZ_NODE_WRITES))
            mz_graph_put(g, i, mz_graph_last(g, n->place));
    }
    if (p->axioms)
        p->algorithm.unsupported = mz_trust_label(p, x, e, i);
    if (!may_come_behind_arrivals(p, n, last))
        give_arrivals_orders(p, n, last);
    p->last[t] = i;
}

/* A node of the graph that was run has been executed. */
static void match(struct mz_trust *p, const struct mz_execution *x, uint32_t i,
                  uint32_t position)
{
    const struct mz_event *e = &x->events[position];
    enum mz_op kind = mz_trust_kind(p, x, e);
    struct mz_graph *g = &p->graph;
    struct mz_node *n = &g->nodes[i];

    if (i == p->open && !p->axioms && !mz_node_is(n, MZ_NODE_WRITES)) {
        n->kind = kind;
        n->does = mz_trust_event_does(p, x, e);
        if (mz_node_is_update(n)) {
            mz_graph_put(g, i, n->source);
            mz_trust_set_bit(&n->state, MZ_NODE_WROTE_LAST,
                             n->after == MZ_NONE);
        }
    }
    if (n->kind != kind || n->state & MZ_NODE_WAITS ||
        (n->place != MZ_NONE &&
         n->place != mz_graph_place(g, e->object, e->mask)))
        p->algorithm.wrong = MZ_WRONG_UNFORESEEN;
    n->position = position;
    if (p->axioms && !mz_trust_is_as_labelled(p, x, i))
        p->algorithm.wrong = MZ_WRONG_UNFORESEEN;
    p->last[n->thread] = i;
}

/* Which node is whose next one, where the first `passed` have been executed. */
static void find_next(struct mz_trust *p, const struct mz_execution *x,
                      uint32_t passed)
{
    struct mz_graph *g = &p->graph;
    uint32_t i;

    MZ_EACH(rest, x->born)
        mz_graph_widen(g, mz_tset_first(rest));
    for (unsigned t = 0; t < g->width; t++)
        p->next[t] = p->last[t] = MZ_NONE;
    for (i = g->count; i-- > passed;) {
        mz_tid t = g->nodes[i].thread;

        p->next_of[i] = p->next[t];
        p->next[t] = i;
    }
    for (i = passed; i-- > 0;)
        if (p->last[g->nodes[i].thread] == MZ_NONE)
            p->last[g->nodes[i].thread] = i;
}

/* Not all have arrived: that is not for what it reads to say. */
static bool waits_as_a_join(const struct mz_trust *p, const struct mz_event *e)
{
    return mz_op_departs(e->kind) && !mz_trust_is_joined(p, e);
}

/* A thread that waits at the end. */
static void add_waiting(struct mz_trust *p, const struct mz_execution *x)
{
    MZ_EACH(rest, mz_tset_minus(x->waiting, p->waiting)) {
        const struct mz_event *e = &x->pending[mz_tset_first(rest)];

        if (!mz_op_blocks(e->kind) || waits_as_a_join(p, e))
            continue;
        p->algorithm.unsupported = refusal_of(p, e);
        if (!p->algorithm.unsupported)
            add_node(p, x, e, MZ_NONE);
        if (p->algorithm.unsupported || p->begins_anew)
            return;
        mz_tset_add(&p->waiting, e->thread);
    }
}

void mz_trust_take_back(struct mz_trust *p)
{
    const struct mz_node *n = &p->graph.nodes[p->open];

    if (mz_trust_is_of_joined(p, n))
        return;
    if (!mz_op_acquires(n->kind) || !(n->state & MZ_NODE_READ_LAST) ||
        p->graph.nodes[n->source].state & MZ_NODE_READ_LAST)
        return;
    p->graph.count = p->open;
    p->open = MZ_NONE;
}

/* What the open node reads does not let it go on. */
static void let_wait(struct mz_trust *p)
{
    struct mz_node *n = &p->graph.nodes[p->open];

    mz_trust_take_back(p);
    if (p->open == MZ_NONE) {
        p->known--;
        return;
    }
    n->state |= MZ_NODE_WAITS;
    mz_tset_add(&p->waiting, n->thread);
    p->in_vain = !(n->state & MZ_NODE_READ_LAST);
}

/* Has the open node not been executed, since it waits? (Where no thread at all
 * could go on nobody was asked to choose one.) */
static bool has_come_to_wait(const struct mz_trust *p,
                             const struct mz_execution *x)
{
    const struct mz_node *n;

    if (p->open == MZ_NONE)
        return false;
    n = &p->graph.nodes[p->open];
    return p->next[n->thread] == p->open && !(n->state & MZ_NODE_WAITS) &&
           mz_tset_has(x->waiting, n->thread) &&
           mz_op_blocks(x->pending[n->thread].kind);
}

static void note_node(struct mz_trust *p, uint32_t position, uint32_t node)
{
    p->node_at[position] = node;
    if (node != position && p->aligned > position)
        p->aligned = position;
}

/* The event comes into the graph, or is a node of it. */
static void take_in(struct mz_trust *p, const struct mz_execution *x,
                    uint32_t position)
{
    const struct mz_event *e = &x->events[position];
    uint32_t known = p->next[e->thread];

    if (known != MZ_NONE) {
        p->next[e->thread] = p->next_of[known];
        match(p, x, known, position);
        note_node(p, position, known);
        p->missing--;
        return;
    }
    p->algorithm.unsupported = refusal_of(p, e);
    if (p->algorithm.unsupported)
        return;
    mz_graph_widen(&p->graph, e->thread);
    note_node(p, position, p->graph.count);
    add_node(p, x, e, position);
}

void mz_trust_catch_up(struct mz_trust *p, const struct mz_execution *x)
{
    while (p->counted < x->length && !p->algorithm.wrong &&
           !p->algorithm.unsupported && !p->begins_anew)
        take_in(p, x, p->counted++);
}

bool mz_trust_make_graph(struct mz_trust *p, const struct mz_execution *x,
                         enum mz_outcome outcome)
{
    if (join_all(p, x))
        return false;
    if (!p->axioms) {
        p->missing = p->known - mz_tset_count(p->waiting);
        p->counted = 0;
        find_next(p, x, 0);
    }
    mz_trust_catch_up(p, x);
    if (p->algorithm.wrong || p->algorithm.unsupported || p->begins_anew)
        return false;
    if (p->put_off)
        return !p->missing;
    if (!mz_outcome_breaks_off(outcome) && !p->axioms &&
        has_come_to_wait(p, x)) {
        let_wait(p);
        p->missing--;
    }
    if (!mz_outcome_breaks_off(outcome))
        add_waiting(p, x);
    return !p->missing && !p->algorithm.unsupported && !p->begins_anew;
}

/* ---- what is executed next ----------------------------------------------- */

/* Steps that nobody chooses, as they are executed by themselves. */
static void skip_local(struct mz_trust *p)
{
    while (p->step < p->linear.count &&
           mz_op_is_local(p->graph.nodes[p->linear.nodes[p->step]].kind))
        p->step++;
}

/* Has its place been written since the waiting node read it? */
static bool has_come(const struct mz_trust *p, const struct mz_execution *x,
                     const struct mz_node *n)
{
    const struct mz_graph *g = &p->graph;
    uint32_t known[MZ_MAX_THREADS];

    if (mz_graph_last(g, n->place) != n->source)
        return true;
    if (p->axioms) /* and all that was executed is in the graph */
        return false;
    for (unsigned t = 0; t < g->width; t++)
        known[t] = 0;
    for (uint32_t i = 0; i < p->known; i++)
        known[g->nodes[i].thread]++;
    for (uint32_t i = 0; i < x->length; i++) {
        const struct mz_event *e = &x->events[i];

        if (e->thread < g->width && known[e->thread]) {
            known[e->thread]--; /* it is of the graph that was run */
            continue;
        }
        if (mz_trust_event_does(p, x, e) & MZ_NODE_WRITES &&
            !mz_op_is_local(e->kind) &&
            mz_graph_place_there(g, e->object, e->mask) == n->place)
            return true;
    }
    return false;
}

/* The thread of the node that comes next cannot go on, as what that reads does
 * not let it. False: it cannot be so. Of what is done to joined objects a run
 * tells whether it waits, and there a source where it would is none. */
static bool come_to_wait(struct mz_trust *p, uint32_t node)
{
    const struct mz_node *n = &p->graph.nodes[node];

    if (p->axioms || !mz_op_blocks(mz_op_succeeded(n->kind)))
        return false;
    if (node == p->open)
        let_wait(p);
    else if (mz_trust_is_of_joined(p, n))
        p->in_vain = true;
    else
        return false;
    return true;
}

/* Does a thread wait for what has been written by now? It goes on in the
 * execution in which it reads that, which is another. */
static bool ends_in_vain(struct mz_chooser *chooser,
                         const struct mz_execution *x)
{
    struct mz_trust *p = (struct mz_trust *)chooser;

    if (p->axioms)
        mz_trust_catch_up(p, x);
    skip_local(p);
    if (p->step < p->linear.count && !p->axioms)
        come_to_wait(p, p->linear.nodes[p->step]);
    if (p->in_vain)
        return true;
    if (MZ_LIKELY(!mz_tset_some(p->waiting)))
        return false;
    for (uint32_t i = 0; i < p->known; i++)
        if (p->graph.nodes[i].state & MZ_NODE_WAITS &&
            has_come(p, x, &p->graph.nodes[i]))
            return true;
    return false;
}

mz_tid mz_trust_choose_any(struct mz_trust *p, const struct mz_execution *x,
                           mz_tset can, const struct mz_enabled *enabled)
{
    mz_tid t = mz_path_default(can, enabled);
    struct mz_chooser *chooser = &p->algorithm.chooser;

    chooser->goes_on = MZ_NONE;
    if (t == MZ_NO_THREAD || !p->learner.order.length || enabled->yielding)
        return t;
    return mz_pop_order_choose(&p->learner.order, x, can, t, &chooser->goes_on);
}

static mz_tid choose(struct mz_chooser *chooser, const struct mz_execution *x,
                     const struct mz_enabled *enabled)
{
    struct mz_trust *p = (struct mz_trust *)chooser;

    if (p->axioms)
        mz_trust_catch_up(p, x);
    if (p->algorithm.wrong || p->algorithm.unsupported)
        return MZ_NO_THREAD;
    for (skip_local(p); p->step < p->linear.count; skip_local(p)) {
        uint32_t node = p->linear.nodes[p->step++];
        struct mz_node *n = &p->graph.nodes[node];

        if (mz_tset_has(enabled->threads, n->thread))
            return n->thread;
        if (!come_to_wait(p, node)) {
            p->algorithm.wrong = MZ_WRONG_UNFORESEEN;
            return MZ_NO_THREAD;
        }
        if (p->in_vain)
            return MZ_NO_THREAD;
    }
    if (mz_trust_somebody_spins(p, enabled))
        return mz_trust_choose_beside(p, x, enabled);
    return mz_trust_choose_any(
        p, x, mz_tset_minus(enabled->threads, p->waiting), enabled);
}

static uint32_t value(struct mz_chooser *chooser, const struct mz_execution *x,
                      mz_tid thread, uint32_t bound)
{
    struct mz_trust *p = (struct mz_trust *)chooser;
    const struct mz_graph *g = &p->graph;

    if (p->axioms)
        return mz_trust_serve_choice(p, x, thread, bound);
    for (; p->counted < x->length; p->counted++)
        p->executed[x->events[p->counted].thread]++;
    for (uint32_t i = 0; i < p->known; i++) {
        const struct mz_node *n = &g->nodes[i];

        if (n->thread != thread || n->index != p->executed[thread])
            continue;
        if (n->kind != MZ_CHOOSE || n->value >= bound)
            p->algorithm.wrong = MZ_WRONG_UNFORESEEN;
        return n->value < bound ? n->value : 0;
    }
    return 0;
}

const struct mz_chooser mz_trust_chooser = {
    choose, value, ends_in_vain, mz_trust_serve, 0, false, 0};

/* Of the linear order, up to that node, so many come at once as they did. */
static uint32_t as_before(const struct mz_trust *p,
                          const struct mz_execution *x, uint32_t same)
{
    const struct mz_linear *l = &p->linear;
    uint32_t i = 0;

    for (; i < l->count && i < x->length && l->nodes[i] < same; i++) {
        const struct mz_node *n = &p->graph.nodes[l->nodes[i]];
        const struct mz_event *e = &x->events[i];

        if (e->thread != n->thread ||
            (e->kind == MZ_CHOOSE && e->value != n->value))
            break;
    }
    return i;
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Where memory is weak what an event is served is told by the nodes before it.
 * These have mostly been executed as they stand; but steps that nobody chooses
 * may have come earlier. */
uint32_t mz_trust_already_there(const struct mz_trust *p,
                                const struct mz_execution *x)
{
    uint32_t same, length;

    if (!p->axioms)
        return as_before(p, x, MZ_NONE);
    same = p->is_run_of_others ? 0 : mz_trust_top(p)->same;
    length = least(least(same, p->linear.count), x->length);
    if (mz_tset_some(p->waiting) || p->aligned < length)
        return as_before(p, x, same);
    if (MZ_CHECK >= 2)
        MZ_ASSERT(length == as_before(p, x, same));
    return length;
}

/*
 * Where memory is weak, what is there already comes to be matched with its
 * nodes. These are the first ones of the graph that was run last, too: as long
 * as none waits a node and its event have the same number, and it has been
 * matched then.
 */
static void pass(struct mz_trust *p, const struct mz_execution *x,
                 uint32_t length)
{
    struct mz_node *nodes = p->graph.nodes;
    uint32_t passed = mz_tset_some(p->waiting) ? 0 : length;

    for (uint32_t i = 0; MZ_CHECK >= 2 && i < passed; i++)
        MZ_ASSERT(nodes[i].position == i && p->node_at[i] == i);
    for (uint32_t i = passed; i < p->graph.count; i++)
        nodes[i].position = MZ_NONE;
    find_next(p, x, passed);
    p->aligned = MZ_NONE;
    p->missing = p->known - mz_tset_count(p->waiting) - passed;
    for (p->counted = passed; p->counted < length; p->counted++) {
        uint32_t node = p->linear.nodes[p->counted];

        nodes[node].position = p->counted;
        note_node(p, p->counted, node);
        p->last[nodes[node].thread] = node;
        p->next[nodes[node].thread] = p->next_of[node];
        p->missing--;
    }
}

void mz_trust_begin_run(struct mz_trust *p, struct mz_execution *x,
                        uint32_t length)
{
    mz_pop_order_cut(&p->learner.order, length);
    p->algorithm.chooser.goes_on = 0;
    p->is_run_of_others = false;
    p->from = length;
    p->known = p->graph.count;
    p->algorithm.known = p->known - mz_tset_count(p->waiting);
    p->step = length;
    p->in_vain = false;
    p->put_off = 0;
    p->is_open_looked_at = false;
    p->is_none_free = false;
    p->looked = p->linear.count;
    p->counted = 0;
    if (!p->axioms) {
        for (unsigned t = 0; t < MZ_MAX_THREADS; t++)
            p->executed[t] = 0;
        mz_happens_before_truncate(&p->hb, x, length);
    }
    mz_execution_cut(x, length);
    if (p->axioms)
        pass(p, x, length);
}
