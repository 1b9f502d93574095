/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Optimal-DPOR: [AAJS17] Algorithm 2, with Algorithm 4 for locks and Algorithm
 * 6 for other blocking. The recursion is a stack of one node for each prefix E
 * of the execution, with sleep(E) and what is left of wut(E).
 *
 * Lines 2-7 look at all races of each maximal execution, also those whose later
 * side lies in the part that it has in common with the one before: notdep(e, E)
 * is of the whole of E. Only those are looked at again, though, of which what
 * was found may be otherwise now (struct mz_reach).
 *
 * A choice of the program (mz_choose) is a step with several outcomes. Where
 * nothing sleeps all of them are explored, each with its part of wut(E). Where
 * something does, only those in wut(E) are: the others come into it if they
 * wake what sleeps.
 */
#include "explore/path.h"
#include "trace/outcome.h"
#include "trace/wakeup_tree.h"

struct node {
    struct mz_sleep sleep;
    mz_branches wut; /* without the branch that is being explored */
    uint32_t size;   /* most nodes that wut had */
    uint32_t done;   /* branches explored */
};

struct optimal {
    struct mz_algorithm algorithm; /* first */
    struct mz_happens_before hb;
    struct mz_sleep_stack sleepers;
    struct mz_wakeup_pool pool;
    struct mz_sequence sequence; /* scratch */
    uint32_t length;             /* nodes[0 .. length) are on the stack */
    struct node *nodes;
    struct mz_reach *reach; /* [event]: of what was found of its races */
    uint32_t *reaching;     /* the events whose reach is not empty, in order:
                               what was found of the others cannot change */
    uint32_t reaching_count;

    bool started;
    uint32_t planned_at; /* where the plan begins, or MZ_NONE */
    mz_tid planned;
    uint32_t planned_value;
    mz_branches inherited; /* WuT of the prefix that comes next */
    uint32_t inherited_size;
    uint32_t followed; /* the event at this position was foreseen, as: */
    struct mz_wakeup_event foreseen;
};

/* ---- the stack ----------------------------------------------------------- */

static void open_node(struct optimal *o, const struct mz_execution *execution)
{
    uint32_t i = o->length++;
    struct node *node = &o->nodes[i];

    node->wut = 0;
    node->size = node->done = 0;
    if (i == 0 || !mz_tset_some(node[-1].sleep.threads))
        mz_sleep_none(&o->sleepers, &node->sleep);
    else
        mz_sleep_after(&o->sleepers, o->hb.relation, &node[-1].sleep, execution,
                       i - 1, &node->sleep);
}

/* Opens the nodes of joins, which have no alternatives, up to prefix i. */
static void catch_up(struct optimal *o, const struct mz_execution *execution,
                     uint32_t i)
{
    while (o->length < i)
        open_node(o, execution);
}

/* Line 10: the node of the prefix at hand, with the wakeup tree handed down. */
static struct node *enter_node(struct optimal *o,
                               const struct mz_execution *execution)
{
    uint32_t i = execution->length;
    struct node *node = &o->nodes[i];

    catch_up(o, execution, i);
    open_node(o, execution);
    node->wut = o->inherited;
    node->size = o->inherited_size;
    o->inherited = o->inherited_size = 0;
    MZ_ASSERT(node->wut || !mz_tset_some(node->sleep.threads)); /* Lemma 7.1 */
    return node;
}

/* ---- following a wakeup tree --------------------------------------------- */

/* What was foreseen of a step may be wrong only if something wrote where it
 * reads that the search is not told of. */
static void check_followed(struct optimal *o,
                           const struct mz_execution *execution)
{
    const struct mz_wakeup_event *f = &o->foreseen;
    const struct mz_event *e;

    if (o->followed >= execution->length)
        return;
    e = &execution->events[o->followed];
    o->followed = MZ_NONE;
    if (e->thread != f->thread || e->object != f->object ||
        e->mask != f->mask ||
        !mz_outcome_is_as(o->hb.relation, f->kind, e->kind))
        o->algorithm.wrong = MZ_WRONG_UNFORESEEN;
}

/* Lines 16-19: takes a branch that is to be explored from prefix i. */
static void follow(struct optimal *o, uint32_t branch, uint32_t i)
{
    const struct mz_wakeup_node *b = &o->pool.nodes[branch];

    o->followed = i;
    o->foreseen = b->event;
    o->inherited = b->branches;
    o->inherited_size = b->size - 1;
    mz_wakeup_release(&o->pool, branch);
}

static mz_tid choose(struct mz_chooser *chooser,
                     const struct mz_execution *execution,
                     const struct mz_enabled *enabled)
{
    struct optimal *o = (struct optimal *)chooser;
    struct node *node;

    check_followed(o, execution);
    if (o->algorithm.wrong)
        return MZ_NO_THREAD;
    if (execution->length == o->planned_at) {
        o->planned_at = MZ_NONE;
    } else {
        node = enter_node(o, execution);
        if (!node->wut) /* line 12: anything; by Lemma 7.1 nothing sleeps */
            return mz_path_default(
                mz_tset_minus(enabled->threads, node->sleep.threads), enabled);
        follow(o, mz_wakeup_take(&o->pool, &node->wut), execution->length);
        o->planned = o->foreseen.thread;
    }
    if (mz_tset_has(enabled->threads, o->planned))
        return o->planned;
    o->algorithm.wrong = MZ_WRONG_NOT_TO_BE_TAKEN;
    return MZ_NO_THREAD;
}

static uint32_t value(struct mz_chooser *chooser,
                      const struct mz_execution *execution, mz_tid thread,
                      uint32_t bound)
{
    struct optimal *o = (struct optimal *)chooser;
    uint32_t branch;
    struct node *node;

    (void)bound;
    check_followed(o, execution);
    if (o->algorithm.wrong)
        return 0;
    if (execution->length == o->planned_at) {
        o->planned_at = MZ_NONE;
        return o->planned_value;
    }
    node = enter_node(o, execution);
    branch = mz_tset_some(node->sleep.threads)
                 ? mz_wakeup_take(&o->pool, &node->wut)
                 : mz_wakeup_take_value(&o->pool, &node->wut, 0);
    if (!branch)
        return 0;
    follow(o, branch, execution->length);
    MZ_ASSERT(o->foreseen.kind == MZ_CHOOSE && o->foreseen.thread == thread);
    return o->foreseen.value;
}

/* ---- backtracking -------------------------------------------------------- */

/* The next value of a choice. */
static bool plan_value(struct optimal *o, const struct mz_event *e, uint32_t i)
{
    struct node *node = &o->nodes[i];
    uint32_t branch;

    if (mz_tset_some(node->sleep.threads)) {
        if (!node->wut)
            return false;
        branch = mz_wakeup_take(&o->pool, &node->wut);
        o->planned_value = o->pool.nodes[branch].event.value;
    } else {
        o->planned_value = e->value + 1;
        if (o->planned_value == e->bound)
            return false;
        branch = mz_wakeup_take_value(&o->pool, &node->wut, o->planned_value);
    }
    if (branch)
        follow(o, branch, i);
    return true;
}

/* Lines 15-21: the event at i, and all from it, has been explored. */
static bool plan_at(struct optimal *o, const struct mz_execution *execution,
                    uint32_t i)
{
    const struct mz_event *e = &execution->events[i];
    struct node *node = &o->nodes[i];

    if (e->kind == MZ_CHOOSE)
        return plan_value(o, e, i);
    if (!node->wut)
        return false;
    node->done++;
    mz_sleep_add(&o->sleepers, &node->sleep, execution, i);
    follow(o, mz_wakeup_take(&o->pool, &node->wut), i);
    o->planned = o->foreseen.thread;
    return true;
}

static void cut(struct optimal *o, struct mz_execution *execution, uint32_t i)
{
    mz_sleep_drop_above(&o->sleepers, &o->nodes[i].sleep);
    o->length = i + 1;
    o->planned_at = i;
    mz_happens_before_truncate(&o->hb, execution, i);
    mz_execution_cut(execution, i);
}

static bool next(struct mz_algorithm *algorithm, struct mz_execution *execution)
{
    struct optimal *o = (struct optimal *)algorithm;

    if (!o->started) {
        o->started = true;
        execution->length = 0;
        return true;
    }
    for (uint32_t i = execution->length; i-- > 0;)
        if (!mz_op_is_unplanned(execution->events[i].kind) &&
            plan_at(o, execution, i)) {
            cut(o, execution, i);
            return true;
        }
#if MZ_CHECK >= 1
    MZ_ASSERT(mz_wakeup_is_unused(&o->pool));
#endif
    return false;
}

/* ---- race detection ------------------------------------------------------ */

/* Line 6: is sleep(E') disjoint from WI[E'](v)? Then a reason is marked for
 * each thread that sleeps. */
static bool is_new(struct optimal *o, const struct mz_sleep *sleep)
{
    struct mz_sequence *v = &o->sequence;

    /* Sleepers are asked from the last back: it is the one that e' is likely to
     * have woken. */
    for (uint32_t i = sleep->event_end; i-- > sleep->events;) {
        const struct mz_event *q = &o->sleepers.events[i];
        const struct mz_access *more = o->sleepers.accesses + q->more;
        uint32_t witness;

        if (mz_sequence_meet(v, q, more, &witness) != MZ_IS_NO_WEAK_INITIAL)
            return false;
        mz_sequence_mark(v, witness);
    }
    return true;
}

/* Lines 4-7. */
static void reverse_race(struct optimal *o, struct mz_reversal *r)
{
    struct node *node = &o->nodes[r->e];

    /* Into an empty tree goes only what e' needs, which is before it. */
    if (!node->wut && !mz_tset_some(node->sleep.threads))
        r->end = r->later.position;
    __builtin_prefetch(&o->pool.nodes[node->wut]); /* v comes first */
    mz_sequence_of(&o->sequence, r);
    if (!is_new(o, &node->sleep))
        return;
    node->size += mz_wakeup_insert(&o->pool, &node->wut, &o->sequence);
    if (node->size > o->algorithm.largest)
        o->algorithm.largest = node->size;
    if (o->pool.exhausted) {
        o->algorithm.wrong = MZ_WRONG_OUTGROWN_WAKEUP_TREE;
        o->algorithm.outgrown = true;
    }
}

static void reverse_races(struct optimal *o,
                          const struct mz_execution *execution,
                          const struct mz_later *later, struct mz_reach *reach)
{
    struct mz_reversals all;

    *reach = (struct mz_reach){0};
    mz_reversals_begin(&all, &o->hb, execution, later, o->hb.length);
    while (mz_reversals_next(&all)) {
        reverse_race(o, &all.reversal);
        all.reversal.end = o->hb.length;
        mz_reach_join(reach, &o->sequence.reach);
    }
}

/* What the new events access. */
static struct mz_reach accessed_since(const struct optimal *o,
                                      const struct mz_execution *execution,
                                      uint32_t position)
{
    struct mz_reach reach = {0};

    for (uint32_t i = position; i < o->hb.length; i++) {
        const struct mz_event *e = &execution->events[i];

        mz_reach_add(&reach, o->hb.relation, e, execution->accesses + e->more);
    }
    return reach;
}

/* Races of events that were there: once more, where an answer may be another.
 * Most events of a long execution have none, and are not looked at. */
static void learn_again(struct optimal *o, const struct mz_execution *execution,
                        uint32_t common)
{
    struct mz_reach after = accessed_since(o, execution, common);

    while (o->reaching_count && o->reaching[o->reaching_count - 1] >= common)
        o->reaching_count--;
    for (uint32_t i = 0; i < o->reaching_count; i++) {
        uint32_t j = o->reaching[i];
        struct mz_later later = mz_later_event(execution, j);

        if (!mz_reach_holds(&o->reach[j], common, &after))
            reverse_races(o, execution, &later, &o->reach[j]);
    }
}

static void learn_new(struct optimal *o, const struct mz_execution *execution,
                      uint32_t j)
{
    struct mz_later later = mz_later_event(execution, j);

    if (mz_op_is_local(later.event->kind))
        return;
    reverse_races(o, execution, &later, &o->reach[j]);
    if (!mz_reach_is_empty(&o->reach[j]))
        o->reaching[o->reaching_count++] = j;
}

static void learn(struct mz_algorithm *algorithm,
                  struct mz_execution *execution, enum mz_outcome outcome)
{
    struct optimal *o = (struct optimal *)algorithm;
    uint32_t common = o->hb.length;
    struct mz_reach unused;

    (void)outcome;
    check_followed(o, execution);
    mz_wakeup_release_tree(&o->pool, o->inherited); /* it ended in an error */
    o->inherited = o->inherited_size = 0;
    o->planned_at = o->followed = MZ_NONE;
    catch_up(o, execution, execution->length);
    mz_happens_before_extend_to(&o->hb, execution,
                                mz_execution_racing(execution));
    learn_again(o, execution, common);
    for (uint32_t j = common; j < o->hb.length; j++)
        learn_new(o, execution, j);
    MZ_EACH(rest, execution->waiting) {
        struct mz_later later =
            mz_later_pending(execution, mz_tset_first(rest));

        if (mz_op_blocks(later.event->kind))
            reverse_races(o, execution, &later, &unused);
    }
#if MZ_CHECK >= 1
    for (uint32_t i = 0; i < o->length; i++)
        mz_wakeup_check(&o->pool, o->nodes[i].wut);
#endif
}

/* Assumes that all branches of a node lead to equally many executions. */
static double explored(const struct mz_algorithm *algorithm)
{
    const struct optimal *o = (const struct optimal *)algorithm;
    double share = 1, explored = 0;

    for (uint32_t i = 0; i < o->length && share > 1e-9; i++) {
        const struct node *node = &o->nodes[i];
        uint32_t branches = node->done + 1;

        for (uint32_t b = node->wut; b; b = o->pool.nodes[b].next)
            branches++;
        share /= branches;
        explored += share * node->done;
    }
    return explored;
}

struct mz_algorithm *mz_optimal_create(
    struct mz_arena *arena, const struct mz_execution *execution,
    const struct mz_algorithm_options *options)
{
    struct optimal *o = mz_arena_take(arena, sizeof *o);
    size_t prefixes = (size_t)execution->capacity + 1;

    o->algorithm = (struct mz_algorithm){
        .chooser = {choose, value},
        .next = next,
        .learn = learn,
        .explored = explored,
    };
    o->planned_at = o->followed = MZ_NONE;
    o->nodes = mz_arena_take(arena, prefixes * sizeof *o->nodes);
    o->reach = mz_arena_take(arena, prefixes * sizeof *o->reach);
    o->reaching = mz_arena_take(arena, prefixes * sizeof *o->reaching);
    mz_happens_before_init(&o->hb, arena, execution, options->relation);
    mz_sleep_stack_init(&o->sleepers, arena, prefixes);
    mz_sequence_init(&o->sequence, arena, execution->capacity);
    mz_wakeup_pool_init(&o->pool, arena, execution->capacity);
    return &o->algorithm;
}
