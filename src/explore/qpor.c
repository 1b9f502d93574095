/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Quasi-optimal partial-order reduction on unfoldings: [NRSCP18] Algorithm 1.
 *
 * Its recursion is a binary tree: Explore(C, D, A) goes on with an event e, to
 * the left with it, to the right without. To go left is to run the program; so
 * C is the execution at hand, up to some position, and the recursion's stack
 * is D, each event with the position where it was put aside. A matters only
 * until the run that it leads has ended, so there is one.
 *
 * U grows when an execution has ended: what extends a part of it, extends it,
 * too, or is in it. Joins are executed at once and conflict with nothing that
 * goes with C, so that there is nothing to the right of them.
 */
#include "explore/algorithm.h"

#include "explore/path.h"
#include "explore/qpor_bound.h"
#include "trace/refusal.h"
#include "unfold/alternative.h"
#include "unfold/extensions.h"
#include "unfold/object_tree.h"
#include "unfold/pruning.h"
#include "unfold/siblings.h"

enum { DISABLED = 1 << 18, IN_COMB = 1 << 20 }; /* most */

struct qpor {
    struct mz_algorithm algorithm; /* first */
    struct mz_event_structure structure;
    struct mz_configuration c; /* C: the events of the execution at hand */
    struct mz_disabled d;      /* D, disabled, a stack: events that shall not
                                  be explored again */
    struct mz_disabled active; /* those of D that are not in conflict with C */
    struct mz_comb comb;       /* in which A is looked for */
    struct mz_alternative a;   /* A, add: what the next run is to execute */
    struct mz_qpor_bound bound;
    uint32_t k;
    bool started;
};

/* Has something gone wrong, in a way that the search must stop for, or begin
 * anew? */
static bool fails(struct qpor *q)
{
    if (q->structure.unsupported)
        q->algorithm.unsupported = q->structure.unsupported;
    if (q->structure.exhausted || q->comb.exhausted) {
        q->algorithm.wrong = MZ_WRONG_OUTGROWN_STRUCTURE;
        q->algorithm.outgrown = true;
    }
    if (q->structure.differs && !q->structure.unsupported) {
        q->algorithm.wrong = MZ_WRONG_UNFORESEEN;
        q->algorithm.outgrown = false;
    }
    return q->algorithm.unsupported || q->algorithm.wrong ||
           q->structure.is_divided;
}

/* ---- to the left --------------------------------------------------------- */

/* Makes those of these events of D active that are not in conflict with C. */
static void keep_active(struct qpor *q, const mz_node *events, uint32_t count)
{
    q->active.count = 0;
    q->active.threads = MZ_TSET_EMPTY;
    for (uint32_t i = 0; i < count; i++) {
        mz_node e = events[i];

        if (mz_configuration_excludes(&q->c, e))
            continue;
        q->active.events[q->active.count++] = e;
        mz_tset_add(&q->active.threads, mz_unfolded(&q->structure, e)->thread);
    }
}

/* The event that a thread of A has executed must be the one in A. */
static void extend(struct qpor *q, const struct mz_execution *x)
{
    mz_tid t = x->events[q->c.length].thread;
    mz_node foreseen = mz_alternative_next(&q->a, &q->c, t);

    mz_configuration_extend(&q->c, x);
    if (foreseen && q->c.last[t] != foreseen)
        q->algorithm.wrong = MZ_WRONG_UNFORESEEN;
    q->a.left -= foreseen != MZ_BOTTOM;
}

static void follow(struct qpor *q, const struct mz_execution *x)
{
    struct mz_statistics *statistics = q->structure.statistics;
    enum mz_phase phase = mz_phase_enter(statistics, MZ_PHASE_ADDING);

    if (mz_qpor_bound_is_set(&q->bound))
        while (!fails(q) && mz_qpor_bound_take(&q->bound, &q->c, x))
            extend(q, &q->bound.view);
    else
        while (q->c.length < x->length && !fails(q))
            extend(q, x);
    mz_phase_enter(statistics, phase);
    keep_active(q, q->active.events, q->active.count);
}

/* Is there nothing to be followed, and nothing to be kept from? */
static bool is_calm(const struct qpor *q)
{
    return !q->active.count && !q->a.left && !mz_qpor_bound_is_set(&q->bound);
}

/* Is e, what its thread does next in A, enabled? It is if C has all that it
 * follows on its objects. */
static bool is_next(const struct qpor *q, mz_node e)
{
    const struct mz_unfolded *event = mz_unfolded(&q->structure, e);
    const mz_node *causes = mz_causes_of(event);

    if (!e || !event->place_count)
        return false;
    for (uint32_t i = 0; i < event->cause_count; i++)
        if (causes[i] && !mz_configuration_has(&q->c, causes[i]))
            return false;
    return true;
}

/* Line 9: the threads whose next event is in A and can be executed. */
static mz_tset of_alternative(const struct qpor *q, mz_tset enabled)
{
    mz_tset found = MZ_TSET_EMPTY;

    MZ_EACH(rest, enabled) {
        mz_tid t = mz_tset_first(rest);

        if (is_next(q, mz_alternative_next(&q->a, &q->c, t)))
            mz_tset_add(&found, t);
    }
    return found;
}

/* Line 7. Active events of D are what their threads do next, so that those
 * threads are left out. */
static mz_tset candidates(struct qpor *q, mz_tset enabled)
{
    mz_tset threads = mz_tset_minus(enabled, q->active.threads);

    if (q->a.left) {
        threads = of_alternative(q, enabled);
        if (!mz_tset_some(threads))
            q->algorithm.wrong = MZ_WRONG_UNFORESEEN;
    }
    return threads;
}

/* Chooses a thread that is within the bound, or that will be if C is run in
 * another order. */
static mz_tid choose_within(struct qpor *q, struct mz_enabled enabled,
                            mz_tset threads)
{
    mz_tset allowed = mz_qpor_bound_allow(&q->bound, threads);

    enabled.running = q->bound.running;
    if (mz_tset_some(allowed) ||
        mz_qpor_bound_plan(&q->bound, &q->c, &enabled, threads))
        return mz_path_default(allowed, &enabled);
    if (!mz_tset_some(threads))
        return MZ_NO_THREAD;
    mz_qpor_bound_cut(&q->bound, &q->c);
    q->algorithm.cut = MZ_LIMIT_SWITCHES;
    if (!q->a.left)
        return MZ_NO_THREAD;
    q->a = (struct mz_alternative){.left = 0}; /* A is only a proposal */
    return choose_within(q, enabled, candidates(q, enabled.threads));
}

static mz_tid choose_bounded(struct qpor *q, const struct mz_execution *x,
                             const struct mz_enabled *enabled)
{
    mz_tid planned;

    if (mz_qpor_bound_plans(&q->bound, &planned))
        return planned;
    follow(q, x);
    if (fails(q))
        return MZ_NO_THREAD;
    q->bound.enabled[q->c.length] = enabled->threads;
    return choose_within(q, *enabled, candidates(q, enabled->threads));
}

static mz_tid choose(struct mz_chooser *chooser, const struct mz_execution *x,
                     const struct mz_enabled *enabled)
{
    struct qpor *q = (struct qpor *)chooser;

    if (mz_qpor_bound_is_set(&q->bound))
        return choose_bounded(q, x, enabled);
    if (!is_calm(q))
        follow(q, x);
    if (fails(q))
        return MZ_NO_THREAD;
    if (is_calm(q))
        return mz_path_default(enabled->threads, enabled);
    return mz_path_default(candidates(q, enabled->threads), enabled);
}

static bool is_disabled(const struct qpor *q, mz_tid thread, uint32_t value)
{
    for (uint32_t i = 0; i < q->active.count; i++) {
        const struct mz_unfolded *d =
            mz_unfolded(&q->structure, q->active.events[i]);

        if (d->thread == thread && d->choice == value)
            return true;
    }
    return false;
}

static uint32_t value(struct mz_chooser *chooser, const struct mz_execution *x,
                      mz_tid thread, uint32_t bound)
{
    struct qpor *q = (struct qpor *)chooser;
    uint32_t v = 0;
    mz_node e;

    if (is_calm(q))
        return 0;
    follow(q, x);
    if (mz_qpor_bound_is_set(&q->bound) &&
        mz_qpor_bound_value(&q->bound, &q->c, thread, &v))
        return v % bound;
    /* Choices are made at once: if values of this one are in D, it was put
     * aside last, and A has another value; unless, within a bound, A is empty.
     */
    e = mz_alternative_next(&q->a, &q->c, thread);
    if (e)
        return mz_unfolded(&q->structure, e)->choice % bound;
    while (v + 1 < bound && is_disabled(q, thread, v))
        v++;
    return v;
}

static MZ_COLD void note_size(const struct mz_event_structure *s)
{
    s->statistics->events = s->count;
    s->statistics->peak = s->peak;
    s->statistics->added = s->added;
}

static MZ_COLD void note_run(const struct mz_event_structure *s)
{
    note_size(s);
    mz_samples_note(&s->statistics->kept, s->count);
}

static void add_cex(struct qpor *q, const struct mz_execution *x)
{
    struct mz_statistics *statistics = q->structure.statistics;
    enum mz_phase phase = mz_phase_enter(statistics, MZ_PHASE_EXTENDING);

    mz_configuration_add_cex(&q->c, mz_qpor_bound_is_set(&q->bound)
                                        ? mz_qpor_bound_end(&q->bound, x)
                                        : x);
    mz_phase_enter(statistics, phase);
}

static void learn(struct mz_algorithm *algorithm, struct mz_execution *x,
                  enum mz_outcome outcome)
{
    struct qpor *q = (struct qpor *)algorithm;

    follow(q, x);
    if (fails(q))
        return;
    if (q->a.left && !mz_outcome_breaks_off(outcome) && !q->bound.again) {
        algorithm->wrong = MZ_WRONG_UNFORESEEN;
        return;
    }
    add_cex(q, x);
    if (MZ_UNLIKELY(algorithm->statistics))
        note_run(&q->structure);
    fails(q);
}

/* ---- to the right -------------------------------------------------------- */

static void put_aside(struct qpor *q, mz_node e, uint32_t position)
{
    if (q->d.count == DISABLED) {
        q->comb.exhausted = true;
        return;
    }
    mz_unfolded(&q->structure, e)->is_disabled = true;
    q->d.events[q->d.count] = e;
    q->d.positions[q->d.count++] = position;
}

/* Takes out of D what was put aside at that position or later. */
static void take_back(struct qpor *q, uint32_t position)
{
    struct mz_disabled *d = &q->d;

    for (; d->count && d->positions[d->count - 1] >= position; d->count--) {
        mz_unfolded(&q->structure, d->events[d->count - 1])->is_disabled =
            false;
        mz_event_structure_unpark(&q->structure, d->positions[d->count - 1]);
    }
}

static bool find_within(struct qpor *q, uint32_t n, mz_node e)
{
    struct mz_disabled some;

    return mz_qpor_bound_narrow(&q->bound, &q->c, n, e, &q->active, &some) &&
           mz_alternative_find(&q->a, &q->comb, &q->c, &some, q->k);
}

/* Line 11: goes on without e = C[n]. False: e is a join, or there is no
 * alternative. */
static bool go_right(struct qpor *q, uint32_t n, mz_node e)
{
    if (mz_op_is_unplanned(mz_unfolded(&q->structure, e)->kind))
        return false;
    put_aside(q, e, n);
    keep_active(q, q->d.events, q->d.count);
    if (mz_qpor_bound_is_set(&q->bound))
        return find_within(q, n, e);
    return mz_alternative_find(&q->a, &q->comb, &q->c, &q->active, q->k);
}

/* Makes C the prefix of the next run. */
static bool prepare(struct qpor *q, struct mz_execution *x)
{
    if (mz_qpor_bound_is_set(&q->bound))
        mz_qpor_bound_prepare(&q->bound, &q->c, x);
    else
        mz_execution_cut(x, q->c.length);
    return true;
}

/* All that begins with C has been explored. */
static void leave(struct qpor *q)
{
    take_back(q, q->c.length);
    mz_prune(&q->c, q->c.length);
}

/* An access to a part of what was taken for a whole: all that is known goes. */
static bool begin_anew(struct qpor *q, struct mz_execution *x)
{
    while (q->c.length) {
        mz_configuration_cut(&q->c, q->c.length - 1);
        leave(q);
    }
    q->active.count = 0;
    q->active.threads = MZ_TSET_EMPTY;
    q->a = (struct mz_alternative){.left = 0};
    mz_event_structure_divide(&q->structure);
    q->algorithm.begins_anew = true;
    mz_execution_cut(x, 0);
    return true;
}

static bool begin(struct qpor *q, struct mz_execution *x)
{
    q->started = true;
    q->structure.statistics = q->algorithm.statistics;
    if (q->algorithm.statistics)
        q->algorithm.statistics->unfolds = true;
    x->length = 0;
    return !fails(q);
}

static bool next(struct mz_algorithm *algorithm, struct mz_execution *x)
{
    struct qpor *q = (struct qpor *)algorithm;

    algorithm->begins_anew = false;
    if (!q->started)
        return begin(q, x);
    if (q->structure.is_divided)
        return begin_anew(q, x);
    if (q->bound.again)
        return prepare(q, x);
    if (q->c.length < x->capacity) /* it may have been no further than here */
        leave(q);
    for (uint32_t n = q->c.length; n-- && !fails(q);) {
        mz_node e = q->c.events[n];

        mz_configuration_cut(&q->c, n);
        if (go_right(q, n, e))
            return prepare(q, x);
        leave(q);
    }
    /* With C and D gone, no event of U is kept for their sake. */
    MZ_ASSERT(fails(q) || !q->structure.count);
    if (MZ_UNLIKELY(algorithm->statistics))
        note_size(&q->structure);
    return false;
}

struct mz_algorithm *mz_qpor_create(struct mz_arena *arena,
                                    const struct mz_execution *x,
                                    const struct mz_algorithm_options *options)
{
    struct qpor *q = mz_arena_take(arena, sizeof *q);

    q->algorithm = (struct mz_algorithm){
        .chooser = {choose, value},
        .next = next,
        .learn = learn,
    };
    q->k = options->k;
    q->d.events = mz_arena_take(arena, DISABLED * sizeof *q->d.events);
    q->active.events = mz_arena_take(arena, DISABLED * sizeof *q->d.events);
    q->d.positions = mz_arena_take(arena, DISABLED * sizeof(uint32_t));
    mz_qpor_bound_init(&q->bound, arena, x, options, DISABLED);
    if (mz_qpor_bound_is_set(&q->bound) &&
        options->relation != MZ_RELATION_OBJECT)
        q->algorithm.unsupported = MZ_REFUSAL_BOUND_WITH_READS;
    mz_comb_init(&q->comb, arena, DISABLED, IN_COMB);
    mz_event_structure_init(&q->structure, arena, x, options->relation);
    /* In a bound executions are seen in another order than they were run: only
     * their events are. */
    q->structure.refuses_parts = mz_qpor_bound_is_set(&q->bound);
    mz_configuration_init(&q->c, arena, &q->structure, x);
    q->c.is_bounded = mz_qpor_bound_is_set(&q->bound);
    return &q->algorithm;
}
