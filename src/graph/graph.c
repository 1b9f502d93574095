/* SPDX-License-Identifier: Apache-2.0 */
#include "graph/graph.h"

void mz_graph_init(struct mz_graph *g, struct mz_arena *arena,
                   const struct mz_execution *x)
{
    size_t nodes = (size_t)x->capacity + MZ_MAX_THREADS; /* who waits */

    *g = (struct mz_graph){.place_capacity = x->object_capacity};
    g->nodes = mz_arena_take(arena, nodes * sizeof *g->nodes);
    g->places = mz_arena_take(arena, g->place_capacity * sizeof *g->places);
    g->place_of = mz_arena_take(arena, x->object_capacity * sizeof(uint32_t));
    g->prefixes =
        mz_arena_take(arena, nodes * MZ_MAX_THREADS * sizeof(uint32_t));
}

void mz_graph_init_labels(struct mz_graph *g, struct mz_arena *arena,
                          const struct mz_execution *x)
{
    size_t nodes = (size_t)x->capacity + MZ_MAX_THREADS;

    g->labels = mz_arena_take(arena, nodes * sizeof *g->labels);
}

void mz_graph_init_joined(struct mz_graph *g, struct mz_arena *arena,
                          const struct mz_execution *x)
{
    g->joined = mz_arena_take(arena, x->object_capacity * sizeof *g->joined);
}

/* Which object stands for all that it is joined to, and itself. */
static uint32_t representative(const struct mz_graph *g, uint32_t object)
{
    while (g->joined[object] && g->joined[object] != object + 1)
        object = g->joined[object] - 1;
    return object;
}

bool mz_graph_join(struct mz_graph *g, uint32_t object, uint32_t other)
{
    uint32_t to = representative(g, object), from = representative(g, other);
    bool were = g->joined[to] && from == to;

    g->joined[to] = to + 1;
    g->joined[from] = to + 1;
    return !were;
}

void mz_graph_forget_places(struct mz_graph *g)
{
    while (g->place_count)
        g->place_of[g->places[--g->place_count].object] = 0;
    g->prefixed = 0;
    mz_graph_begin(g);
}

/* Of objects that are joined it is one, all of it. */
static void find_joined(const struct mz_graph *g, uint32_t *object,
                        uint8_t *mask)
{
    if (!mz_graph_is_joined(g, *object))
        return;
    *object = representative(g, *object);
    *mask = 0xff;
}

uint32_t mz_graph_place_there(const struct mz_graph *g, uint32_t object,
                              uint8_t mask)
{
    uint32_t at;

    find_joined(g, &object, &mask);
    at = g->place_of[object];
    while (at && g->places[at - 1].mask != mask)
        at = g->places[at - 1].other;
    return at ? at - 1 : MZ_NONE;
}

uint32_t mz_graph_place(struct mz_graph *g, uint32_t object, uint8_t mask)
{
    uint32_t at;

    find_joined(g, &object, &mask);
    for (at = g->place_of[object]; at; at = g->places[at - 1].other) {
        if (g->places[at - 1].mask == mask)
            return at - 1;
        if (g->places[at - 1].mask & mask)
            return MZ_NONE;
    }
    if (g->place_count == g->place_capacity)
        return MZ_NONE;
    g->places[g->place_count] = (struct mz_location){
        .mask = mask,
        .other = g->place_of[object],
        .object = object,
    };
    g->place_of[object] = ++g->place_count;
    return g->place_count - 1;
}

void mz_graph_begin(struct mz_graph *g)
{
    g->count = 0;
    g->number++;
}

/* The place, of which nothing has been said in this graph if it is new. */
static struct mz_location *place_of(struct mz_graph *g, uint32_t place)
{
    struct mz_location *p = &g->places[place];

    if (p->graph != g->number) {
        p->graph = g->number;
        p->first = p->last = MZ_NONE;
    }
    return p;
}

void mz_graph_put(struct mz_graph *g, uint32_t write, uint32_t behind)
{
    struct mz_node *n = &g->nodes[write];
    struct mz_location *p = place_of(g, n->place);

    n->before = behind;
    n->after = behind == MZ_NONE ? p->first : g->nodes[behind].after;
    if (behind == MZ_NONE)
        p->first = write;
    else
        g->nodes[behind].after = write;
    if (n->after == MZ_NONE)
        p->last = write;
    else
        g->nodes[n->after].before = write;
}

void mz_graph_take_out(struct mz_graph *g, uint32_t write)
{
    const struct mz_node *n = &g->nodes[write];
    struct mz_location *p = place_of(g, n->place);

    if (n->before == MZ_NONE)
        p->first = n->after;
    else
        g->nodes[n->before].after = n->after;
    if (n->after == MZ_NONE)
        p->last = n->before;
    else
        g->nodes[n->after].before = n->before;
}

/* ---- prefixes ------------------------------------------------------------ */

void mz_graph_join_prefix(const struct mz_graph *g, uint32_t *prefix,
                          uint32_t node)
{
    if (node != MZ_NONE)
        mz_clock_join(prefix, mz_graph_prefix(g, node), g->width);
}

void mz_graph_find_prefixes(struct mz_graph *g)
{
    uint32_t from = g->stride == g->width ? g->prefixed : 0;

    g->stride = g->width;
    g->prefixed = g->count;
    for (uint32_t i = from; i < g->count; i++) {
        const struct mz_node *n = &g->nodes[i];
        uint32_t *prefix = mz_graph_prefix(g, i);

        if (n->previous == MZ_NONE)
            mz_clock_clear(prefix, g->width);
        else
            mz_clock_copy(prefix, mz_graph_prefix(g, n->previous), g->width);
        if (n->source != MZ_NONE && !mz_graph_is_in(g, prefix, n->source))
            mz_graph_join_prefix(g, prefix, n->source);
        prefix[n->thread] = n->index + 1;
    }
}

/* ---- parts of graphs ----------------------------------------------------- */

/* Where a node is now, of which the first `whole` stay where they are; MZ_NONE:
 * it is gone. `to` is NULL where all behind them are. */
static uint32_t kept(const uint32_t *to, uint32_t whole, uint32_t node)
{
    if (node < whole || node == MZ_NONE)
        return node;
    return to ? to[node] : MZ_NONE;
}

/* Where the nearest write is now that is kept, from that one on in the order of
 * modification: forth, or back. */
static uint32_t nearest_kept(const struct mz_node *from, const uint32_t *to,
                             uint32_t whole, uint32_t write, bool forth)
{
    while (write != MZ_NONE && kept(to, whole, write) == MZ_NONE)
        write = forth ? from[write].after : from[write].before;
    return kept(to, whole, write);
}

/* The node of `from` becomes one of the graph; what precedes it, and what it
 * reads from, are as there. */
static void keep(struct mz_graph *g, const struct mz_node *from, uint32_t i,
                 uint32_t at, const uint32_t *to, uint32_t whole)
{
    struct mz_node *n = &g->nodes[at];

    *n = from[i];
    g->states |= n->state;
    if (!mz_node_is(n, MZ_NODE_WRITES))
        return;
    n->before = nearest_kept(from, to, whole, n->before, false);
    n->after = nearest_kept(from, to, whole, n->after, true);
    if (n->before == MZ_NONE)
        place_of(g, n->place)->first = at;
    if (n->after == MZ_NONE)
        place_of(g, n->place)->last = at;
}

static void keep_labels(struct mz_graph *g, const struct mz_node_label *labels,
                        uint32_t count, uint32_t same)
{
    for (uint32_t i = same; labels && i < count; i++)
        g->labels[i] = labels[i];
}

static void begin_part(struct mz_graph *g, uint32_t count)
{
    mz_graph_begin(g);
    g->count = count;
    g->states = 0;
}

void mz_graph_keep(struct mz_graph *g, const struct mz_node *from,
                   const struct mz_node_label *labels, uint32_t count,
                   uint32_t same)
{
    begin_part(g, count);
    for (uint32_t i = 0; i < count; i++)
        keep(g, from, i, i, NULL, count);
    keep_labels(g, labels, count, same);
}

void mz_graph_restrict(struct mz_graph *g, const struct mz_node *from,
                       const struct mz_node_label *labels, uint32_t count,
                       uint32_t same, uint32_t *to, uint32_t last)
{
    uint32_t kept_count = last;

    for (uint32_t i = last + 1; i < count; i++)
        if (to[i] != MZ_NONE)
            to[i] = kept_count++;
    to[last] = kept_count++;
    begin_part(g, kept_count);
    for (uint32_t i = 0; i < last; i++)
        keep(g, from, i, i, to, last);
    for (uint32_t i = last; i < count; i++) {
        struct mz_node *n;

        if (to[i] == MZ_NONE)
            continue;
        keep(g, from, i, to[i], to, last);
        n = &g->nodes[to[i]];
        n->previous = kept(to, last, n->previous);
        n->source = kept(to, last, n->source);
        if (labels)
            g->labels[to[i]] = labels[i];
    }
    keep_labels(g, labels, last, same);
}
