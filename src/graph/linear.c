/* SPDX-License-Identifier: Apache-2.0 */
#include "graph/linear.h"

void mz_linear_init(struct mz_linear *l, struct mz_arena *arena,
                    const struct mz_execution *x)
{
    size_t nodes = (size_t)x->capacity + MZ_MAX_THREADS;

    l->nodes = mz_arena_take(arena, nodes * sizeof *l->nodes);
    l->readers = mz_arena_take(arena, nodes * sizeof *l->readers);
    l->next = mz_arena_take(arena, nodes * sizeof *l->next);
    l->done = mz_arena_take(arena, nodes * sizeof *l->done);
}

static uint32_t *readers_of(struct mz_linear *l, struct mz_graph *g,
                            uint32_t place, uint32_t write)
{
    struct mz_location *p = &g->places[place];

    if (write != MZ_NONE)
        return &l->readers[write];
    if (p->order != l->number) {
        p->order = l->number;
        p->readers = 0;
    }
    return &p->readers;
}

/* Each thread's first event to `heads`; counts readers. (What a node reads from
 * stands before it.) */
static bool prepare(struct mz_linear *l, struct mz_graph *g,
                    uint32_t heads[MZ_MAX_THREADS])
{
    uint32_t last[MZ_MAX_THREADS];

    for (unsigned t = 0; t < g->width; t++)
        heads[t] = last[t] = MZ_NONE;
    l->number++;
    for (uint32_t i = 0; i < g->count; i++) {
        const struct mz_node *n = &g->nodes[i];

        l->readers[i] = 0;
        l->done[i] = false;
        l->next[i] = MZ_NONE;
        if (last[n->thread] == MZ_NONE)
            heads[n->thread] = i;
        else
            l->next[last[n->thread]] = i;
        last[n->thread] = i;
        if (mz_node_is_update(n) && n->before != n->source)
            return false;
        if (mz_node_is(n, MZ_NODE_READS))
            ++*readers_of(l, g, n->place, n->source);
    }
    return true;
}

static bool is_done(const struct mz_linear *l, uint32_t node)
{
    return node == MZ_NONE || l->done[node];
}

static bool is_ready(struct mz_linear *l, struct mz_graph *g, uint32_t i)
{
    const struct mz_node *n = &g->nodes[i];

    if (!is_done(l, n->previous) || !is_done(l, n->source))
        return false;
    if (!mz_node_is(n, MZ_NODE_WRITES))
        return true;
    return is_done(l, n->before) && *readers_of(l, g, n->place, n->before) ==
                                        mz_node_is(n, MZ_NODE_READS);
}

static bool comes_before(const struct mz_graph *g, uint32_t a, uint32_t b)
{
    return b == MZ_NONE || g->nodes[a].position < g->nodes[b].position;
}

static void take(struct mz_linear *l, struct mz_graph *g, uint32_t i)
{
    const struct mz_node *n = &g->nodes[i];

    l->done[i] = true;
    if (mz_node_is(n, MZ_NODE_READS))
        --*readers_of(l, g, n->place, n->source);
}

bool mz_linear_find(struct mz_linear *l, struct mz_graph *g)
{
    uint32_t heads[MZ_MAX_THREADS];

    l->count = 0;
    if (!prepare(l, g, heads))
        return false;
    for (uint32_t left = g->count; left; left--) {
        uint32_t least = MZ_NONE;

        for (unsigned t = 0; t < g->width; t++)
            if (heads[t] != MZ_NONE && comes_before(g, heads[t], least) &&
                is_ready(l, g, heads[t]))
                least = heads[t];
        if (least == MZ_NONE)
            return false;
        heads[g->nodes[least].thread] = l->next[least];
        take(l, g, least);
        if (!(g->nodes[least].state & MZ_NODE_WAITS))
            l->nodes[l->count++] = least;
    }
    return true;
}

/* What may come next may do so until it comes: so each thread goes as far as it
 * may, one after the other, until none does. */
bool mz_linear_exists(struct mz_linear *l, struct mz_graph *g)
{
    uint32_t heads[MZ_MAX_THREADS], left = g->count, before;

    if (!prepare(l, g, heads))
        return false;
    do {
        before = left;
        for (unsigned t = 0; t < g->width; t++)
            for (; heads[t] != MZ_NONE && is_ready(l, g, heads[t]); left--) {
                take(l, g, heads[t]);
                heads[t] = l->next[heads[t]];
            }
    } while (left && left < before);
    return !left;
}
