/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loops that wait. A thread has made a round, and would make the same again: so
 * the runtime has stopped it for good. By then its reads could be in the graph,
 * to be revisited by what changes them; but then each of N threads that wait
 * for one flag has read it too early or not, in 2^N graphs, of which one goes
 * on.
 *
 * In which order threads add events is free. So the run is stopped there, and
 * what it did before the round is run again (GoOn), with the thread *held*: it
 * comes to its round when something that this has read has been written to, or
 * when none but those who are held can go on. Nothing is left out by that.
 *
 * What is held is kept as the last nodes of a frame's graph, so that it goes
 * with a task. They are never run, nor decided upon.
 */
#include "explore/trust.h"

#include "explore/path.h"

/* ---- who is held --------------------------------------------------------- */

void mz_trust_hold_nobody(struct mz_trust *p)
{
    p->held_count = 0;
    p->holds = MZ_TSET_EMPTY;
}

void mz_trust_hold(struct mz_trust *p, struct mz_trust_frame *f, uint32_t count)
{
    mz_trust_hold_nobody(p);
    for (uint32_t i = count; i < f->count; i++) {
        struct mz_trust_held *held = &p->held[p->held_count++];

        held->node = mz_trust_nodes(f)[i];
        if (f->labels)
            held->label = mz_trust_labels(f)[i];
        mz_tset_add(&p->holds, held->node.thread);
    }
}

/* A read; or where memory is weak an update that has written what it has read,
 * which says so by its label. */
static bool leaves_as_it_was(const struct mz_trust *p,
                             const struct mz_execution *x,
                             const struct mz_event *e)
{
    uint8_t does = mz_trust_event_does(p, x, e);

    return does == MZ_NODE_READS ||
           (p->axioms && mz_op_is_memory(e->kind) &&
            does == (MZ_NODE_READS | MZ_NODE_WRITES) &&
            x->orders[e - x->events].written == e->value);
}

/* Does the event change what the held node has read? */
static bool changes(const struct mz_trust *p, const struct mz_execution *x,
                    const struct mz_event *e, const struct mz_node *n)
{
    const struct mz_location *place;

    if (n->place == MZ_NONE || mz_op_is_local(e->kind) ||
        leaves_as_it_was(p, x, e))
        return false;
    if (mz_trust_is_joined(p, e))
        return mz_graph_place_there(&p->graph, e->object, e->mask) == n->place;
    place = &p->graph.places[n->place];
    return e->object == place->object && e->mask & place->mask;
}

/* The held threads that may go on because of an event between these positions:
 * it has changed what they have read, or is their own. */
static mz_tset let_go(const struct mz_trust *p, const struct mz_execution *x,
                      uint32_t from, uint32_t to)
{
    mz_tset threads = MZ_TSET_EMPTY;

    for (; from < to; from++) {
        const struct mz_event *e = &x->events[from];

        mz_tset_add(&threads, e->thread);
        for (uint32_t i = 0; i < p->held_count; i++)
            if (changes(p, x, e, &p->held[i].node))
                mz_tset_add(&threads, p->held[i].node.thread);
    }
    return threads;
}

/* ---- who has just been stopped ------------------------------------------- */

/* The thread of the last event, if it waits in a loop; MZ_NO_THREAD. */
static mz_tid just_stopped(const struct mz_execution *x,
                           const struct mz_enabled *enabled)
{
    mz_tid t = x->length ? x->events[x->length - 1].thread : MZ_NO_THREAD;

    return t != MZ_NO_THREAD && mz_tset_has(enabled->spinning, t) &&
                   enabled->rounds[t] != MZ_NONE
               ? t
               : MZ_NO_THREAD;
}

/* So many events of the thread have been executed that are not of the graph
 * that was run. */
static uint32_t count_new(const struct mz_trust *p,
                          const struct mz_execution *x, mz_tid t)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < x->length; i++)
        count += x->events[i].thread == t;
    for (uint32_t i = 0; i < p->known; i++)
        count -= p->graph.nodes[i].thread == t;
    return count;
}

/* So many of the last events are of its round, and new, and leave all as it
 * was. */
static uint32_t count_to_put_off(const struct mz_trust *p,
                                 const struct mz_execution *x,
                                 const struct mz_enabled *enabled, mz_tid t)
{
    uint32_t most = count_new(p, x, t), count = 0;
    bool reads = false;

    for (; count < most && x->length - count > enabled->rounds[t]; count++) {
        const struct mz_event *e = &x->events[x->length - 1 - count];

        if (e->thread != t)
            break;
        if (e->kind == MZ_FENCE)
            continue;
        if (!mz_op_is_memory(e->kind) || !leaves_as_it_was(p, x, e))
            break;
        reads = true;
    }
    if (mz_tset_count(p->waiting) + p->held_count + count > MZ_TRUST_HELD)
        return 0; /* there might be no room for them */
    return reads ? count : 0;
}

/* Has the thread, in a round in which it has left all as it was, read last by
 * its event that has this index? */
static bool has_read_last_by(const struct mz_trust *p,
                             const struct mz_execution *x, mz_tid t,
                             uint32_t round, uint32_t event)
{
    uint32_t index = 0, last = MZ_NONE;

    for (uint32_t i = 0; i < x->length; i++) {
        const struct mz_event *e = &x->events[i];

        if (e->thread != t)
            continue;
        if (i >= round && e->kind != MZ_FENCE) {
            if (!leaves_as_it_was(p, x, e))
                return false;
            last = index;
        }
        index++;
    }
    return last == event;
}

/*
 * The open node is the last read of a round, and does not read from the last
 * write. So it is not maximal, and neither it nor anything that its thread has
 * done before is revisited any more: all graphs that are made of this one have
 * the round, which can be left out of each. So nothing is to be made of it.
 */
static bool is_in_vain(struct mz_trust *p, const struct mz_execution *x,
                       const struct mz_enabled *enabled)
{
    const struct mz_node *open;

    if (p->open == MZ_NONE || p->is_open_looked_at)
        return false;
    open = &p->graph.nodes[p->open];
    if (!mz_tset_has(enabled->spinning, open->thread))
        return false;
    p->is_open_looked_at = true;
    return !(open->state & MZ_NODE_READ_LAST) &&
           has_read_last_by(p, x, open->thread, enabled->rounds[open->thread],
                            open->index);
}

mz_tid mz_trust_choose_beside(struct mz_trust *p, const struct mz_execution *x,
                              const struct mz_enabled *enabled)
{
    mz_tset can = mz_tset_minus(enabled->threads, p->waiting), free;
    mz_tid t = just_stopped(x, enabled);

    p->holds = mz_tset_minus(p->holds, let_go(p, x, p->looked, x->length));
    p->looked = x->length;
    free = mz_tset_minus(can, p->holds);
    p->in_vain = is_in_vain(p, x, enabled);
    if (p->in_vain)
        return MZ_NO_THREAD;
    if (!mz_tset_some(free))
        p->is_none_free = true;
    if (t != MZ_NO_THREAD && !p->is_none_free) {
        p->put_off = count_to_put_off(p, x, enabled, t);
        if (p->put_off)
            return MZ_NO_THREAD;
    }
    t = mz_trust_choose_any(p, x, mz_tset_some(free) ? free : can, enabled);
    p->algorithm.chooser.goes_on = 0; /* each time it is to be looked */
    return t;
}

/* ---- the graph that is gone on with -------------------------------------- */

/* Puts a held node behind all other nodes of the graph; the nodes of its thread
 * that are held, too, are linked with it. */
static void append(struct mz_trust *p, const struct mz_trust_held *held)
{
    struct mz_graph *g = &p->graph;
    uint32_t i = g->count++;

    g->nodes[i] = held->node;
    if (held->node.index && g->nodes[i - 1].thread == held->node.thread)
        g->nodes[i].previous = i - 1;
    if (g->labels)
        g->labels[i] = held->label;
}

/* An update of a round that is put off: nothing comes behind it. */
static void set_aside(struct mz_graph *g, uint32_t node)
{
    if (!mz_node_is(&g->nodes[node], MZ_NODE_WRITES))
        return;
    mz_graph_take_out(g, node);
    g->nodes[node].does = MZ_NODE_READS;
}

uint32_t mz_trust_set_apart(struct mz_trust *p, const struct mz_execution *x)
{
    struct mz_graph *g = &p->graph;
    uint32_t count = g->count - p->put_off;
    mz_tset gone = let_go(p, x, p->linear.count, x->length - p->put_off);

    for (uint32_t i = g->count; i-- > count;)
        set_aside(g, i);
    for (uint32_t i = 0; i < p->held_count; i++)
        if (!mz_tset_has(gone, p->held[i].node.thread))
            append(p, &p->held[i]);
    return count;
}
