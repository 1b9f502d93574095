/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bounded partial-order reduction, after Coons, Musuvathi and McKinley (OOPSLA
 * 2013): of each trace that has an execution within the bound one such is run,
 * and nothing beyond it. docs/algorithms/bounds.md has the proof; it is [FG05]
 * but for this:
 *
 * - To take e' before e, with which it races, may be too dear just there, in
 *   the middle of a block; so it is tried before the whole block of e, too.
 * - e races with e' also if it enables e'. If e goes first, the end of a block,
 *   where the thread of e' had to wait, may become a preemption.
 * - What sleeps is a block, not an event; of the running thread an event.
 * - With a bound on context switches, all threads are tried where a switch must
 *   be made anyhow, since one may be all that is left, and wherever a race asks
 *   for another one.
 *
 * `iterative` does that within 0, 1, 2, ... preemptions, until a bound leaves
 * nothing out (Musuvathi and Qadeer, PLDI 2007). What a smaller bound has run
 * is recalled, not run again, as far as there is room for it.
 */
#include "explore/block.h"
#include "explore/path.h"
#include "explore/recall.h"
#include "trace/race.h"

/* Where all threads that lead to the later side sleep, up to so many that are
 * awake are tried instead of one that sleeps. */
enum { FEW = 8 };

/* Bytes, for what iterative has run: some hundred thousand events. To recall
 * all that takes about a second, in which nobody else is asked. */
enum { ROOM = 64 << 20 };

struct bounded {
    struct mz_algorithm algorithm; /* first */
    struct mz_path path;
    struct mz_happens_before hb;
    struct mz_block_stack blocks;
    mz_tset *asleep; /* [length of prefix], where a thread is chosen */
    struct mz_recall *recall; /* of iterative: what the bound leaves out is
                                 explored afterwards; else NULL */
    bool was_cut; /* an execution was not run to its end */
};

static bool counts_switches(const struct bounded *b)
{
    return b->path.bound.most.context_switches != MZ_NO_BOUND;
}

/* ---- who sleeps ---------------------------------------------------------- */

/* The threads that sleep after the execution, where one is to be chosen. */
static mz_tset asleep_after(const struct bounded *b,
                            const struct mz_execution *execution,
                            const struct mz_enabled *enabled)
{
    uint32_t last = mz_bound_last_step(execution);

    if (last == MZ_NONE || !mz_tset_some(b->asleep[last]))
        return MZ_TSET_EMPTY;
    /* The block ends since its thread waits. What sleeps might enable that
     * thread: had it gone first, the end of the block would have been a
     * preemption. */
    if (mz_tset_has(enabled->waiting, execution->events[last].thread))
        return MZ_TSET_EMPTY;
    return mz_block_asleep_after(&b->blocks, b->hb.relation, b->asleep[last],
                                 execution, last);
}

/* Where the block ends that begins there: at the next one, or the execution's
 * end. MZ_NONE: what its thread does depends on a choice as well. */
static uint32_t block_end(const struct bounded *b,
                          const struct mz_execution *execution, uint32_t begin)
{
    mz_tid t = execution->events[begin].thread;

    for (uint32_t i = begin + 1; i < execution->length; i++) {
        const struct mz_event *e = &execution->events[i];

        if (e->kind == MZ_CHOOSE && e->thread == t)
            return MZ_NONE;
        if (!mz_op_is_local(e->kind) &&
            mz_bound_block(&b->path.bound, execution, i) != begin)
            return i;
    }
    return execution->length;
}

/* Has the thread, whose block ends here, ended with it? */
static bool has_ended(const struct bounded *b,
                      const struct mz_execution *execution, mz_tid t,
                      uint32_t end, enum mz_outcome outcome)
{
    const struct mz_enabled *enabled = &b->path.bound.nodes[end].enabled;

    if (end == execution->length && outcome != MZ_BLOCKED)
        return !mz_tset_has(execution->waiting, t);
    return !mz_tset_has(enabled->threads, t) &&
           !mz_tset_has(enabled->waiting, t);
}

/*
 * Where switches are counted, a thread must not sleep if it would go on after
 * its block. For in another order it might do so without a switch, whereas it
 * takes one if the block goes first. Nor must any thread sleep where the
 * running thread yields, since to go on with another one costs nothing there.
 */
static bool may_sleep(const struct bounded *b,
                      const struct mz_execution *execution, uint32_t begin,
                      uint32_t end, enum mz_outcome outcome)
{
    if (end == MZ_NONE)
        return false;
    return !counts_switches(b) ||
           (!b->path.bound.nodes[begin].enabled.yielding &&
            has_ended(b, execution, execution->events[begin].thread, end,
                      outcome));
}

/* Keeps what may sleep once all that follows has been explored: the blocks, and
 * within a block each event. */
static void push_blocks(struct bounded *b, const struct mz_execution *execution,
                        uint32_t from, enum mz_outcome outcome)
{
    for (uint32_t i = from; i < execution->length; i++) {
        uint32_t end = i + 1;

        if (mz_op_is_local(execution->events[i].kind))
            continue;
        if (mz_bound_block(&b->path.bound, execution, i) == i) {
            end = block_end(b, execution, i);
            if (!may_sleep(b, execution, i, end, outcome))
                continue;
        }
        mz_block_push(&b->blocks, execution, i, end);
    }
}

/* ---- what comes next ----------------------------------------------------- */

static mz_tid decide(struct bounded *b, const struct mz_execution *execution,
                     const struct mz_enabled *enabled)
{
    struct mz_path *path = &b->path;
    uint32_t i = execution->length;
    struct mz_enabled awake = *enabled;
    mz_tid t;

    if (i == path->planned_at)
        return mz_path_choose(path, execution, enabled);
    b->asleep[i] = asleep_after(b, execution, enabled);
    awake.threads = mz_tset_minus(awake.threads, b->asleep[i]);
    t = mz_path_choose(path, execution, &awake);
    if (counts_switches(b) && mz_bound_is_free(&path->bound.nodes[i]))
        path->nodes[i].backtrack =
            mz_bound_allow(&path->bound, i, awake.threads);
    return t;
}

static mz_tid choose(struct mz_chooser *chooser,
                     const struct mz_execution *execution,
                     const struct mz_enabled *enabled)
{
    struct bounded *b = (struct bounded *)chooser;
    mz_tid t = decide(b, execution, enabled);

    if (b->recall)
        mz_recall_chosen(b->recall, execution, enabled, t);
    return t;
}

static uint32_t value(struct mz_chooser *chooser,
                      const struct mz_execution *execution, mz_tid thread,
                      uint32_t bound)
{
    struct bounded *b = (struct bounded *)chooser;
    uint32_t chosen = mz_path_value(&b->path, execution);

    (void)thread, (void)bound;
    if (b->recall)
        mz_recall_chosen_value(b->recall, execution, chosen);
    return chosen;
}

/* All within the bound has been explored. The next one is, from the start. */
static bool begin_again(struct bounded *b, struct mz_execution *execution)
{
    b->algorithm.bounds += !b->was_cut;
    if (!b->path.bound.cut)
        return false;
    mz_happens_before_truncate(&b->hb, execution, 0);
    mz_block_forget(&b->blocks);
    mz_execution_cut(execution, 0);
    mz_path_begin(&b->path);
    b->path.bound.most.preemptions++;
    b->path.bound.cut = MZ_LIMIT_NONE;
    return mz_path_next(&b->path, execution);
}

static bool plan(struct bounded *b, struct mz_execution *execution)
{
    bool is_first = !b->path.started;
    uint32_t i;

    if (b->path.bound.cut && !b->recall)
        b->algorithm.cut = b->path.bound.cut;
    if (!mz_path_next(&b->path, execution))
        return b->recall && begin_again(b, execution);
    if (is_first)
        return true;
    i = execution->length;
    mz_block_cut(&b->blocks, i);
    if (execution->events[i].kind != MZ_CHOOSE)
        b->asleep[i] = mz_tset_or(b->asleep[i], mz_block_sleep(&b->blocks, i));
    mz_happens_before_truncate(&b->hb, execution, i);
    return true;
}

/* ---- races --------------------------------------------------------------- */

/* The later side of races. */
struct later {
    const struct mz_execution *execution;
    uint32_t position; /* the execution's length if pending */
    const struct mz_event *event;
    mz_tid thread;
    enum mz_op kind;
    uint32_t previous; /* of its thread; see mz_later_previous */
    uint32_t past; /* what happens before this event does so before the later
                      side in any order, the earlier side apart: itself or, if
                      it may have to wait then, `previous` */
};

static struct later later_of(const struct bounded *b,
                             const struct mz_execution *execution,
                             const struct mz_later *later)
{
    enum mz_op kind = later->event->kind;
    uint32_t previous = mz_later_previous(&b->hb, execution, later);
    bool waits = mz_op_awaited[kind];

    return (struct later){
        .execution = execution,
        .position = later->position,
        .event = later->event,
        .thread = later->event->thread,
        .kind = kind,
        .previous = previous,
        .past = waits ? previous : later->position,
    };
}

/* The threads that lead to the later side from the prefix of length i, where
 * the racer went on: [FG05] Fig. 3, line 5. They may sleep. */
static mz_tset leading_to(const struct bounded *b, uint32_t i, mz_tid racer,
                          const struct later *later)
{
    mz_tset enabled = mz_tset_without(
        mz_tset_or(b->path.bound.nodes[i].enabled.threads, b->asleep[i]),
        racer);
    mz_tset leading = mz_tset_and(enabled, mz_tset_of(later->thread));

    MZ_EACH(rest, enabled) {
        mz_tid t = mz_tset_first(rest);

        if (mz_happens_before(&b->hb, i, t, later->past))
            mz_tset_add(&leading, t);
    }
    return leading;
}

/* Which threads to try, where those in `leading` lead to the later side and
 * none of them is in the backtrack set. */
static mz_tset chosen(const struct bounded *b, uint32_t i, mz_tset leading,
                      const struct later *later)
{
    mz_tset awake = mz_tset_minus(b->path.bound.nodes[i].enabled.threads,
                                  b->path.nodes[i].backtrack);
    mz_tset candidates = mz_tset_and(leading, awake);

    if (counts_switches(b))
        return awake;
    if (!mz_tset_some(candidates) && mz_tset_count(awake) <= FEW)
        return awake; /* with these and those that sleep, all are tried */
    if (!mz_tset_some(candidates))
        candidates = leading;
    return mz_tset_of(mz_tset_has(candidates, later->thread)
                          ? later->thread
                          : mz_tset_first(candidates));
}

/* The racer went on from the prefix of length i. Tries another thread there, so
 * that the later side may come first. */
static void reverse(struct bounded *b, uint32_t i, mz_tid racer,
                    const struct later *later)
{
    struct mz_path_node *node = &b->path.nodes[i];
    mz_tset leading;
    uint32_t size;

    if (mz_happens_before(&b->hb, i, racer, later->previous))
        return;
    leading = leading_to(b, i, racer, later);
    if (mz_tset_meets(leading, node->backtrack))
        return;
    /* If none leads to it, its thread waits there already. Unless it waits for
     * what any thread may do (write, post), it has to wait for the racer in any
     * order. */
    if (!mz_tset_some(leading) &&
        (!mz_op_blocks(later->kind) || mz_op_held(later->kind) == MZ_HELD_ONE))
        return;
    node->backtrack = mz_tset_or(
        node->backtrack,
        mz_bound_allow(&b->path.bound, i,
                       mz_tset_some(leading)
                           ? chosen(b, i, leading, later)
                           : b->path.bound.nodes[i].enabled.threads));
    size = mz_tset_count(node->backtrack);
    if (size > b->algorithm.largest)
        b->algorithm.largest = size;
}

static void race(struct bounded *b, uint32_t e, const struct later *later)
{
    mz_tid racer = later->execution->events[e].thread;
    uint32_t block = mz_bound_block(&b->path.bound, later->execution, e);

    if (racer == later->thread)
        return;
    reverse(b, e, racer, later);
    if (block != e)
        reverse(b, block, racer, later);
}

static void race_with_dependences(struct bounded *b, const struct later *later)
{
    uint32_t dependences[MZ_MAX_THREADS];
    unsigned count = mz_happens_before_known(&b->hb, later->execution,
                                             later->position, dependences);

    for (unsigned i = 0; i < count; i++)
        race(b, dependences[i], later);
}

/* An operation that may wait can be disabled by any event on its object, not
 * only by the last; and in this execution it may have come much later than it
 * could have. */
static void race_with_all(struct bounded *b, const struct later *later)
{
    const struct mz_execution *x = later->execution;
    struct mz_access access = mz_event_access(later->event);

    for (uint32_t i = mz_access_latest(&b->hb, access.object); i != MZ_NONE;
         i = mz_access_behind(&b->hb, i)) {
        struct mz_access earlier = mz_access_named(x, i);
        uint32_t e = mz_access_event(&b->hb, i);
        mz_tid t = x->events[e].thread;

        if (e >= later->position)
            continue;
        if (mz_happens_before(&b->hb, e, t, later->previous)) {
            if (mz_op_covers(b->hb.relation, earlier.kind) &&
                !(access.mask & ~earlier.mask))
                return; /* all earlier accesses happen before this one */
        } else if (mz_access_depends(b->hb.relation, earlier, access)) {
            race(b, e, later);
        }
    }
}

/* A join waits for the last step of the thread that ended and, if that was to
 * join another one, for the last step of that. */
static void race_with_end(struct bounded *b, uint32_t join,
                          const struct later *later)
{
    const struct mz_event *events = later->execution->events;
    mz_tid ended = events[join].value;
    uint32_t e = mz_happens_before_clock(&b->hb, join)[ended] - 1;

    for (; e != MZ_NONE && events[e].thread == ended; e = b->hb.previous[e]) {
        if (!mz_op_is_local(events[e].kind)) {
            race(b, e, later);
            return;
        }
        if (events[e].kind == MZ_JOIN)
            race_with_end(b, e, later);
    }
}

static void find_races(struct bounded *b, const struct mz_execution *execution,
                       uint32_t from)
{
    for (uint32_t j = from; j < execution->length; j++) {
        struct mz_later event = mz_later_event(execution, j);
        struct later later = later_of(b, execution, &event);

        race_with_dependences(b, &later);
        if (mz_op_blocks(later.kind))
            race_with_all(b, &later);
        if (later.kind == MZ_JOIN)
            race_with_end(b, j, &later);
    }
    MZ_EACH(rest, execution->waiting) {
        struct mz_later pending =
            mz_later_pending(execution, mz_tset_first(rest));
        struct later later = later_of(b, execution, &pending);

        if (mz_op_blocks(later.kind))
            race_with_all(b, &later);
    }
}

static void take_in(struct bounded *b, const struct mz_execution *execution,
                    enum mz_outcome outcome)
{
    uint32_t from = b->hb.length;

    mz_path_catch_up(&b->path, execution);
    mz_happens_before_extend(&b->hb, execution);
    push_blocks(b, execution, from, outcome);
    find_races(b, execution, from);
}

static void learn(struct mz_algorithm *algorithm,
                  struct mz_execution *execution, enum mz_outcome outcome)
{
    struct bounded *b = (struct bounded *)algorithm;

    b->was_cut |= outcome == MZ_CUT;
    if (b->recall)
        mz_recall_keep(b->recall, execution, b->hb.length, outcome);
    take_in(b, execution, outcome);
}

/* What is planned, if it has been run. Else that is still to be run, from where
 * it is unknown. */
static bool recall(struct bounded *b, struct mz_execution *execution)
{
    uint32_t from = execution->length, planned_at = b->path.planned_at;
    enum mz_outcome outcome;

    if (mz_recall_run(b->recall, &b->algorithm.chooser, execution, &outcome)) {
        take_in(b, execution, outcome);
        return true;
    }
    if (execution->length == from)
        b->path.planned_at = planned_at; /* the question is asked again */
    return false;
}

static bool next(struct mz_algorithm *algorithm, struct mz_execution *execution)
{
    struct bounded *b = (struct bounded *)algorithm;

    do
        if (!plan(b, execution))
            return false;
    while (b->recall && recall(b, execution));
    return true;
}

static double explored(const struct mz_algorithm *algorithm)
{
    return mz_path_explored(&((const struct bounded *)algorithm)->path);
}

struct mz_algorithm *mz_iterative_create(
    struct mz_arena *arena, const struct mz_execution *execution,
    const struct mz_algorithm_options *options)
{
    struct mz_algorithm_options first = *options;
    struct bounded *b;
    size_t part;

    first.preemptions = 0;
    b = (struct bounded *)mz_bounded_create(arena, execution, &first);
    part = (arena->capacity - arena->used) / 4;
    b->recall = mz_recall_create(arena, execution, part < ROOM ? part : ROOM);
    return &b->algorithm;
}

struct mz_algorithm *mz_bounded_create(
    struct mz_arena *arena, const struct mz_execution *execution,
    const struct mz_algorithm_options *options)
{
    struct bounded *b = mz_arena_take(arena, sizeof *b);
    size_t prefixes = (size_t)execution->capacity + 1;

    b->algorithm = (struct mz_algorithm){
        .chooser = {choose, value},
        .next = next,
        .learn = learn,
        .explored = explored,
        .largest = 1,
    };
    b->asleep = mz_arena_take(arena, prefixes * sizeof *b->asleep);
    mz_path_init(&b->path, arena, execution, options);
    mz_happens_before_init(&b->hb, arena, execution, options->relation);
    mz_block_stack_init(&b->blocks, arena, execution);
    return &b->algorithm;
}
