/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decisions that travel: a frame with one decision depends on nothing else, so
 * that somebody else can go on from there. Of a search that may begin anew all
 * frames go at once.
 */
#include "explore/trust.h"

/* What was learnt follows (explore/learner.h); then frames, as on the stack,
 * each with its nodes, labels and decisions; then the places of the nodes.
 * 8-byte aligned. */
struct task {
    uint64_t top; /* of these frames; 0: there are none */
    uint64_t used;
    uint32_t places;
    uint32_t width;
};

/* What a place is to whoever numbers places otherwise. */
struct task_place {
    uint32_t object;
    uint32_t mask;
};

static uint32_t count_decisions(const struct mz_trust *p)
{
    uint32_t count = 0;

    for (uint64_t at = p->top; at; at = mz_trust_frame_at(p->stack, at)->below)
        count += mz_trust_frame_at(p->stack, at)->decisions;
    return count;
}

bool mz_trust_has_more(const struct mz_trust *p)
{
    uint64_t at = p->top;

    while (at && !mz_trust_frame_at(p->stack, at)->decisions)
        at = mz_trust_frame_at(p->stack, at)->below;
    return at;
}

void mz_trust_note_whether_undecided(struct mz_trust *p)
{
    p->algorithm.is_undecided = mz_learner_is_undecided(&p->learner);
}

/* ---- flat ---------------------------------------------------------------- */

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

/* What a task has beside its frames. Where these go; NULL: there is no room. */
static char *begin_task(const struct mz_trust *p, const struct task *t,
                        bool begins, void *to, size_t room)
{
    size_t frames = (t->used + 7) / 8 * 8;
    size_t rest = sizeof *t + frames + t->places * sizeof(struct task_place);
    size_t learnt;
    struct task_place *places;

    if (rest > room)
        return NULL;
    learnt = mz_learner_write(&p->learner, begins, (char *)to + sizeof *t,
                              room - rest);
    if (!learnt)
        return NULL;
    mz_copy(to, t, sizeof *t);
    to = (char *)to + sizeof *t + learnt;
    places = (void *)((char *)to + frames);
    for (uint32_t i = 0; i < t->places; i++)
        places[i] = (struct task_place){p->graph.places[i].object,
                                        p->graph.places[i].mask};
    return to;
}

static size_t size_of(const struct task *t, const char *task,
                      const char *frames)
{
    return frames - task + (t->used + 7) / 8 * 8 +
           t->places * sizeof(struct task_place);
}

static size_t write_one(const struct mz_trust *p, struct mz_trust_frame *f,
                        struct mz_trust_decision d, void *to, size_t room)
{
    size_t nodes = nodes_size(f);
    const struct task t = {
        .top = 1,
        .used = nodes + sizeof d,
        .places = count_places(f),
        .width = p->graph.width,
    };
    char *frames = begin_task(p, &t, false, to, room);
    struct mz_trust_frame *copy = (void *)frames;

    if (!frames)
        return 0;
    mz_copy(copy, f, nodes);
    copy->below = 0;
    copy->decisions = 1;
    mz_copy(mz_trust_decisions(copy), &d, sizeof d);
    return size_of(&t, to, frames);
}

/* All frames; what was planned, and not run, is the last decision. */
static size_t write_all(const struct mz_trust *p, void *to, size_t room)
{
    bool begins = p->learner.is_anew || p->is_at_start;
    struct task t = {.width = p->graph.width};
    char *frames;

    if (!begins) {
        t.top = p->top;
        t.used = p->used + (p->is_planned ? sizeof p->taken : 0);
    }
    for (uint64_t at = t.top; at; at = mz_trust_frame_at(p->stack, at)->below) {
        uint32_t places = count_places(mz_trust_frame_at(p->stack, at));

        if (t.places < places)
            t.places = places;
    }
    frames = begin_task(p, &t, begins, to, room);
    if (!frames)
        return 0;
    if (begins)
        return size_of(&t, to, frames);
    mz_copy(frames, p->stack, p->used);
    if (p->is_planned) {
        struct mz_trust_frame *f = mz_trust_frame_at(frames, t.top);

        mz_trust_decisions(f)[f->decisions++] = p->taken;
    }
    return size_of(&t, to, frames);
}

/* ---- giving -------------------------------------------------------------- */

/* All at once: nothing is left. */
static size_t give_all(struct mz_trust *p, void *task, size_t room)
{
    bool is_any = p->learner.is_anew || p->is_at_start || p->is_planned ||
                  mz_trust_has_more(p);
    size_t size = is_any ? write_all(p, task, room) : 0;

    if (!size)
        return 0;
    p->learner.is_anew = p->is_at_start = p->is_planned = false;
    p->top = p->used = 0;
    return size;
}

/* The frame of the decision below so many, and which of it that is. What is
 * left of a lower frame's graph is more, as a rule. */
static struct mz_trust_frame *decision_below(const struct mz_trust *p,
                                             uint32_t others, uint32_t *which)
{
    struct mz_trust_frame *f = mz_trust_top(p);

    while (others >= f->decisions) {
        others -= f->decisions;
        f = mz_trust_frame_at(p->stack, f->below);
    }
    *which = f->decisions - 1 - others;
    return f;
}

/* What was planned, and not run, is the graph that its decision makes once. */
static size_t give_planned(struct mz_trust *p, void *task, size_t room)
{
    size_t size = write_one(p, mz_trust_top(p), p->taken, task, room);

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
    size_t size = write_one(p, f, decisions[which], task, room);

    if (!size)
        return 0;
    f->decisions--; /* what is free behind them is used when the frame goes */
    for (uint32_t i = which; i < f->decisions; i++)
        decisions[i] = decisions[i + 1];
    return size;
}

/* Where it is not to go on. */
static size_t give_rest(struct mz_trust *p, void *task, size_t room)
{
    uint32_t count;

    if (p->algorithm.is_undecided || p->is_at_start)
        return give_all(p, task, room);
    if (p->is_planned)
        return give_planned(p, task, room);
    count = count_decisions(p);
    return count ? give_decision(p, task, room, count - 1) : 0;
}

size_t mz_trust_give(struct mz_trust *p, void *task, size_t room,
                     uint32_t stays)
{
    uint32_t count;

    if (stays == MZ_REST)
        return give_rest(p, task, room);
    if (p->algorithm.is_undecided) /* it is not divided */
        return 0;
    count = count_decisions(p);
    return stays + 1 < count ? give_decision(p, task, room, count - 1 - stays)
                             : 0;
}

/* ---- receiving ----------------------------------------------------------- */

static void number_places(struct mz_trust *p, struct mz_trust_frame *f,
                          const struct task_place *places)
{
    struct mz_node *nodes = mz_trust_nodes(f);

    for (uint32_t i = 0; i < f->count; i++) {
        const struct task_place *place = &places[nodes[i].place];

        if (nodes[i].place != MZ_NONE)
            nodes[i].place =
                mz_graph_place(&p->graph, place->object, place->mask);
    }
}

/* Of its graph nothing was noted here. */
static void note_buffering(struct mz_trust *p, struct mz_trust_frame *f)
{
    struct mz_graph g = p->graph;

    g.nodes = mz_trust_nodes(f);
    g.labels = mz_trust_labels(f);
    for (uint32_t i = 0; i < f->count; i++)
        mz_buffering_note(p->buffering, &g, i);
}

void mz_trust_receive(struct mz_trust *p, const void *task)
{
    const struct task *t = task;
    const char *from = (const char *)(t + 1);
    const struct task_place *places;

    p->started = p->is_graph_of_others = p->is_run_of_others = true;
    p->is_planned = p->is_at_start = false;
    p->top = p->used = 0;
    from += mz_learner_take(&p->learner, from);
    mz_trust_note_whether_undecided(p);
    places = (const void *)(from + (t->used + 7) / 8 * 8);
    if (p->graph.width < t->width)
        p->graph.width = t->width;
    if (t->used > p->size) {
        mz_trust_outgrow(p);
        return;
    }
    mz_copy(p->stack, from, t->used);
    p->top = t->top;
    p->used = t->used;
    for (uint64_t at = p->top; at;) {
        struct mz_trust_frame *f = mz_trust_frame_at(p->stack, at);

        number_places(p, f, places);
        if (p->buffering)
            note_buffering(p, f);
        at = f->below;
    }
}
