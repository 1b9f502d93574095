/* SPDX-License-Identifier: Apache-2.0 */
#include "explore/trust.h"

/* Notes of the first `count` nodes what load buffering would need. */
static void note_buffering(struct mz_trust *p, uint32_t count)
{
    struct mz_buffering *b = p->buffering;

    for (uint32_t i = p->known; i < count; i++)
        mz_buffering_note(b, &p->graph, i);
    p->algorithm.leaves_buffering = b->is_possible;
}

/* What the run led to becomes a frame. */
static void make_frame(struct mz_trust *p, struct mz_execution *x,
                       enum mz_outcome outcome)
{
    struct mz_algorithm *algorithm = &p->algorithm;
    uint32_t count;
    bool complete;

    if (algorithm->wrong || p->in_vain)
        return;
    complete = mz_trust_make_graph(p, x, outcome);
    if (p->begins_anew)
        return;
    if (!complete && !algorithm->unsupported &&
        !mz_outcome_breaks_off(outcome))
        algorithm->wrong = MZ_WRONG_UNFORESEEN;
    if (!complete || p->in_vain) /* or the error is one of the graph's events */
        return;
    if (!p->axioms) {
        mz_happens_before_extend(&p->hb, x);
        algorithm->is_again = mz_trust_is_again(p, x);
    }
    count = p->put_off ? mz_trust_set_apart(p, x) : p->graph.count;
    mz_trust_push_frame(p);
    if (algorithm->wrong)
        return;
    if (p->open != MZ_NONE &&
        mz_node_is(&p->graph.nodes[p->open], MZ_NODE_WRITES))
        mz_trust_revisit(p, p->open, p->graph.nodes[p->open].source,
                         p->graph.nodes[p->open].kind);
    if (p->buffering)
        note_buffering(p, count);
    for (uint32_t i = p->known; i < count; i++)
        mz_trust_decide(p, x, i);
    if (p->put_off)
        mz_trust_push(p, (struct mz_trust_decision){.kind = MZ_TRUST_GO_ON,
                                                    .node = count});
    mz_trust_fill_frame(p);
}

static void learn(struct mz_algorithm *algorithm, struct mz_execution *x,
                  enum mz_outcome outcome)
{
    struct mz_trust *p = (struct mz_trust *)algorithm;

    p->is_planned = p->is_at_start = false;
    algorithm->is_again = false;
    make_frame(p, x, outcome);
    if (algorithm->wrong || p->begins_anew ||
        p->learner.stage == MZ_STAGE_SETTLED)
        return;
    mz_learner_note(&p->learner, x, outcome, x->length - p->shared,
                    !mz_trust_has_more(p));
    mz_trust_note_whether_undecided(p);
}

/* The first execution is planned. */
static void begin(struct mz_trust *p, struct mz_execution *x)
{
    p->started = p->is_at_start = true;
    p->top = p->used = 0;
    p->shared = 0;
    p->name = 0;
    p->open = MZ_NONE;
    p->waiting = MZ_TSET_EMPTY;
    p->linear.count = 0;
    mz_trust_hold_nobody(p);
    mz_graph_begin(&p->graph);
    p->graph.prefixed = 0;
    if (p->axioms)
        p->axioms->valid = 0;
    mz_trust_begin_run(p, x, 0);
}

static void begin_anew(struct mz_trust *p, struct mz_execution *x)
{
    if (p->begins_anew)
        mz_graph_forget_places(&p->graph);
    p->begins_anew = false;
    mz_learner_begin_anew(&p->learner);
    mz_trust_note_whether_undecided(p);
    p->algorithm.begins_anew = true;
    begin(p, x);
}

/* Which threads wait. False: one of them does so in vain, since it reads from
 * what was not the last, and nothing that is not maximal is revisited. */
static bool find_waiting(struct mz_trust *p)
{
    p->waiting = MZ_TSET_EMPTY;
    if (p->open != MZ_NONE)
        p->graph.states |= p->graph.nodes[p->open].state;
    if (MZ_LIKELY(!(p->graph.states & MZ_NODE_WAITS)))
        return true;
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

/* What is compared to learn an order must not differ where a search was put by,
 * so that this does not look at what is there in fact. */
static uint32_t count_shared(const struct mz_trust *p)
{
    uint32_t i = 0;

    if (p->learner.stage == MZ_STAGE_SETTLED) /* nobody compares */
        return 0;
    while (i < p->linear.count && p->linear.nodes[i] < mz_trust_top(p)->same)
        i++;
    return i;
}

/* How many of the graph's first nodes are those of the one that is run next, if
 * nothing comes of this one. */
static uint32_t count_returns(const struct mz_trust *p)
{
    uint32_t same = MZ_NONE;

    for (uint64_t at = p->top; at;) {
        struct mz_trust_frame *f = mz_trust_frame_at(p->stack, at);

        if (same > f->same)
            same = f->same;
        if (f->decisions) {
            uint32_t keeps =
                mz_trust_keeps(&mz_trust_decisions(f)[f->decisions - 1]);

            return same < keeps ? same : keeps;
        }
        at = f->below;
    }
    return 0;
}

static bool next(struct mz_algorithm *algorithm, struct mz_execution *x)
{
    struct mz_trust *p = (struct mz_trust *)algorithm;

    algorithm->begins_anew = false;
    if (algorithm->stands && algorithm->is_undecided) {
        mz_learner_settle(&p->learner, mz_trust_has_more(p));
        mz_trust_note_whether_undecided(p);
    }
    if (!p->started) {
        begin(p, x);
        return true;
    }
    if (p->begins_anew || p->learner.is_anew) {
        begin_anew(p, x);
        return true;
    }
    while (p->top) {
        if (!mz_trust_top(p)->decisions) {
            mz_trust_pop_frame(p);
            continue;
        }
        mz_trust_take(p);
        if (find_waiting(p) &&
            (p->axioms ? mz_trust_may_run(p)
                       : mz_linear_find(&p->linear, &p->graph))) {
            p->shared = count_shared(p);
            mz_trust_begin_run(p, x, mz_trust_already_there(p, x));
            p->is_planned = true;
            x->returns = p->axioms && !mz_tset_some(p->waiting)
                             ? count_returns(p)
                             : MZ_NONE;
            return true;
        }
        if (algorithm->wrong)
            return false;
    }
    return false;
}

static size_t give(struct mz_algorithm *algorithm, const struct mz_execution *x,
                   void *task, size_t room, uint32_t stays)
{
    (void)x;
    return mz_trust_give((struct mz_trust *)algorithm, task, room, stays);
}

static void receive(struct mz_algorithm *algorithm, struct mz_execution *x,
                    const void *task)
{
    (void)x; /* that it has run is as good as any to begin with */
    mz_trust_receive((struct mz_trust *)algorithm, task);
}

static uint64_t name(const struct mz_algorithm *algorithm)
{
    return ((const struct mz_trust *)algorithm)->name;
}

struct mz_algorithm *mz_trust_create(struct mz_arena *arena,
                                     const struct mz_execution *execution,
                                     const struct mz_algorithm_options *options)
{
    struct mz_trust *p = mz_arena_take(arena, sizeof *p);
    size_t n = (size_t)execution->capacity + MZ_MAX_THREADS;
    /* Blocks are told by what they access. */
    enum mz_relation relation = options->relation == MZ_RELATION_RW
                                    ? MZ_RELATION_RW
                                    : MZ_RELATION_ADD;

    p->algorithm = (struct mz_algorithm){
        .chooser = mz_trust_chooser,
        .next = next,
        .learn = learn,
        .give = give,
        .receive = receive,
        .name = name,
    };
    mz_learner_init(&p->learner, arena, execution->capacity, relation,
                    options->learns_order);
    mz_learner_must_gain(&p->learner);
    mz_trust_note_whether_undecided(p);
    mz_happens_before_init(&p->hb, arena, execution, relation);
    mz_graph_init(&p->graph, arena, execution);
    mz_linear_init(&p->linear, arena, execution);
    if (options->memory_model != MZ_MODEL_SC) {
        mz_graph_init_labels(&p->graph, arena, execution);
        p->axioms = mz_arena_take(arena, sizeof *p->axioms);
        mz_axioms_init(p->axioms, options->memory_model, arena, execution);
    } else {
        p->beside = mz_arena_take(arena, n * sizeof *p->beside);
        p->threads = mz_arena_take(arena, n * sizeof *p->threads);
        p->latest = mz_arena_take(arena, p->graph.place_capacity *
                                             sizeof *p->latest);
        if (!options->is_divided)
            mz_graph_init_joined(&p->graph, arena, execution);
        p->graph.joins_all = options->orders_all;
    }
    if (options->memory_model == MZ_MODEL_RC11)
        p->buffering = mz_arena_take(arena, sizeof *p->buffering);
    p->node_at = mz_arena_take(arena, n * sizeof *p->node_at);
    p->next_of = mz_arena_take(arena, n * sizeof *p->next_of);
    p->to = mz_arena_take(arena, n * sizeof *p->to);
    for (unsigned t = 0; t < MZ_MAX_THREADS; t++)
        p->next[t] = p->last[t] = MZ_NONE; /* of those beyond graph.width */
    p->size = (arena->capacity - arena->used) / 2;
    p->stack = mz_arena_take(arena, p->size);
    return &p->algorithm;
}
