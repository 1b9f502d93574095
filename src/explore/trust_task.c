/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decisions that travel: a frame with one decision depends on nothing else, so
 * that somebody else can go on from there.
 */
#include "explore/trust.h"

/* The frame follows, with its nodes, labels and one decision, 8-byte aligned;
 * then its places. */
struct task {
    uint64_t frame; /* its size, with all that is its */
    uint32_t places;
    uint32_t width;
};

/* What a place is to whoever numbers places otherwise. */
struct task_place {
    uint32_t object;
    uint32_t mask;
};

static size_t nodes_size(const struct mz_trust_frame *f)
{
    return (const char *)mz_trust_decisions((struct mz_trust_frame *)f) -
           (const char *)f;
}

/* So many places may be in its nodes: all up to the last. */
static uint32_t count_places(struct mz_trust_frame *f)
{
    const struct mz_node *nodes = mz_trust_nodes(f);
    uint32_t count = 0;

    for (uint32_t i = 0; i < f->count; i++)
        if (nodes[i].place != MZ_NONE && nodes[i].place >= count)
            count = nodes[i].place + 1;
    return count;
}

static size_t write_task(const struct mz_trust *p, struct mz_trust_frame *f,
                         struct mz_trust_decision d, void *to, size_t room)
{
    size_t nodes = nodes_size(f);
    struct task t = {
        .frame = (nodes + sizeof d + 7) / 8 * 8,
        .places = count_places(f),
        .width = p->graph.width,
    };
    size_t size = sizeof t + t.frame + t.places * sizeof(struct task_place);
    struct mz_trust_frame *copy = (void *)((char *)to + sizeof t);
    struct task_place *places = (void *)((char *)copy + t.frame);

    if (size > room)
        return 0;
    mz_copy(to, &t, sizeof t);
    mz_copy(copy, f, nodes);
    copy->below = 0;
    copy->same = 0;
    copy->decisions = 1;
    mz_copy(mz_trust_decisions(copy), &d, sizeof d);
    for (uint32_t i = 0; i < t.places; i++)
        places[i] = (struct task_place){p->graph.places[i].object,
                                        p->graph.places[i].mask};
    return size;
}

static struct mz_trust_frame *frame_at(const struct mz_trust *p, uint64_t at)
{
    return (void *)(p->stack + at - 1);
}

static uint32_t count_decisions(const struct mz_trust *p)
{
    uint32_t count = 0;

    for (uint64_t at = p->top; at; at = frame_at(p, at)->below)
        count += frame_at(p, at)->decisions;
    return count;
}

/* The frame of the decision below so many, and which of it that is. What is
 * left of a lower frame's graph is more, as a rule. */
static struct mz_trust_frame *decision_below(const struct mz_trust *p,
                                             uint32_t others, uint32_t *which)
{
    uint64_t at = p->top;

    while (others >= frame_at(p, at)->decisions) {
        others -= frame_at(p, at)->decisions;
        at = frame_at(p, at)->below;
    }
    *which = frame_at(p, at)->decisions - 1 - others;
    return frame_at(p, at);
}

/* What was planned, and not run, is the graph that its decision makes once. */
static size_t give_planned(struct mz_trust *p, void *task, size_t room)
{
    size_t size;

    if (!p->top) /* the first of all */
        return 0;
    size = write_task(p, mz_trust_top(p), p->taken, task, room);
    if (size)
        p->is_planned = false;
    return size;
}

static size_t give_decision(struct mz_trust *p, void *task, size_t room,
                            uint32_t others)
{
    uint32_t which;
    struct mz_trust_frame *f = decision_below(p, others, &which);
    struct mz_trust_decision *decisions = mz_trust_decisions(f);
    size_t size = write_task(p, f, decisions[which], task, room);

    if (!size)
        return 0;
    f->decisions--; /* what is free behind them is used when the frame goes */
    for (uint32_t i = which; i < f->decisions; i++)
        decisions[i] = decisions[i + 1];
    return size;
}

size_t mz_trust_give(struct mz_trust *p, void *task, size_t room,
                     uint32_t stays)
{
    uint32_t count;

    if (stays == MZ_REST && p->is_planned)
        return give_planned(p, task, room);
    count = count_decisions(p);
    if (stays == MZ_REST)
        return count ? give_decision(p, task, room, count - 1) : 0;
    return stays + 1 < count
               ? give_decision(p, task, room, count - 1 - stays)
               : 0;
}

void mz_trust_receive(struct mz_trust *p, const void *task)
{
    const struct task *t = task;
    const struct mz_trust_frame *from = (const void *)(t + 1);
    const struct task_place *places =
        (const void *)((const char *)from + t->frame);
    struct mz_trust_frame *f = (void *)p->stack;
    struct mz_node *nodes;

    p->started = true;
    p->is_planned = false;
    p->is_received = true;
    p->top = 0;
    p->used = 0;
    if (p->graph.width < t->width)
        p->graph.width = t->width;
    if (t->frame > p->size) {
        mz_trust_outgrow(p);
        return;
    }
    mz_copy(f, from, nodes_size(from) + sizeof(struct mz_trust_decision));
    p->top = 1;
    p->used = nodes_size(from) + sizeof(struct mz_trust_decision);
    nodes = mz_trust_nodes(f);
    for (uint32_t i = 0; i < f->count; i++) {
        const struct task_place *place = &places[nodes[i].place];

        if (nodes[i].place != MZ_NONE)
            nodes[i].place =
                mz_graph_place(&p->graph, place->object, place->mask);
    }
}
