/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Searches within a bound, against all that random scripts can do within it.
 *
 *   test_bounds                                   as in CI; prints TAP
 *   test_bounds --seed N --count M [--mix NAME]   others, by hand
 *   test_bounds --script FILE                     this one; `-`: standard input
 *
 * A search must complete each trace that has an execution within the bound, run
 * none beyond it, none twice, and say rightly whether it left something out;
 * `iterative` the same, when it has come to the end of the bound. What can be
 * done within the bound is found by plain enumeration of the machine's steps,
 * where what follows from one trace, one running thread and one sum spent is
 * enumerated once. Nothing of src/explore is used for that.
 */
#include "canonical.h"
#include "command.h"
#include "explore/algorithm.h"
#include "machine.h"
#include "model.h"
#include "search.h"
#include "shrink.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum {
    EVENTS = MZ_SCRIPT_THREADS * MZ_SCRIPT_CODE,
    STEPS = 40000,      /* of an enumeration, else the script is too large */
    EXECUTIONS = 20000, /* of a search, else it is given up */
    LARGE = 8,          /* of so many seeds one has these limits, */
    SMALLER = 8,        /* the others those that are so many times less */
    NAIVE = 4, /* of so many searches one is by enumeration, too */
    CI_SEEDS = 640,
    TURN = 3,
};

struct bound {
    uint32_t preemptions, context_switches;
};

static bool is_within(struct bound spent, struct bound most)
{
    return spent.preemptions <= most.preemptions &&
           spent.context_switches <= most.context_switches;
}

/* ---- what can be done within a bound ------------------------------------- */

/* In the middle of an execution. */
struct place {
    struct mz_machine machine;
    struct mz_canonical prefix;
    mz_tid running;
    struct bound spent;
};

struct enumeration {
    enum mz_relation relation;
    struct bound most;
    bool yields;
    bool memoise;
    uint64_t limit; /* of steps */
    struct mz_execution execution;
    struct mz_event events[EVENTS];
    struct mz_access accesses[EVENTS];
    uint64_t identities[EVENTS];
    uint64_t steps;

    struct mz_canonical_set seen;
    struct mz_canonical_set traces; /* of what ends without an error */
    uint64_t interleavings;         /* not memoised: maximal executions */
    bool fails;                     /* an assertion may */
    bool cut;
};

static bool is_local(const struct mz_machine *m, mz_tid t)
{
    return mz_op_is_local(mz_machine_kind(m, t));
}

/* The threads to branch on: one at a local operation alone, else all. */
static mz_group branches(const struct mz_machine *m)
{
    mz_group enabled = mz_machine_enabled(m);

    for (mz_group left = enabled; left; left &= left - 1)
        if (is_local(m, mz_group_first(left)))
            return left & -left;
    return enabled;
}

/* Scripts have no yields; where they are asked for, a thread yields after some
 * of its events. Does that of the last event? */
static bool yields(const struct mz_execution *x)
{
    uint64_t events = 0;
    mz_tid t;

    if (!x->length)
        return false;
    t = x->events[x->length - 1].thread;
    for (uint32_t i = 0; i < x->length; i++)
        events += x->events[i].thread == t;
    return mz_hash_word(t, events) % 3 == 0;
}

/* Where turns are taken, who has had so many events in a row is to let others
 * go first, as the runtime's turns are: does the thread of the last event? */
static bool is_turn_over(const struct mz_execution *x)
{
    if (!x->length || x->length % TURN)
        return false;
    for (uint32_t i = x->length - TURN; i < x->length; i++)
        if (x->events[i].thread != x->events[x->length - 1].thread)
            return false;
    return true;
}

/* Has the running thread ended, and another begun that has its number? */
static bool is_another(const struct mz_execution *x, mz_tid running)
{
    for (uint32_t i = x->length;
         i-- > 0 && mz_op_is_local(x->events[i].kind);)
        if (x->events[i].kind == MZ_BEGIN && x->events[i].thread == running)
            return true;
    return false;
}

/* What has been spent when thread t is chosen after x, whose state m is. The
 * thread of the last event may be yielding. */
static struct bound spent_after(const struct mz_machine *m,
                                const struct mz_execution *x, bool yielding,
                                mz_tid running, struct bound spent, mz_tid t)
{
    bool is_free = !mz_group_has(mz_machine_enabled(m), running) ||
                   is_another(x, running) ||
                   (yielding && x->events[x->length - 1].thread == running);

    if (!is_local(m, t) && t != running) {
        spent.context_switches++;
        spent.preemptions += !is_free;
    }
    return spent;
}

/* False: beyond the bound. */
static bool step(struct enumeration *in, struct place *to, mz_tid t,
                 uint32_t choice)
{
    struct mz_execution *x = &in->execution;
    uint64_t before[MZ_SCRIPT_CODE];
    struct mz_event *e;

    to->spent = spent_after(&to->machine, x, in->yields && yields(x),
                            to->running, to->spent, t);
    if (!is_within(to->spent, in->most)) {
        in->cut = true;
        return false;
    }
    if (!is_local(&to->machine, t))
        to->running = t;
    e = &x->events[x->length++];
    *e = mz_machine_step(&to->machine, t, choice, x->accesses + x->access_count,
                         before);
    e->more = x->access_count;
    if (!mz_op_is_local(e->kind))
        x->access_count += e->bound;
    to->prefix = mz_canonical_add(to->prefix, in->relation, x, x->length - 1,
                                  in->identities);
    return true;
}

static void undo(struct enumeration *in)
{
    struct mz_execution *x = &in->execution;

    x->access_count = x->events[--x->length].more;
}

/* What follows depends on these alone. */
static bool was_seen(struct enumeration *in, const struct place *place)
{
    struct mz_canonical key = place->prefix;
    uint64_t rest = (uint64_t)place->running << 16;
    uint32_t number;

    if (in->most.preemptions != MZ_NO_BOUND)
        rest |= place->spent.preemptions << 8;
    if (in->most.context_switches != MZ_NO_BOUND)
        rest |= place->spent.context_switches;
    key.low = mz_hash_word(key.low, rest);
    key.high = mz_hash_word(key.high, ~rest);
    if (!in->memoise)
        return false;
    number = mz_canonical_set_add(&in->seen, key);
    return in->seen.times[number] > 1;
}

static void end(struct enumeration *in, const struct place *place)
{
    enum mz_outcome outcome = mz_machine_outcome(&place->machine);

    in->interleavings++;
    if (outcome == MZ_ERROR)
        in->fails = true;
    else
        mz_canonical_set_add(&in->traces,
                             mz_canonical_end(place->prefix, outcome));
}

/* False: too large. */
static bool enumerate(struct enumeration *in, const struct place *from)
{
    mz_group threads = branches(&from->machine);

    if (!threads)
        end(in, from);
    if (was_seen(in, from))
        return true;
    for (; threads; threads &= threads - 1) {
        mz_tid t = mz_group_first(threads);
        uint32_t outcomes = mz_machine_outcomes(&from->machine, t);

        for (uint32_t choice = 0; choice < outcomes; choice++) {
            struct place to = *from;

            if (++in->steps > in->limit)
                return false;
            if (!step(in, &to, t, choice))
                continue;
            if (!enumerate(in, &to))
                return false;
            undo(in);
        }
    }
    return true;
}

static bool enumerate_all(struct enumeration *in,
                          const struct mz_script *script)
{
    struct place start = {0};

    in->execution = (struct mz_execution){0};
    in->execution.events = in->events;
    in->execution.accesses = in->accesses;
    in->steps = in->interleavings = 0;
    in->fails = in->cut = false;
    mz_canonical_set_clear(&in->seen);
    mz_canonical_set_clear(&in->traces);
    mz_machine_start(&start.machine, script);
    return enumerate(in, &start);
}

/* ---- a search ------------------------------------------------------------ */

struct search {
    const char *algorithm;
    enum mz_relation relation;
    struct bound most;
    bool yields;
    bool turns;
    uint64_t limit; /* of executions */

    const char *wrong;
    bool too_large;
    const char *unsupported;
    struct mz_canonical_set traces;
    struct mz_canonical_set orders; /* of all executions, event by event */
    uint64_t executions; /* to their end */
    uint64_t beyond;     /* ended by the bound */
    bool fails;
    bool cut;
};

/* Is the thread of the last event to let others go first? */
static bool is_yielding(const struct search *search,
                        const struct mz_execution *x)
{
    return (search->yields && yields(x)) ||
           (search->turns && is_turn_over(x));
}

/* Before an event of an execution. */
struct stage {
    struct mz_machine machine;
    struct mz_canonical prefix;
    mz_tid running;
    struct bound spent;
};

/* The last execution of a search: the next one mostly begins as it did. */
static struct {
    uint32_t length;
    struct mz_event events[EVENTS];
    uint64_t identities[EVENTS];
    struct stage stages[EVENTS + 1]; /* and after the last event */
} past;

static void forget_past(const struct mz_script *script)
{
    past.length = 0;
    past.stages[0] = (struct stage){.running = 0};
    mz_machine_start(&past.stages[0].machine, script);
}

/* How many events of the past come again. */
static uint32_t repeated(const struct mz_execution *x)
{
    uint32_t i = 0;

    while (i < past.length && i < x->length &&
           past.events[i].thread == x->events[i].thread &&
           past.events[i].value == x->events[i].value)
        i++;
    return i;
}

/* Adds the event of x that comes next to the past. */
static void go_on(const struct search *search, const struct mz_execution *x)
{
    struct mz_execution prefix = *x;
    struct mz_access more[MZ_SCRIPT_CODE];
    uint64_t before[MZ_SCRIPT_CODE];
    const struct stage *from = &past.stages[past.length];
    struct stage *to = &past.stages[past.length + 1];
    const struct mz_event *e = &x->events[past.length];

    prefix.length = past.length;
    *to = *from;
    to->spent =
        spent_after(&from->machine, &prefix, is_yielding(search, &prefix),
                    from->running, from->spent, e->thread);
    if (!mz_op_is_local(e->kind))
        to->running = e->thread;
    mz_machine_step(&to->machine, e->thread, e->value, more, before);
    to->prefix = mz_canonical_add(from->prefix, search->relation, x,
                                  past.length, past.identities);
    past.events[past.length++] = *e;
}

/* Where an execution ends, and what it spends, from the definition. */
static const struct stage *end_of(const struct search *search,
                                  const struct mz_execution *x)
{
    past.length = repeated(x);
    while (past.length < x->length)
        go_on(search, x);
    return &past.stages[past.length];
}

/* It explores the bounds one after the other, of which one is looked at. */
static bool is_iterative(const struct search *search)
{
    return mz_algorithm_find(search->algorithm)->reduction ==
           MZ_REDUCTION_REPEATED;
}

/* Is it run for the first time? */
static bool is_new(struct search *search, const struct mz_execution *x,
                   enum mz_outcome outcome)
{
    struct mz_canonical order = {x->length, outcome};
    uint32_t number;

    for (uint32_t i = 0; i < x->length; i++) {
        const struct mz_event *e = &x->events[i];
        uint64_t choice = e->kind == MZ_CHOOSE ? e->value : 0;

        order.low = mz_hash_word(order.low, e->thread | choice << 8);
        order.high = mz_hash_word(order.high, ~(e->thread | choice << 8));
    }
    number = mz_canonical_set_add(&search->orders, order);
    return search->orders.times[number] == 1;
}

static void record(struct search *search, const struct mz_execution *x,
                   enum mz_outcome outcome)
{
    const struct stage *last = end_of(search, x);

    if (!is_within(last->spent, search->most))
        search->wrong = "runs beyond the bound";
    if ((outcome != MZ_BLOCKED || is_iterative(search)) &&
        !is_new(search, x, outcome))
        search->wrong = "runs an execution twice";
    if (outcome == MZ_BLOCKED) {
        search->beyond++;
        return;
    }
    search->executions++;
    if (outcome == MZ_ERROR)
        search->fails = true;
    else
        mz_canonical_set_add(&search->traces,
                             mz_canonical_end(last->prefix, outcome));
}

/* Stands between the model and the algorithm, and tells who yields. */
struct yielder {
    struct mz_chooser chooser; /* first */
    struct mz_algorithm *algorithm;
    const struct search *search;
};

static mz_tid choose(struct mz_chooser *chooser, const struct mz_execution *x,
                     const struct mz_enabled *enabled)
{
    const struct yielder *y = (const struct yielder *)chooser;
    struct mz_chooser *inner = &y->algorithm->chooser;
    struct mz_enabled told = *enabled;

    told.yielding = is_yielding(y->search, x);
    return inner->choose(inner, x, &told);
}

static uint32_t value(struct mz_chooser *chooser, const struct mz_execution *x,
                      mz_tid thread, uint32_t bound)
{
    struct mz_chooser *inner = &((struct yielder *)chooser)->algorithm->chooser;

    return inner->value(inner, x, thread, bound);
}

static void run_all(struct search *search, const struct mz_script *script,
                    struct mz_arena *arena)
{
    const struct mz_algorithm_options options = {
        .relation = search->relation,
        .preemptions = search->most.preemptions,
        .context_switches = search->most.context_switches,
    };
    struct mz_execution x;
    struct mz_algorithm *a;
    struct mz_model model;
    struct yielder yielder;

    forget_past(script);
    mz_model_init(&model, script);
    mz_execution_init(&x, arena, EVENTS);
    x.object_capacity = MZ_MACHINE_OBJECTS;
    a = mz_algorithm_find(search->algorithm)->create(arena, &x, &options);
    yielder = (struct yielder){
        {choose, value, NULL, NULL, 0, false, 0}, a, search};
    while (!search->wrong && a->next(a, &x)) {
        enum mz_outcome outcome;

        if (is_iterative(search) && a->bounds > search->most.preemptions) {
            search->cut = true;
            return;
        }
        if (search->executions + search->beyond == search->limit) {
            search->too_large = true;
            return;
        }
        outcome = model.program.run(&model.program,
                                    search->yields || search->turns
                                        ? &yielder.chooser
                                        : &a->chooser,
                                    &x);
        if ((search->wrong = model.wrong))
            return;
        record(search, &x, outcome);
        if (search->wrong)
            return;
        a->learn(a, &x, outcome);
        search->wrong = mz_wrongs[a->wrong];
        search->unsupported = mz_refusals[a->unsupported];
        if (search->unsupported)
            return;
    }
    search->cut = a->cut;
    search->unsupported = mz_refusals[a->unsupported];
    if (!search->wrong)
        search->wrong = mz_wrongs[a->wrong];
}

static void check_refusal(struct search *search)
{
    if (search->unsupported &&
        !mz_search_may_refuse(search->algorithm, search->unsupported))
        search->wrong = "it refuses what its entry does not name";
}

static void search_all(struct search *search, const struct mz_script *script)
{
    mz_canonical_set_clear(&search->traces);
    mz_canonical_set_clear(&search->orders);
    run_all(search, script, mz_search_arena());
    check_refusal(search);
}

/* ---- the verdict --------------------------------------------------------- */

static bool is_part_of(const struct mz_canonical_set *part,
                       const struct mz_canonical_set *all)
{
    for (uint32_t i = 0; i < part->count; i++)
        if (!mz_canonical_set_has(all, part->entries[i]))
            return false;
    return true;
}

static const char *compare(const struct search *search,
                           const struct enumeration *all)
{
    if (search->fails != all->fails)
        return all->fails ? "misses the error" : "an error out of nowhere";
    if (search->cut && !all->cut)
        return "says it left something out";
    if (all->fails)
        return NULL; /* an error hides what would come after it */
    if (!is_part_of(&search->traces, &all->traces))
        return "completes a trace that is not within the bound";
    if (search->traces.count < all->traces.count)
        return "misses traces";
    if (mz_algorithm_find(search->algorithm)->reduction ==
            MZ_REDUCTION_OPTIMAL &&
        !search->fails && search->executions > search->traces.count)
        return "completes a trace twice";
    return NULL;
}

/* Where turns are taken, a switch at the end of one is no preemption: so more
 * is within the bound than there is without turns, and nothing less. */
static const char *compare_with_turns(const struct search *search,
                                      const struct enumeration *within,
                                      const struct enumeration *whole)
{
    if (within->fails && !search->fails)
        return "misses the error";
    if (search->fails && !whole->fails)
        return "an error out of nowhere";
    if (search->cut && !within->cut)
        return "says it left something out";
    if (search->fails)
        return NULL;
    if (!is_part_of(&search->traces, &whole->traces))
        return "completes a trace that there is not";
    if (!is_part_of(&within->traces, &search->traces))
        return "misses traces";
    return NULL;
}

enum { MOST_ALGORITHMS = 16 };

static const struct mz_algorithm_entry *algorithms[MOST_ALGORITHMS];
static unsigned algorithm_count;

static bool is_able(const struct mz_algorithm_entry *entry)
{
    return mz_algorithm_can(entry, MZ_ABILITY_PREEMPTIONS) ||
           mz_algorithm_can(entry, MZ_ABILITY_CONTEXT_SWITCHES) ||
           entry->reduction == MZ_REDUCTION_REPEATED;
}

/* By this an algorithm is known: within bounds, two may be the same. */
static void *what_it_does(const struct mz_algorithm_entry *entry)
{
    const struct mz_algorithm_options options = {.relation = MZ_RELATION_OBJECT,
                                                 .preemptions = MZ_NO_BOUND};
    struct mz_execution x;
    struct mz_arena *arena;

    if (entry->reduction == MZ_REDUCTION_REPEATED)
        return (void *)entry->create;
    arena = mz_search_arena();
    mz_execution_init(&x, arena, EVENTS);
    return (void *)entry->create(arena, &x, &options)->next;
}

/* The registry's that can search within bounds; of two that are the same there
 * the later one. */
static void list_algorithms(void)
{
    void *listed[MOST_ALGORITHMS];

    for (size_t i = 0; i < mz_algorithm_count; i++) {
        const struct mz_algorithm_entry *entry = &mz_algorithms[i];
        unsigned a = 0;

        if (!is_able(entry))
            continue;
        while (a < algorithm_count && listed[a] != what_it_does(entry))
            a++;
        MZ_ASSERT(a < MOST_ALGORITHMS);
        listed[a] = what_it_does(entry);
        algorithms[a] = entry;
        if (a == algorithm_count)
            algorithm_count++;
    }
}

#define NONE MZ_NO_BOUND
static const struct bound bounds[] = {
    {0, NONE}, {1, NONE}, {2, NONE}, {3, NONE},   {NONE, 0},   {NONE, 1},
    {NONE, 2}, {NONE, 3}, {NONE, 4}, {NONE, 5},   {NONE, 7},   {0, 4},
    {1, 4},    {1, 6},    {2, 5},    {100, NONE}, {NONE, 100},
};

struct failure {
    const char *algorithm;
    enum mz_relation relation;
    struct bound bound;
    bool yields;
    bool turns;
    bool naive;       /* by algorithms without a reduction, too */
    unsigned divisor; /* of the limits */
    const char *why;  /* NULL: none */
};

struct totals {
    uint64_t scripts, traces, tried, given_up;
    uint64_t executions[MOST_ALGORITHMS], beyond[MOST_ALGORITHMS];
};

static bool is_for(const struct mz_algorithm_entry *entry,
                   const struct bound *bound)
{
    if (entry->reduction == MZ_REDUCTION_REPEATED)
        return bound->context_switches == NONE;
    return (bound->preemptions == NONE ||
            mz_algorithm_can(entry, MZ_ABILITY_PREEMPTIONS)) &&
           (bound->context_switches == NONE ||
            mz_algorithm_can(entry, MZ_ABILITY_CONTEXT_SWITCHES));
}

/* With the whole of what can be done, without a bound, in `whole`. */
static const char *try(const struct failure *what,
                       const struct mz_script *script,
                       const struct enumeration *within,
                       const struct enumeration *whole, struct search *search)
{
    static struct mz_canonical_set traces, orders; /* their memory is used
                                                      again */
    const char *why;

    *search = (struct search){
        .algorithm = what->algorithm,
        .relation = what->relation,
        .most = what->bound,
        .yields = what->yields,
        .turns = what->turns,
        .limit = EXECUTIONS / what->divisor,
        .traces = traces,
        .orders = orders,
    };
    search_all(search, script);
    traces = search->traces;
    orders = search->orders;
    if (search->wrong || search->too_large || search->unsupported)
        return search->wrong;
    why = what->turns ? compare_with_turns(search, within, whole)
                      : compare(search, within);
    if (!why && !search->cut && !search->fails &&
        (whole->fails || whole->traces.count != search->traces.count))
        why = "leaves something out, and does not say so";
    return why;
}

static struct enumeration within, whole; /* by consult */

/* False: too large. */
static bool consult_whole(enum mz_relation relation, unsigned divisor,
                          const struct mz_script *script)
{
    whole.limit = STEPS / divisor;
    whole.relation = relation;
    whole.most = (struct bound){NONE, NONE};
    whole.memoise = true;
    return enumerate_all(&whole, script);
}

static bool consult_within(const struct failure *what,
                           const struct mz_script *script)
{
    within.limit = STEPS / what->divisor;
    within.relation = what->relation;
    within.most = what->bound;
    within.yields = what->yields;
    within.memoise = true;
    return enumerate_all(&within, script);
}

static bool consult(const struct failure *what, const struct mz_script *script)
{
    return consult_whole(what->relation, what->divisor, script) &&
           consult_within(what, script);
}

static void add_up(struct totals *totals, const struct search *search)
{
    totals->tried++;
    totals->traces += within.traces.count;
    for (unsigned a = 0; a < algorithm_count; a++) {
        totals->executions[a] += search[a].executions;
        totals->beyond[a] += search[a].beyond;
    }
}

/* Each algorithm within one bound; `whole` is known. What fails is told in
 * `what`. */
static void try_bound(struct failure *what, const struct mz_script *script,
                      struct totals *totals)
{
    struct search search[MOST_ALGORITHMS] = {0};
    bool given_up = !consult_within(what, script);

    for (unsigned a = 0; !given_up && a < algorithm_count; a++) {
        if (!is_for(algorithms[a], &what->bound) ||
            (algorithms[a]->reduction == MZ_REDUCTION_NONE && !what->naive))
            continue;
        what->algorithm = algorithms[a]->name;
        what->why = try(what, script, &within, &whole, &search[a]);
        given_up |= search[a].too_large;
        if (what->why)
            return;
    }
    if (given_up)
        totals->given_up++;
    else
        add_up(totals, search);
}

/* The half of the searches in which threads yield depends on the seed; and the
 * half in which they take turns, and those that are naive, too. */
static void try_all(const struct mz_script *script, uint64_t seed,
                    struct totals *totals, struct failure *failure)
{
    /* In turn within a mix, and for the first ones of all mixes. */
    bool is_large = (seed / MZ_MIX_COUNT + seed % MZ_MIX_COUNT) % LARGE == 0;
    unsigned divisor = is_large ? 1 : SMALLER;

    totals->scripts++;
    for (unsigned r = 0; r < MZ_RELATION_COUNT; r++) {
        if (r == MZ_RELATION_RW && !mz_script_has(script, MZ_SCRIPT_PLUS))
            continue; /* the same as add */
        if (!consult_whole(r, divisor, script)) {
            totals->given_up += MZ_COUNT(bounds);
            continue;
        }
        for (unsigned b = 0; b < MZ_COUNT(bounds); b++) {
            uint64_t nth = seed + r + b;
            struct failure what = {
                .relation = r,
                .bound = bounds[b],
                .yields = nth % 2,
                .turns = nth / 2 % 2,
                .naive = nth / 4 % NAIVE == 0,
                .divisor = divisor,
            };

            try_bound(&what, script, totals);
            if (what.why) {
                *failure = what;
                return;
            }
        }
    }
}

/* ---- a failure ----------------------------------------------------------- */

static bool fails_alike(const struct mz_script *script, void *context)
{
    const struct failure *failure = context;
    struct search search;
    const char *why;

    if (!consult(failure, script))
        return false;
    why = try(failure, script, &within, &whole, &search);
    return why && !strcmp(why, failure->why);
}

static void tell(const char *command, struct mz_script *script,
                 struct failure *failure)
{
    printf("# %s, relation %s, preemptions %d, context switches %d%s%s: %s\n",
           failure->algorithm, mz_relation_names[failure->relation],
           (int)failure->bound.preemptions,
           (int)failure->bound.context_switches,
           failure->yields ? ", with yields" : "",
           failure->turns ? ", by turns" : "", failure->why);
    printf("#   %s\n", command);
    mz_command_print(script);
    mz_shrink(script, fails_alike, failure);
    printf("#   shrunk; test_bounds --script FILE:\n");
    mz_command_print(script);
    fflush(stdout);
}

static bool try_seed(enum mz_mix mix, uint64_t seed, struct totals *totals)
{
    struct mz_script script;
    struct failure failure = {0};
    char command[128];

    mz_random_script(&script, mix, seed);
    try_all(&script, seed, totals, &failure);
    if (!failure.why)
        return true;
    snprintf(command, sizeof command, "test_bounds --mix %s --seed %llu",
             mz_mix_names[mix], (unsigned long long)seed);
    tell(command, &script, &failure);
    return false;
}

static void tell_totals(const struct totals *t)
{
    printf("# %llu scripts, %llu searches, %llu traces;",
           (unsigned long long)t->scripts, (unsigned long long)t->tried,
           (unsigned long long)t->traces);
    for (unsigned a = 0; a < algorithm_count; a++)
        printf(" %s: %llu executions, %llu ended by the bound;",
               algorithms[a]->name, (unsigned long long)t->executions[a],
               (unsigned long long)t->beyond[a]);
    printf(" %llu given up\n", (unsigned long long)t->given_up);
    fflush(stdout);
}

static bool try_seeds(enum mz_mix mix, uint64_t seed, uint64_t count,
                      uint64_t stride)
{
    struct totals totals = {0};
    bool good = true;

    for (uint64_t i = 0; i < count && good; i++)
        good = try_seed(mix, seed + i * stride, &totals);
    tell_totals(&totals);
    return good;
}

/* ---- scripts as random ones seldom are ----------------------------------- */

static const char *const scripts[] = {
    /* 1 waits for 2 to end, and goes on at no cost, only if it came first. */
    "0: create 1; create 3; create 4; create 5\n"
    "1: create 2; lock m0; x0 = 1; unlock m0; join 2; r0 = x0\n"
    "2: x1 = 1\n"
    "3: lock m0; x2 = 1; x2 = 2; unlock m0\n"
    "4: x0 = 2\n"
    "5: r0 = x2\n",
    /* The same for 3, whose end is that of 2. */
    "0: create 1; create 4; create 5; x0 = 2\n"
    "1: create 2; lock m0; x0 = 1; unlock m0; join 2; r0 = x0\n"
    "2: create 3; join 3\n"
    "3: x1 = 1\n"
    "4: lock m0; x2 = 1; x2 = 2; unlock m0\n"
    "5: r0 = x2\n",
    /* What a block is depends on a choice. */
    "0: create 1; create 2\n"
    "1: x0 = 1; r0 = choose 2; if r0 == 0 skip 1; x1 = 1\n"
    "2: x2 = 1; x1 = 2\n",
    /* What 3 waits for comes, goes and comes again: what ended its wait does
     * not lead to it. */
    "0: create 1; create 2; create 3\n"
    "1: x0 = 1; await x0 >= 1; x0 = 1\n"
    "2: r0 = add x0 1\n"
    "3: await x0 == 1\n",
    /* 2 has seen what wrote one half, and races with what wrote the other. */
    "0: create 1\n"
    "1: create 2; r0 = cas x0.lo 0 1\n"
    "2: x0.hi = 0; await x0 == 0\n",
    /* 2 begins again before 0 goes on to join 1, though that is ready, too. */
    "0: create 1; create 2; join 2; create 2; join 1; r0 = x2\n"
    "1:\n"
    "2: x2 = 1\n",
    /* Where 2 has begun again, after its last step before, it is free to
     * choose another: who that was has ended. */
    "0: create 1; create 2; r0 = x1; join 2; create 2; create 3\n"
    "1: r0 = x1\n"
    "2: x0 = 2\n"
    "3: r0 = x0\n",
};

static bool try_scripts(void)
{
    struct totals totals = {0};
    struct failure failure = {0};

    for (unsigned i = 0; i < MZ_COUNT(scripts) && !failure.why; i++) {
        struct mz_script script;
        const char *wrong = mz_script_parse(&script, scripts[i]);

        MZ_ASSERT(!wrong);
        for (uint64_t seed = 0; seed < 4 && !failure.why; seed++)
            try_all(&script, seed, &totals, &failure);
        if (failure.why)
            tell("test_bounds", &script, &failure);
    }
    tell_totals(&totals);
    return !failure.why;
}

/* ---- the enumeration itself ---------------------------------------------- */

/* What is remembered changes nothing, and naive runs each interleaving once. */
static const char *compare_plain(const struct mz_script *script,
                                 struct bound bound)
{
    static struct enumeration plain;
    const struct failure what = {.bound = bound, .divisor = 1};
    struct search search = {
        .algorithm = "naive", .most = bound, .limit = EXECUTIONS};
    const char *why = NULL;

    plain.most = bound;
    plain.limit = STEPS;
    if (!consult(&what, script) || !enumerate_all(&plain, script))
        return NULL;
    search_all(&search, script);
    if (plain.traces.count != within.traces.count ||
        plain.fails != within.fails || plain.cut != within.cut)
        why = "remembering changes what is found";
    else if (!search.too_large && search.executions != plain.interleavings)
        why = "naive does not run each interleaving once";
    mz_canonical_set_free(&search.traces);
    mz_canonical_set_free(&search.orders);
    return why;
}

static bool check_enumeration(void)
{
    const char *why = NULL;

    for (uint64_t seed = 0; seed < mz_command_count(200) && !why; seed++) {
        struct mz_script script;

        mz_random_script(&script, seed % MZ_MIX_COUNT, seed);
        for (unsigned b = 0; b < MZ_COUNT(bounds) && !why; b++)
            why = compare_plain(&script, bounds[b]);
        if (why) {
            printf("# seed %llu: %s\n", (unsigned long long)seed, why);
            mz_command_print(&script);
        }
    }
    return !why;
}

/* ---- the commands -------------------------------------------------------- */

static bool case_failed;

static void tell_case(unsigned number, const char *name, bool good)
{
    case_failed |= !good;
    printf("%sok %u - %s\n", good ? "" : "not ", number, name);
    fflush(stdout);
}

static int run_ci(void)
{
    unsigned number = 0;

    printf("1..%u\n", 2 + MZ_MIX_COUNT);
    tell_case(++number, "the enumeration itself", check_enumeration());
    tell_case(++number, "scripts as random ones seldom are", try_scripts());
    for (unsigned mix = 0; mix < MZ_MIX_COUNT; mix++)
        tell_case(++number, mz_mix_summaries[mix],
                  try_seeds(mix, mix, mz_command_count(CI_SEEDS / MZ_MIX_COUNT),
                            MZ_MIX_COUNT));
    return case_failed;
}

static int run_file(const char *path)
{
    struct failure failure = {0};
    struct totals totals = {0};
    struct mz_script script;

    if (!mz_command_read(&script, path))
        return 2;
    for (uint64_t i = 0; i < 4 && !failure.why; i++)
        try_all(&script, i, &totals, &failure);
    if (failure.why)
        tell(path, &script, &failure);
    tell_totals(&totals);
    return failure.why != NULL;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        {"seed", required_argument, NULL, 's'},
        {"count", required_argument, NULL, 'c'},
        {"mix", required_argument, NULL, 'm'},
        {"script", required_argument, NULL, 'f'},
        {0},
    };
    uint64_t seed = 0, count = 0;
    int mix = -1;

    list_algorithms();
    for (int o; (o = getopt_long(argc, argv, "", options, NULL)) != -1;)
        switch (o) {
        case 'm':
            mix = mz_command_mix(optarg);
            break;
        case 'f':
            return run_file(optarg);
        default:
            if (!mz_command_seeds(o, &seed, &count))
                return 2;
        }
    if (!count)
        return run_ci();
    for (unsigned m = 0; m < MZ_MIX_COUNT; m++)
        if ((mix < 0 || mix == (int)m) && !try_seeds(m, seed, count, 1))
            return 1;
    return 0;
}
