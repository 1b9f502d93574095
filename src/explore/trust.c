/* SPDX-License-Identifier: Apache-2.0 */
/*
 * TruSt: [KMGV22] Algorithm 1, 2. It goes from execution graph (src/graph) to
 * execution graph; each that is consistent is visited once.
 *
 * A run adds events to the graph at hand as they come: each read reads from the
 * last write of its place, each write is the last. When it has ended, all that
 * an event could have been instead is put on a stack, as decisions:
 *
 *   SetRF        a read, with another source
 *   SetCO        a write, at another place in the order of modification
 *   Revisit      a write that an earlier read reads from, which the read does
 *                not know of; all that has come since goes, but for what the
 *                write comes after (its prefix)
 *   Choose       a choice, with its next value
 *
 * A frame is the graph of a run with its decisions. To take one is to cut the
 * graph, and to run a linear order of what is left; then the run goes on.
 *
 * What waits (a lock that is held) is added last, when nothing else can go on:
 * it reads a state that does not let it go on, until some write revisits it.
 */
#include "explore/algorithm.h"

#include "explore/path.h"
#include "graph/linear.h"
#include "trace/happens_before.h"

enum decision_kind {
    SET_RF,
    SET_CO,
    REVISIT,
    CHOOSE,
};

struct decision {
    uint8_t kind; /* enum decision_kind */
    uint8_t op;   /* SET_RF, and REVISIT if it differs: enum mz_op, what the
                     operation is then */
    bool differs; /* REVISIT: by an update that reads from another write than it
                     has: from `source` */
    uint32_t node;
    uint32_t source; /* SET_RF, REVISIT; CHOOSE: the value */
    uint32_t read;   /* REVISIT: of this one */
    uint32_t behind; /* SET_CO, REVISIT: of which write `node` comes behind */
};

struct frame {
    uint64_t below;     /* offset of the frame below, plus one; 0: none */
    uint32_t count;     /* nodes, which follow */
    uint32_t decisions; /* which follow those */
};

struct trust {
    struct mz_algorithm algorithm; /* first */
    struct mz_happens_before hb;   /* of the execution */
    struct mz_graph graph;
    struct mz_linear linear;
    bool started;

    /* Of the run at hand. */
    uint32_t known;  /* nodes that it begins with */
    uint32_t open;   /* one of them, the last, of which the run tells whether it
                       writes, or waits; MZ_NONE: none */
    uint32_t step;   /* in the linear order */
    bool in_vain;    /* what waits will do so for ever */
    mz_tset waiting; /* whose last node waits */
    uint32_t counted;                  /* events of the execution, of which */
    uint32_t executed[MZ_MAX_THREADS]; /* each thread has so many */

    /* Of a thread, as nodes are matched with events: */
    uint32_t next[MZ_MAX_THREADS]; /* its next node */
    uint32_t last[MZ_MAX_THREADS]; /* its last one that was executed */
    uint32_t *node_at;             /* [position] */
    uint32_t *next_of;             /* [node]: the thread's next one */
    uint32_t *to;                  /* [node]: see mz_graph_restrict */
    uint32_t prefix[MZ_MAX_THREADS];

    char *stack;
    size_t used, size;
    uint64_t top; /* frame, plus one; 0: none */
};

/* ---- the stack ----------------------------------------------------------- */

static struct frame *top_frame(const struct trust *p)
{
    return (struct frame *)(p->stack + p->top - 1);
}

static struct mz_node *nodes_of(struct frame *f)
{
    return (struct mz_node *)(f + 1);
}

static struct decision *decisions_of(struct frame *f)
{
    return (struct decision *)(nodes_of(f) + f->count);
}

static void *push(struct trust *p, size_t size)
{
    void *place = p->stack + p->used;

    if (size > p->size - p->used) {
        p->algorithm.wrong = "the graphs have outgrown the memory reserved";
        p->algorithm.outgrown = true;
        return NULL;
    }
    p->used += size;
    return place;
}

static void push_decision(struct trust *p, struct decision d)
{
    struct decision *place = push(p, sizeof d);

    if (!place)
        return;
    *place = d;
    top_frame(p)->decisions++;
}

static void push_frame(struct trust *p)
{
    size_t size = p->graph.count * sizeof(struct mz_node);
    struct frame *f;

    p->used = (p->used + 7) / 8 * 8;
    f = push(p, sizeof *f + size);
    if (!f)
        return;
    *f = (struct frame){.below = p->top, .count = p->graph.count};
    memcpy(nodes_of(f), p->graph.nodes, size);
    p->top = (char *)f - p->stack + 1;
}

static void pop_frame(struct trust *p)
{
    const struct frame *f = top_frame(p);

    p->used = p->top - 1;
    p->top = f->below;
}

/* ---- what operations are ------------------------------------------------- */

/* What it does to its place, in the sense of graphs. */
static uint8_t does(enum mz_op kind)
{
    switch (mz_dependence[MZ_RELATION_RW][kind].class) {
    case MZ_CLASS_READ:
        return MZ_NODE_READS;
    case MZ_CLASS_WRITE:
    case MZ_CLASS_RELEASE:
        return kind == MZ_WRITE ? MZ_NODE_WRITES
                                : MZ_NODE_READS | MZ_NODE_WRITES;
    default:
        return 0;
    }
}

/* NULL, or why it cannot be treated. */
static const char *refusal_of(const struct mz_event *e)
{
    if (mz_op_is_local(e->kind))
        return NULL;
    if (mz_event_more(e) || e->object == MZ_NONE)
        return MZ_REFUSED(SEVERAL);
    switch (mz_op_object(e->kind)) {
    case MZ_OBJECT_MEMORY:
    case MZ_OBJECT_MUTEX:
    case MZ_OBJECT_SPIN:
    case MZ_OBJECT_COND:
        return NULL;
    case MZ_OBJECT_SEMAPHORE:
        return MZ_REFUSED(SEMAPHORE);
    case MZ_OBJECT_RWLOCK:
        return MZ_REFUSED(RWLOCK);
    case MZ_OBJECT_FUTEX:
        return MZ_REFUSED(FUTEX);
    case MZ_OBJECT_BARRIER:
        return MZ_REFUSED(BARRIER);
    default:
        return MZ_REFUSED(FILE);
    }
}

static void set_bit(uint8_t *state, uint8_t bit, bool value)
{
    *state = value ? *state | bit : *state & ~bit;
}

/* ---- the run becomes a graph --------------------------------------------- */

/* What precedes the first event of a thread. */
static uint32_t birth_of(const struct trust *p, const struct mz_execution *x,
                         mz_tid t)
{
    const struct mz_birth *birth = &x->births[t];

    while (birth->event == MZ_NONE && birth->parent != MZ_NO_THREAD)
        birth = &x->births[birth->parent];
    return birth->event == MZ_NONE ? MZ_NONE : p->node_at[birth->event];
}

static uint32_t last_of(const struct trust *p, const struct mz_execution *x,
                        mz_tid t)
{
    return p->last[t] != MZ_NONE ? p->last[t] : birth_of(p, x, t);
}

/* Adds an event that has just been executed, or waits. */
static void add_node(struct trust *p, const struct mz_execution *x,
                     const struct mz_event *e, uint32_t position)
{
    struct mz_graph *g = &p->graph;
    mz_tid t = e->thread;
    uint32_t i = g->count++;
    struct mz_node *n = &g->nodes[i];

    *n = (struct mz_node){
        .thread = t,
        .kind = e->kind,
        .does = position == MZ_NONE ? MZ_NODE_READS : does(e->kind),
        .state = MZ_NODE_READ_LAST | MZ_NODE_WROTE_LAST,
        .index = p->last[t] == MZ_NONE ? 0 : g->nodes[p->last[t]].index + 1,
        .previous = last_of(p, x, t),
        .place = MZ_NONE,
        .source = MZ_NONE,
        .position = position,
    };
    if (position == MZ_NONE)
        n->state |= MZ_NODE_WAITS;
    if (e->kind == MZ_CHOOSE) {
        n->value = e->value;
        n->bound = e->bound;
    } else if (mz_op_is_local(e->kind)) {
        n->source = last_of(p, x, e->value);
    } else {
        n->place = mz_graph_place(g, e->object, e->mask);
        if (n->place == MZ_NONE) {
            p->algorithm.unsupported = MZ_REFUSED(PARTS);
            return;
        }
        if (mz_node_is(n, MZ_NODE_READS))
            n->source = mz_graph_last(g, n->place);
        if (mz_node_is(n, MZ_NODE_WRITES))
            mz_graph_put(g, i, mz_graph_last(g, n->place));
    }
    p->last[t] = i;
}

/* A node of the graph that was run has been executed. */
static void match(struct trust *p, const struct mz_event *e, uint32_t i,
                  uint32_t position)
{
    struct mz_graph *g = &p->graph;
    struct mz_node *n = &g->nodes[i];

    if (i == p->open && !mz_node_is(n, MZ_NODE_WRITES)) {
        n->kind = e->kind;
        n->does = does(e->kind);
        if (mz_node_is_update(n)) {
            mz_graph_put(g, i, n->source);
            set_bit(&n->state, MZ_NODE_WROTE_LAST, n->after == MZ_NONE);
        }
    }
    if (n->kind != e->kind || n->state & MZ_NODE_WAITS ||
        (n->place != MZ_NONE &&
         n->place != mz_graph_place(g, e->object, e->mask)))
        p->algorithm.wrong = mz_unforeseen;
    n->position = position;
    p->last[n->thread] = i;
}

/* Which node is whose next one. */
static void find_next(struct trust *p, const struct mz_execution *x)
{
    struct mz_graph *g = &p->graph;

    MZ_EACH(rest, x->born)
        if (g->width <= mz_tset_first(rest))
            g->width = mz_tset_first(rest) + 1u;
    for (unsigned t = 0; t < g->width; t++)
        p->next[t] = p->last[t] = MZ_NONE;
    for (uint32_t i = g->count; i-- > 0;) {
        mz_tid t = g->nodes[i].thread;

        p->next_of[i] = p->next[t];
        p->next[t] = i;
    }
}

/* A thread that waits at the end. */
static void add_waiting(struct trust *p, const struct mz_execution *x)
{
    MZ_EACH(rest, mz_tset_minus(x->waiting, p->waiting)) {
        const struct mz_event *e = &x->pending[mz_tset_first(rest)];

        if (!mz_op_blocks(e->kind))
            continue;
        p->algorithm.unsupported = refusal_of(e);
        if (!p->algorithm.unsupported)
            add_node(p, x, e, MZ_NONE);
        if (p->algorithm.unsupported)
            return;
        mz_tset_add(&p->waiting, e->thread);
    }
}

/* What the open node reads does not let it go on. */
static void let_wait(struct trust *p)
{
    struct mz_node *n = &p->graph.nodes[p->open];

    n->state |= MZ_NODE_WAITS;
    mz_tset_add(&p->waiting, n->thread);
    p->in_vain = !(n->state & MZ_NODE_READ_LAST);
}

/* Has the open node not been executed, since it waits? (Where no thread at all
 * could go on nobody was asked to choose one.) */
static bool has_come_to_wait(const struct trust *p,
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

/* False: some event of the graph that was run has not been executed. */
static bool make_graph(struct trust *p, const struct mz_execution *x,
                       enum mz_outcome outcome)
{
    uint32_t missing = p->known - mz_tset_count(p->waiting);

    find_next(p, x);
    for (uint32_t i = 0; i < x->length; i++) {
        const struct mz_event *e = &x->events[i];
        uint32_t known = p->next[e->thread];

        if (known != MZ_NONE) {
            p->next[e->thread] = p->next_of[known];
            match(p, e, known, i);
            p->node_at[i] = known;
            missing--;
        } else {
            p->algorithm.unsupported = refusal_of(e);
            if (p->algorithm.unsupported)
                return false;
            p->node_at[i] = p->graph.count;
            add_node(p, x, e, i);
        }
        if (p->algorithm.wrong || p->algorithm.unsupported)
            return false;
    }
    if (outcome != MZ_ERROR && has_come_to_wait(p, x)) {
        let_wait(p);
        missing--;
    }
    if (outcome != MZ_ERROR)
        add_waiting(p, x);
    return !missing && !p->algorithm.unsupported;
}

/* ---- decisions ----------------------------------------------------------- */

/* The event that comes before it in its thread: its position. */
static uint32_t position_before(const struct trust *p, uint32_t node)
{
    uint32_t previous = p->graph.nodes[node].previous;

    return previous == MZ_NONE ? MZ_NONE : p->graph.nodes[previous].position;
}

/* Does the thread come to that node only when the other one was executed? */
static bool comes_after(const struct trust *p, uint32_t node, uint32_t other)
{
    const struct mz_node *n = &p->graph.nodes[other];

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
static bool is_maximal(const struct trust *p, uint32_t node, uint32_t by)
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
static bool stays(const struct trust *p, uint32_t node, uint32_t read)
{
    return node < read || mz_graph_is_in(&p->graph, p->prefix, node);
}

/* The read may read from the write, wherever that is in the order of
 * modification. */
static void push_revisits(struct trust *p, struct decision d)
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
            push_decision(p, d);
        return;
    }
    d.behind = MZ_NONE;
    push_decision(p, d);
    for (w = mz_graph_first(g, by->place); w != MZ_NONE; w = g->nodes[w].after)
        if (w < d.node && w != d.read && stays(p, w, d.read)) {
            d.behind = w;
            push_decision(p, d);
        }
}

/* All reads that the write may revisit. An update does as one that reads from
 * `source`, and is that operation, whatever it has read from. */
static void revisit(struct trust *p, uint32_t node, uint32_t source, uint8_t op)
{
    struct mz_graph *g = &p->graph;
    const struct mz_node *n = &g->nodes[node];
    bool reads = mz_node_is(n, MZ_NODE_READS);
    struct decision d = {
        .kind = REVISIT,
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
static uint8_t kind_before(const struct trust *p, const struct mz_execution *x,
                           uint32_t node, uint32_t next)
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
static void revisit_instead(struct trust *p, struct decision d)
{
    struct mz_node *n = &p->graph.nodes[d.node];
    uint8_t was = n->does;

    n->does = does(d.op);
    revisit(p, d.node, d.source, d.op);
    n->does = was;
}

/* Other writes that a new read could read from: all before the last. */
static void set_source(struct trust *p, const struct mz_execution *x,
                       uint32_t node)
{
    struct mz_graph *g = &p->graph;
    const struct mz_node *n = &g->nodes[node];
    struct decision d = {.kind = SET_RF, .node = node};
    uint32_t next;

    for (d.source = MZ_NONE; d.source != n->source; d.source = next) {
        next = mz_graph_after(g, n->place, d.source);
        if (comes_after(p, node, next))
            continue;
        d.op = kind_before(p, x, node, next);
        if (d.op == MZ_OP_COUNT)
            continue;
        if (does(d.op) & MZ_NODE_WRITES && mz_node_is_update(&g->nodes[next]))
            revisit_instead(p, d);
        else
            push_decision(p, d);
    }
}

/* Other places of a new write in the order of modification. */
static void set_place(struct trust *p, uint32_t node)
{
    const struct mz_graph *g = &p->graph;
    uint32_t place = g->nodes[node].place;
    struct decision d = {.kind = SET_CO, .node = node, .behind = MZ_NONE};

    for (;; d.behind = mz_graph_after(g, place, d.behind)) {
        uint32_t next = mz_graph_after(g, place, d.behind);

        if (next == node)
            return;
        if (!comes_after(p, node, next) && !mz_node_is_update(&g->nodes[next]))
            push_decision(p, d);
    }
}

static void decide(struct trust *p, const struct mz_execution *x, uint32_t node)
{
    const struct mz_node *n = &p->graph.nodes[node];

    if (n->kind == MZ_CHOOSE && n->bound > 1)
        push_decision(
            p, (struct decision){.kind = CHOOSE, .node = node, .source = 1});
    if (mz_node_is(n, MZ_NODE_READS))
        set_source(p, x, node);
    if (!mz_node_is(n, MZ_NODE_WRITES))
        return;
    if (!mz_node_is(n, MZ_NODE_READS))
        set_place(p, node);
    revisit(p, node, n->source, n->kind);
}

static void learn(struct mz_algorithm *algorithm, struct mz_execution *x,
                  enum mz_outcome outcome)
{
    struct trust *p = (struct trust *)algorithm;
    bool complete;

    if (algorithm->wrong || p->in_vain)
        return;
    complete = make_graph(p, x, outcome);
    if (!complete && !algorithm->unsupported && outcome != MZ_ERROR)
        algorithm->wrong = mz_unforeseen;
    if (!complete || p->in_vain) /* or the error is one of the graph's events */
        return;
    mz_happens_before_extend(&p->hb, x);
    mz_graph_find_prefixes(&p->graph, 0);
    push_frame(p);
    if (algorithm->wrong)
        return;
    if (p->open != MZ_NONE &&
        mz_node_is(&p->graph.nodes[p->open], MZ_NODE_WRITES))
        revisit(p, p->open, p->graph.nodes[p->open].source,
                p->graph.nodes[p->open].kind);
    for (uint32_t i = p->known; i < p->graph.count; i++)
        decide(p, x, i);
}

/* ---- what is executed next ----------------------------------------------- */

/* Steps that nobody chooses, as they are executed by themselves. */
static void skip_local(struct trust *p)
{
    while (p->step < p->linear.count &&
           mz_op_is_local(p->graph.nodes[p->linear.nodes[p->step]].kind))
        p->step++;
}

/* Is the node that waits no longer last to its place, by an event since? */
static bool has_come(const struct trust *p, const struct mz_execution *x,
                     const struct mz_node *n)
{
    const struct mz_graph *g = &p->graph;
    uint32_t known[MZ_MAX_THREADS];

    if (mz_graph_last(g, n->place) != n->source)
        return true;
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
        if (does(e->kind) & MZ_NODE_WRITES && !mz_op_is_local(e->kind) &&
            mz_graph_place_there(g, e->object, e->mask) == n->place)
            return true;
    }
    return false;
}

/* Who waits for what is there by now has been kept from going on: in another
 * execution it does. */
static bool ends_in_vain(struct mz_chooser *chooser,
                         const struct mz_execution *x)
{
    struct trust *p = (struct trust *)chooser;

    skip_local(p);
    if (p->step < p->linear.count && p->linear.nodes[p->step] == p->open &&
        mz_op_blocks(mz_op_succeeded(p->graph.nodes[p->open].kind)))
        let_wait(p);
    for (uint32_t i = 0; i < p->known; i++)
        if (p->graph.nodes[i].state & MZ_NODE_WAITS &&
            has_come(p, x, &p->graph.nodes[i]))
            return true;
    return false;
}

static mz_tid choose(struct mz_chooser *chooser, const struct mz_execution *x,
                     const struct mz_enabled *enabled)
{
    struct trust *p = (struct trust *)chooser;

    (void)x;
    for (skip_local(p); p->step < p->linear.count; skip_local(p)) {
        uint32_t node = p->linear.nodes[p->step++];
        struct mz_node *n = &p->graph.nodes[node];

        if (mz_tset_has(enabled->threads, n->thread))
            return n->thread;
        if (node != p->open || !mz_op_blocks(mz_op_succeeded(n->kind))) {
            p->algorithm.wrong = mz_unforeseen;
            return MZ_NO_THREAD;
        }
        let_wait(p);
        if (p->in_vain)
            return MZ_NO_THREAD;
    }
    return mz_path_default(mz_tset_minus(enabled->threads, p->waiting),
                           enabled);
}

static uint32_t value(struct mz_chooser *chooser, const struct mz_execution *x,
                      mz_tid thread, uint32_t bound)
{
    struct trust *p = (struct trust *)chooser;
    const struct mz_graph *g = &p->graph;

    for (; p->counted < x->length; p->counted++)
        p->executed[x->events[p->counted].thread]++;
    for (uint32_t i = 0; i < p->known; i++) {
        const struct mz_node *n = &g->nodes[i];

        if (n->thread != thread || n->index != p->executed[thread])
            continue;
        if (n->kind != MZ_CHOOSE || n->value >= bound)
            p->algorithm.wrong = mz_unforeseen;
        return n->value < bound ? n->value : 0;
    }
    return 0;
}

/* ---- from graph to graph ------------------------------------------------- */

/* All before the node stay, and the node. */
static struct mz_node *keep_before(struct trust *p, struct frame *f,
                                   uint32_t node)
{
    for (uint32_t i = 0; i <= node; i++)
        p->to[i] = i;
    for (uint32_t i = node + 1; i < f->count; i++)
        p->to[i] = MZ_NONE;
    mz_graph_restrict(&p->graph, nodes_of(f), f->count, p->to, MZ_NONE);
    return &p->graph.nodes[node];
}

static void take_source(struct trust *p, struct frame *f,
                        const struct decision *d)
{
    struct mz_node *n = keep_before(p, f, d->node);

    if (mz_node_is(n, MZ_NODE_WRITES))
        mz_graph_take_out(&p->graph, d->node);
    n->does = MZ_NODE_READS;
    n->kind = d->op;
    n->source = d->source;
    n->state = 0;
    if (does(d->op) & MZ_NODE_WRITES) {
        /* What else reads from there comes before it. */
        mz_graph_put(&p->graph, d->node, d->source);
        n->does |= MZ_NODE_WRITES;
    }
    p->open = d->node;
}

static void take_place(struct trust *p, struct frame *f,
                       const struct decision *d)
{
    struct mz_node *n = keep_before(p, f, d->node);

    mz_graph_take_out(&p->graph, d->node);
    mz_graph_put(&p->graph, d->node, d->behind);
    n->state = 0;
}

static void find_prefix(struct trust *p, struct frame *f,
                        const struct decision *d)
{
    struct mz_graph *g = &p->graph;
    const struct mz_node *n = &nodes_of(f)[d->node];

    keep_before(p, f, d->node);
    mz_graph_find_prefixes(g, 0);
    for (unsigned t = 0; t < g->width; t++)
        p->prefix[t] = 0;
    mz_graph_join_prefix(g, p->prefix, n->previous);
    mz_graph_join_prefix(g, p->prefix, d->source);
    p->prefix[n->thread] = n->index + 1;
}

static void take_revisit(struct trust *p, struct frame *f,
                         const struct decision *d)
{
    struct mz_graph *g = &p->graph;
    struct mz_node *w, *r;
    uint32_t write, read, behind;

    find_prefix(p, f, d);
    for (uint32_t i = d->read + 1; i < d->node; i++)
        if (!mz_graph_is_in(g, p->prefix, i))
            p->to[i] = MZ_NONE;
    mz_graph_restrict(g, nodes_of(f), f->count, p->to, d->read);
    write = p->to[d->node];
    read = p->to[d->read];
    behind = d->behind == MZ_NONE ? MZ_NONE : p->to[d->behind];
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
    }
    mz_graph_put(g, write, behind);
    set_bit(&w->state, MZ_NODE_WROTE_LAST, w->after == MZ_NONE);
    r->does = MZ_NODE_READS;
    r->source = write;
    r->state = MZ_NODE_REVISITED;
    set_bit(&r->state, MZ_NODE_READ_LAST, w->after == MZ_NONE);
    p->open = read;
}

static void take_choice(struct trust *p, struct frame *f,
                        const struct decision *d)
{
    struct mz_node *n = keep_before(p, f, d->node);

    n->value = d->source;
    n->state = 0;
}

/* Takes the last decision of the frame on top. */
static void take(struct trust *p)
{
    struct frame *f = top_frame(p);
    struct decision *d = &decisions_of(f)[f->decisions - 1], taken = *d;

    p->open = MZ_NONE;
    switch ((enum decision_kind)taken.kind) {
    case SET_RF:
        take_source(p, f, &taken);
        break;
    case SET_CO:
        take_place(p, f, &taken);
        break;
    case REVISIT:
        take_revisit(p, f, &taken);
        break;
    case CHOOSE:
        take_choice(p, f, &taken);
        d->source++;
        if (d->source < nodes_of(f)[taken.node].bound)
            return;
        break;
    }
    f->decisions--;
    p->used -= sizeof *d;
}

/* Which threads wait. False: one of them does so in vain, since it reads from
 * what was not the last, and nothing that is not maximal is revisited. */
static bool find_waiting(struct trust *p)
{
    p->waiting = MZ_TSET_EMPTY;
    for (uint32_t i = 0; i < p->graph.count; i++) {
        const struct mz_node *n = &p->graph.nodes[i];

        if (!(n->state & MZ_NODE_WAITS))
            continue;
        if (!(n->state & MZ_NODE_READ_LAST))
            return false;
        mz_tset_add(&p->waiting, n->thread);
    }
    return true;
}

/* So many events of the execution are the first of the linear order. */
static uint32_t already_there(const struct trust *p,
                              const struct mz_execution *x)
{
    uint32_t i = 0;

    for (; i < p->linear.count && i < x->length; i++) {
        const struct mz_node *n = &p->graph.nodes[p->linear.nodes[i]];
        const struct mz_event *e = &x->events[i];

        if (e->thread != n->thread ||
            (e->kind == MZ_CHOOSE && e->value != n->value))
            break;
    }
    return i;
}

static void begin_run(struct trust *p, struct mz_execution *x, uint32_t length)
{
    p->known = p->graph.count;
    p->step = length;
    p->in_vain = false;
    p->counted = 0;
    for (unsigned t = 0; t < MZ_MAX_THREADS; t++)
        p->executed[t] = 0;
    mz_happens_before_truncate(&p->hb, x, length);
    mz_execution_cut(x, length);
}

static bool next(struct mz_algorithm *algorithm, struct mz_execution *x)
{
    struct trust *p = (struct trust *)algorithm;

    if (!p->started) {
        p->started = true;
        p->open = MZ_NONE;
        p->waiting = MZ_TSET_EMPTY;
        mz_graph_begin(&p->graph);
        begin_run(p, x, 0);
        return true;
    }
    while (p->top) {
        if (!top_frame(p)->decisions) {
            pop_frame(p);
            continue;
        }
        take(p);
        if (find_waiting(p) && mz_linear_find(&p->linear, &p->graph)) {
            begin_run(p, x, already_there(p, x));
            return true;
        }
    }
    return false;
}

struct mz_algorithm *mz_trust_create(struct mz_arena *arena,
                                     const struct mz_execution *execution,
                                     const struct mz_algorithm_options *options)
{
    struct trust *p = mz_arena_take(arena, sizeof *p);
    size_t n = (size_t)execution->capacity + MZ_MAX_THREADS;

    p->algorithm = (struct mz_algorithm){
        .chooser = {choose, value, ends_in_vain},
        .next = next,
        .learn = learn,
    };
    (void)options;
    mz_happens_before_init(&p->hb, arena, execution, MZ_RELATION_RW);
    mz_graph_init(&p->graph, arena, execution);
    mz_linear_init(&p->linear, arena, execution);
    p->node_at = mz_arena_take(arena, n * sizeof *p->node_at);
    p->next_of = mz_arena_take(arena, n * sizeof *p->next_of);
    p->to = mz_arena_take(arena, n * sizeof *p->to);
    p->size = (arena->capacity - arena->used) / 2;
    p->stack = mz_arena_take(arena, p->size);
    return &p->algorithm;
}
