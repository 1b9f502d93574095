/* SPDX-License-Identifier: Apache-2.0 */
#include "explore/trust.h"

void mz_trust_outgrow(struct mz_trust *p)
{
    p->algorithm.wrong = MZ_WRONG_OUTGROWN_GRAPHS;
    p->algorithm.outgrown = true;
}

static void *push(struct mz_trust *p, size_t size)
{
    void *place = p->stack + p->used;

    if (size > p->size - p->used) {
        mz_trust_outgrow(p);
        return NULL;
    }
    p->used += size;
    return place;
}

void mz_trust_push(struct mz_trust *p, struct mz_trust_decision d)
{
    struct mz_trust_decision *place = push(p, sizeof d);

    if (!place)
        return;
    *place = d;
    place->number = mz_trust_top(p)->decisions++;
}

static void find_neighbours(struct mz_trust *p)
{
    const struct mz_graph *g = &p->graph;

    for (uint32_t i = 0; i < g->count; i++)
        if (g->nodes[i].place != MZ_NONE)
            p->latest[g->nodes[i].place] = MZ_NONE;
    for (uint32_t i = 0; i < g->count; i++) {
        uint32_t place = g->nodes[i].place;

        if (place == MZ_NONE)
            continue;
        p->beside[i] = p->latest[place];
        p->threads[i] = p->beside[i] == MZ_NONE ? MZ_TSET_EMPTY
                                                : p->threads[p->beside[i]];
        mz_tset_add(&p->threads[i], g->nodes[i].thread);
        p->latest[place] = i;
    }
}

void mz_trust_push_frame(struct mz_trust *p)
{
    struct mz_graph *g = &p->graph;
    struct mz_trust_frame head = {
        .below = p->top,
        .count = g->count,
        .same = g->count,
        .name = p->name,
        .labels = g->labels ? g->count : 0,
    };
    size_t nodes = (g->count * sizeof *g->nodes + 7) / 8 * 8;
    size_t labels = head.labels * sizeof *g->labels;
    struct mz_trust_frame *f;

    mz_graph_find_prefixes(g);
    if (p->axioms)
        mz_axioms_take_in(p->axioms, g);
    else
        find_neighbours(p);
    p->is_graph_of_others = false;
    p->used = (p->used + 7) / 8 * 8;
    f = push(p, sizeof *f + nodes + labels);
    if (!f)
        return;
    *f = head;
    p->top = (char *)f - p->stack + 1;
}

void mz_trust_pop_frame(struct mz_trust *p)
{
    const struct mz_trust_frame *f = mz_trust_top(p);
    uint32_t same = f->same;

    p->used = p->top - 1;
    p->top = f->below;
    if (p->top && mz_trust_top(p)->same > same)
        mz_trust_top(p)->same = same;
}

void mz_trust_fill_frame(struct mz_trust *p)
{
    struct mz_graph *g = &p->graph;
    struct mz_trust_frame *f = mz_trust_top(p);

    if (!f->decisions) {
        mz_trust_pop_frame(p);
        return;
    }
    memcpy(mz_trust_nodes(f), g->nodes, f->count * sizeof *g->nodes);
    if (f->labels)
        memcpy(mz_trust_labels(f), g->labels, f->labels * sizeof *g->labels);
}
