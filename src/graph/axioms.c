/* SPDX-License-Identifier: Apache-2.0 */
#include "graph/axioms.h"

void mz_axioms_init(struct mz_axioms *m, enum mz_memory_model memory,
                    struct mz_arena *arena, const struct mz_execution *x)
{
    size_t nodes = (size_t)x->capacity + MZ_MAX_THREADS;
    size_t clocks = nodes * MZ_MAX_THREADS * sizeof(uint32_t);

    *m = (struct mz_axioms){.memory = memory};
    m->clocks = mz_arena_take(arena, clocks);
    m->messages = mz_arena_take(arena, clocks);
    m->tells = mz_arena_take(arena, nodes * sizeof *m->tells);
    m->fences = mz_arena_take(arena, nodes * sizeof *m->fences);
    m->floors = mz_arena_take(arena, nodes * sizeof *m->floors);
    m->keys = mz_arena_take(arena, nodes * sizeof *m->keys);
    m->beside = mz_arena_take(arena, nodes * sizeof *m->beside);
    m->place_at = mz_arena_take(arena, nodes * sizeof *m->place_at);
    m->threads = mz_arena_take(arena, nodes * sizeof *m->threads);
    m->at = mz_arena_take(arena, nodes * sizeof *m->at);
    m->places = mz_arena_take(arena, x->object_capacity * sizeof *m->places);
    m->tso = mz_arena_take(arena, nodes * sizeof *m->tso);
    m->stack = mz_arena_take(arena, nodes * sizeof *m->stack);
    m->edges = mz_arena_take(arena, nodes * MZ_AXIOMS_EDGES * sizeof *m->edges);
    m->heads = mz_arena_take(arena, nodes * sizeof *m->heads);
    m->degrees = mz_arena_take(arena, nodes * sizeof *m->degrees);
    m->strong = mz_arena_take(arena, nodes * sizeof *m->strong);
    m->rank = mz_arena_take(arena, nodes * sizeof *m->rank);
    m->reach = mz_arena_take(arena, MZ_AXIOMS_REACH * sizeof *m->reach);
}

/* ---- happens-before ------------------------------------------------------ */

/* What a write tells, as `tells` has it. */
static const uint32_t *message_of(const struct mz_axioms *m, uint32_t tells)
{
    return tells & MZ_AXIOMS_OWN
               ? m->messages + (size_t)(tells & ~MZ_AXIOMS_OWN) * m->width
               : mz_axioms_clock(m, tells);
}

/* Is that in the clock? That of a node is if the node is, as happens-before is
 * transitive. Of others it is not known. */
static bool has_message(const struct mz_graph *g, const uint32_t *clock,
                        uint32_t tells)
{
    return !(tells & MZ_AXIOMS_OWN) && mz_graph_is_in(g, clock, tells);
}

static void hear(const struct mz_axioms *m, const struct mz_graph *g,
                 uint32_t *clock, uint32_t tells)
{
    if (tells != MZ_NONE && !has_message(g, clock, tells))
        mz_clock_join(clock, message_of(m, tells), m->width);
}

/* An operation on an object other than memory, that does not acquire: no fence
 * behind it does so in its place. */
static bool learns_nothing(const struct mz_graph *g, uint32_t i)
{
    return !mz_op_is_memory(g->nodes[i].kind) &&
           !mz_order_acquires(mz_graph_order(g, i));
}

/* If it reads, and may so learn something by a message: that write's. MZ_NONE:
 * from none. */
static uint32_t told_by(const struct mz_axioms *m, const struct mz_graph *g,
                        uint32_t i)
{
    const struct mz_node *n = &g->nodes[i];
    uint32_t w = n->source;

    if (m->memory == MZ_MODEL_TSO || !mz_node_is(n, MZ_NODE_READS) ||
        learns_nothing(g, i))
        return MZ_NONE;
    while (w != MZ_NONE && !mz_op_learns_from(n->kind, g->nodes[w].kind))
        w = g->nodes[w].source;
    return w;
}

/* What a read learns. */
static void acquire(struct mz_axioms *m, const struct mz_graph *g, uint32_t i)
{
    const struct mz_node *n = &g->nodes[i];
    uint32_t *clock = mz_axioms_clock(m, i), w = told_by(m, g, i);

    if (w == MZ_NONE)
        return;
    if (m->memory == MZ_MODEL_RA && mz_op_is_memory(n->kind))
        hear(m, g, clock, w);
    else if (mz_order_acquires(mz_graph_order(g, i)))
        hear(m, g, clock, m->tells[w]);
}

/* The node tells both. */
static uint32_t both(struct mz_axioms *m, const struct mz_graph *g,
                     uint32_t node, uint32_t one, uint32_t other)
{
    uint32_t *own = m->messages + (size_t)node * m->width;

    if (other == MZ_NONE || (one != MZ_NONE &&
                             has_message(g, message_of(m, one), other)))
        return one;
    if (one == MZ_NONE || has_message(g, message_of(m, other), one))
        return other;
    mz_clock_copy(own, message_of(m, one), m->width);
    mz_clock_join(own, message_of(m, other), m->width);
    return node | MZ_AXIOMS_OWN;
}

/* What a write tells: C++20 release sequences. */
static void release(struct mz_axioms *m, const struct mz_graph *g, uint32_t i)
{
    const struct mz_node *n = &g->nodes[i];
    uint32_t tells = MZ_NONE; /* fences are for atomics */

    if (mz_order_releases(mz_graph_order(g, i)))
        tells = i;
    else if (mz_op_is_memory(n->kind))
        tells = m->fences[i];
    if (mz_node_is(n, MZ_NODE_READS) && n->source != MZ_NONE)
        tells = both(m, g, i, tells, m->tells[n->source]);
    m->tells[i] = tells;
}

/* Does whoever reads it learn by its order? Where all accesses release what is
 * left are other objects than memory. */
static bool has_messages(const struct mz_axioms *m, const struct mz_node *n)
{
    return m->memory == MZ_MODEL_RC11 ||
           (m->memory == MZ_MODEL_RA && !mz_op_is_memory(n->kind));
}

/* The event of its thread before it; MZ_NONE. */
static uint32_t before_in_thread(const struct mz_graph *g, uint32_t i)
{
    const struct mz_node *n = &g->nodes[i];

    return n->index ? n->previous : MZ_NONE;
}

static bool is_acquire_fence(const struct mz_graph *g, uint32_t i)
{
    return g->nodes[i].kind == MZ_FENCE &&
           mz_order_acquires(g->labels[i].order);
}

/* A fence acquires by way of the reads before it, up to the last such fence. */
static void fence(struct mz_axioms *m, const struct mz_graph *g, uint32_t i)
{
    uint32_t *clock = mz_axioms_clock(m, i), k, w;

    if (m->memory != MZ_MODEL_RC11)
        return;
    if (is_acquire_fence(g, i))
        for (k = before_in_thread(g, i);
             k != MZ_NONE && !is_acquire_fence(g, k);
             k = before_in_thread(g, k))
            if ((w = told_by(m, g, k)) != MZ_NONE)
                hear(m, g, clock, m->tells[w]);
    if (mz_order_releases(g->labels[i].order))
        m->fences[i] = i;
}

static void find_clock(struct mz_axioms *m, const struct mz_graph *g,
                       uint32_t i)
{
    const struct mz_node *n = &g->nodes[i];
    uint32_t *clock = mz_axioms_clock(m, i);
    uint32_t own = before_in_thread(g, i);

    if (n->previous == MZ_NONE)
        mz_clock_clear(clock, m->width);
    else
        mz_clock_copy(clock, mz_axioms_clock(m, n->previous), m->width);
    clock[n->thread] = n->index + 1;
    m->fences[i] = own == MZ_NONE ? MZ_NONE : m->fences[own];
    if (n->kind == MZ_FENCE)
        fence(m, g, i);
    else if (mz_node_is(n, MZ_NODE_READS))
        acquire(m, g, i);
    else if (n->place == MZ_NONE)
        hear(m, g, clock, n->source);
    if (mz_node_is(n, MZ_NODE_WRITES) && has_messages(m, n))
        release(m, g, i);
}

/* ---- coherence ----------------------------------------------------------- */

/* Does each update come right behind what it reads from? What was changed is
 * often the last event of the array: it is looked at first, here and below. */
static bool is_atomic(const struct mz_graph *g)
{
    for (uint32_t i = g->count; i-- > 0;)
        if (mz_node_is_update(&g->nodes[i]) &&
            g->nodes[i].before != g->nodes[i].source)
            return false;
    return true;
}

/* Of the writes of the places of all nodes from one on. */
static void find_keys(struct mz_axioms *m, const struct mz_graph *g,
                      uint32_t from)
{
    m->stamp++;
    for (uint32_t i = from; i < g->count; i++) {
        uint32_t place = g->nodes[i].place, key = 0;

        if (place == MZ_NONE || m->places[place].keyed == m->stamp)
            continue;
        m->places[place].keyed = m->stamp;
        for (uint32_t w = mz_graph_first(g, place); w != MZ_NONE;
             w = g->nodes[w].after)
            m->keys[w] = key += 2;
    }
}

static void find_keys_of_reads(struct mz_axioms *m, const struct mz_graph *g)
{
    for (uint32_t i = 0; i < g->count; i++) {
        const struct mz_node *n = &g->nodes[i];

        if (n->place != MZ_NONE && !mz_node_is(n, MZ_NODE_WRITES))
            m->keys[i] = n->source == MZ_NONE ? 1 : m->keys[n->source] + 1;
    }
}

/* What stands beside the first nodes is as it was. */
static void find_beside(struct mz_axioms *m, const struct mz_graph *g)
{
    while (m->listed > m->valid) {
        uint32_t place = m->place_at[--m->listed];

        if (place != MZ_NONE)
            m->places[place].accesses = m->beside[m->listed] + 1;
    }
    for (; m->listed < g->count; m->listed++) {
        uint32_t place = g->nodes[m->listed].place;

        m->place_at[m->listed] = place;
        m->beside[m->listed] = MZ_NONE;
        if (place == MZ_NONE)
            continue;
        m->beside[m->listed] = m->places[place].accesses - 1;
        m->threads[m->listed] = m->places[place].accesses
                                    ? m->threads[m->beside[m->listed]]
                                    : MZ_TSET_EMPTY;
        mz_tset_add(&m->threads[m->listed], g->nodes[m->listed].thread);
        m->places[place].accesses = m->listed + 1;
    }
}

/* The write that an access is, or reads from. */
static uint32_t write_of(const struct mz_graph *g, uint32_t access)
{
    return mz_node_is(&g->nodes[access], MZ_NODE_WRITES)
               ? access
               : g->nodes[access].source;
}

/* When it was added, or revisited, what it is or read was last. */
static bool was_last(const struct mz_node *n)
{
    return n->state & (mz_node_is(n, MZ_NODE_WRITES) ? MZ_NODE_WROTE_LAST
                                                     : MZ_NODE_READ_LAST);
}

/* What the thread knows as it comes to the access is what counts. No access
 * that comes before one that had to do with the last write has to do with a
 * later one. */
static uint32_t floor_of(const struct mz_axioms *m, const struct mz_graph *g,
                         uint32_t i)
{
    const struct mz_node *n = &g->nodes[i];
    uint32_t floor = MZ_NONE;
    const uint32_t *clock;

    if (n->place == MZ_NONE || n->previous == MZ_NONE)
        return MZ_NONE;
    clock = mz_axioms_clock(m, n->previous);
    for (uint32_t k = m->beside[i]; k != MZ_NONE; k = m->beside[k]) {
        uint32_t write = write_of(g, k);

        if (clock[g->nodes[k].thread] <= g->nodes[k].index)
            continue;
        if (write != MZ_NONE &&
            (floor == MZ_NONE || m->keys[floor] < m->keys[write]))
            floor = write;
        if (was_last(&g->nodes[k]))
            break;
    }
    return floor;
}

/* Clocks of all nodes that have none yet. */
static void find_order(struct mz_axioms *m, const struct mz_graph *g)
{
    if (m->width != g->width)
        m->valid = 0;
    m->width = g->width;
    for (uint32_t i = m->valid; i < g->count; i++)
        find_clock(m, g, i);
    find_beside(m, g);
}

void mz_axioms_take_in(struct mz_axioms *m, const struct mz_graph *g)
{
    find_order(m, g);
    find_keys(m, g, m->valid);
    for (uint32_t i = m->valid; i < g->count; i++)
        m->floors[i] = floor_of(m, g, i);
    m->valid = g->count;
}

/* hb; eco is irreflexive: along happens-before keys do not become less. */
static bool is_coherent(const struct mz_axioms *m, const struct mz_graph *g)
{
    for (uint32_t i = g->count; i-- > 0;) {
        const uint32_t *clock = mz_axioms_clock(m, i);

        for (uint32_t k = m->beside[i]; k != MZ_NONE; k = m->beside[k])
            if (m->keys[k] > m->keys[i] &&
                clock[g->nodes[k].thread] > g->nodes[k].index)
                return false;
    }
    return true;
}

static bool allow_more(struct mz_axioms *m, const struct mz_graph *g)
{
    if (m->memory == MZ_MODEL_TSO)
        return mz_axioms_tso_is_acyclic(m, g);
    return mz_axioms_psc_is_acyclic(m, g);
}

bool mz_axioms_allow_more(struct mz_axioms *m, const struct mz_graph *g)
{
    find_order(m, g);
    find_keys(m, g, 0);
    find_keys_of_reads(m, g);
    return allow_more(m, g);
}

bool mz_axioms_allow(struct mz_axioms *m, const struct mz_graph *g)
{
    find_order(m, g);
    find_keys(m, g, 0);
    find_keys_of_reads(m, g);
    return is_atomic(g) && is_coherent(m, g) && allow_more(m, g);
}
