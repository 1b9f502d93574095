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
#include "unfold/alternative.h"
#include "unfold/pruning.h"

enum { DISABLED = 1 << 18, IN_COMB = 1 << 20 }; /* most */

struct qpor {
    struct mz_algorithm algorithm; /* first */
    struct mz_event_structure structure;
    struct mz_configuration c;
    struct mz_disabled d;      /* D: a stack */
    struct mz_disabled active; /* those that are not in conflict with C */
    struct mz_comb comb;
    struct mz_alternative a; /* A */
    uint32_t k;
    bool started;
};

/* Has something gone wrong, in a way that the search must stop for? */
static bool fails(struct qpor *q)
{
    if (q->structure.unsupported)
        q->algorithm.unsupported = q->structure.unsupported;
    if (q->structure.exhausted || q->comb.exhausted)
        q->algorithm.wrong = "the event structure has outgrown the memory "
                             "reserved";
    if (q->structure.differs)
        q->algorithm.wrong = mz_unforeseen;
    return q->algorithm.unsupported || q->algorithm.wrong;
}

/* ---- to the left --------------------------------------------------------- */

/* Of these events of D, what is not in conflict with C. */
static void keep_active(struct qpor *q, const mz_node *events, uint32_t count)
{
    q->active.count = 0;
    q->active.threads = 0;
    for (uint32_t i = 0; i < count; i++) {
        mz_node e = events[i];

        if (mz_configuration_excludes(&q->c, e))
            continue;
        q->active.events[q->active.count++] = e;
        q->active.threads |= mz_tset_of(mz_unfolded(&q->structure, e)->thread);
    }
}

/* The event that a thread of A has executed must be the one in A. */
static void follow(struct qpor *q, const struct mz_execution *x)
{
    while (q->c.length < x->length && !fails(q)) {
        mz_tid t = x->events[q->c.length].thread;
        mz_node foreseen = mz_alternative_next(&q->a, &q->c, t);

        mz_configuration_extend(&q->c, x);
        if (foreseen && q->c.last[t] != foreseen)
            q->algorithm.wrong = mz_unforeseen;
        q->a.left -= foreseen != MZ_BOTTOM;
    }
    keep_active(q, q->active.events, q->active.count);
}

static bool is_calm(const struct qpor *q)
{
    return !q->active.count && !q->a.left;
}

/* Is the event enabled, or might it be, if it is a choice? */
static bool is_next(const struct qpor *q, mz_node e)
{
    const struct mz_unfolded *event = mz_unfolded(&q->structure, e);

    return e && event->tree != MZ_NO_TREE &&
           q->c.last[event->tree] == event->cause;
}

/* Line 9. */
static mz_tset of_alternative(const struct qpor *q, mz_tset enabled)
{
    mz_tset found = 0;

    for (; enabled; enabled &= enabled - 1) {
        mz_tid t = mz_tset_first(enabled);

        if (is_next(q, mz_alternative_next(&q->a, &q->c, t)))
            found |= mz_tset_of(t);
    }
    return found;
}

static mz_tid choose(struct mz_chooser *chooser, const struct mz_execution *x,
                     const struct mz_enabled *enabled)
{
    struct qpor *q = (struct qpor *)chooser;
    mz_tset threads = enabled->threads;

    if (!is_calm(q))
        follow(q, x);
    if (fails(q))
        return MZ_NO_THREAD;
    if (is_calm(q))
        return mz_path_default(threads, enabled);
    /* Line 7: what of D is not in conflict with C is what its thread does next.
     */
    threads =
        q->a.left ? of_alternative(q, threads) : threads & ~q->active.threads;
    if (!threads && q->a.left)
        q->algorithm.wrong = mz_unforeseen;
    return mz_path_default(threads, enabled);
}

static uint32_t value(struct mz_chooser *chooser, const struct mz_execution *x,
                      mz_tid thread, uint32_t bound)
{
    struct qpor *q = (struct qpor *)chooser;
    mz_node e;

    if (is_calm(q))
        return 0;
    follow(q, x);
    /* Choices are made at once: if values of this one are in D, it was put
     * aside last, and A has another value. */
    e = mz_alternative_next(&q->a, &q->c, thread);
    return e ? mz_unfolded(&q->structure, e)->choice % bound : 0;
}

static void learn(struct mz_algorithm *algorithm, struct mz_execution *x,
                  enum mz_outcome outcome)
{
    struct qpor *q = (struct qpor *)algorithm;

    follow(q, x);
    if (fails(q))
        return;
    if (q->a.left && outcome != MZ_ERROR) {
        algorithm->wrong = mz_unforeseen;
        return;
    }
    mz_configuration_add_extensions(&q->c, x);
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

/* What was put aside there is in D no longer. */
static void take_back(struct qpor *q, uint32_t position)
{
    struct mz_disabled *d = &q->d;

    for (; d->count && d->positions[d->count - 1] >= position; d->count--) {
        mz_unfolded(&q->structure, d->events[d->count - 1])->is_disabled =
            false;
        mz_event_structure_unpark(&q->structure, d->positions[d->count - 1]);
    }
}

/* Line 11: without e = C[n]. False: it is a join, or there is nothing. */
static bool go_right(struct qpor *q, uint32_t n, mz_node e)
{
    if (mz_unfolded(&q->structure, e)->kind == MZ_JOIN)
        return false;
    put_aside(q, e, n);
    keep_active(q, q->d.events, q->d.count);
    return mz_alternative_find(&q->a, &q->comb, &q->c, &q->active, q->k);
}

static bool next(struct mz_algorithm *algorithm, struct mz_execution *x)
{
    struct qpor *q = (struct qpor *)algorithm;

    if (!q->started) {
        q->started = true;
        x->length = 0;
        return !fails(q);
    }
    for (uint32_t n = q->c.length; n-- && !fails(q);) {
        mz_node e = q->c.events[n];

        mz_configuration_cut(&q->c, n);
        if (go_right(q, n, e)) {
            mz_execution_cut(x, n);
            return true;
        }
        take_back(q, n);
        mz_prune(&q->c, &q->d, n);
    }
    /* With C and D gone, nothing is kept for their sake. */
    MZ_ASSERT(fails(q) || !q->structure.count);
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
    if (options->relation != MZ_RELATION_OBJECT)
        q->algorithm.unsupported = "qpor where reads commute";
    q->k = options->k;
    q->d.events = mz_arena_take(arena, DISABLED * sizeof *q->d.events);
    q->active.events = mz_arena_take(arena, DISABLED * sizeof *q->d.events);
    q->d.positions = mz_arena_take(arena, DISABLED * sizeof(uint32_t));
    mz_comb_init(&q->comb, arena, DISABLED, IN_COMB);
    mz_event_structure_init(&q->structure, arena, x);
    mz_configuration_init(&q->c, arena, &q->structure, x);
    return &q->algorithm;
}
