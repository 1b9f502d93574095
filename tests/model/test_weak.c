/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Models of memory: trust explores each consistent execution graph of random
 * scripts once, and no other. What these are is enumerated (weak_oracle).
 *
 *     test_weak [--seed=N] [--count=N] [--model=NAME] [--any-way]
 *               [--each-moment]
 */
#include <getopt.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <cmocka.h>

#include "explore/explore.h"
#include "explore/trust.h"
#include "command.h"
#include "weak_oracle.h"

#ifdef __SANITIZE_ADDRESS__
enum { FIRST_SCRIPTS = 100 };
#else
enum { FIRST_SCRIPTS = 5000 };
#endif

enum { FEW = 40 }; /* graphs, of a script that is explored as often */

static const char *const model_names[] = {
#define X(id, name) name,
    MZ_MEMORY_MODELS(X)
#undef X
};

static const size_t arena_size = 1ull << 32;

static void take_arena(struct mz_arena *arena)
{
    static void *memory;

    if (!memory)
        memory = mmap(NULL, arena_size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    MZ_ASSERT(memory != MAP_FAILED &&
              !madvise(memory, arena_size, MADV_DONTNEED));
    mz_arena_init(arena, memory, arena_size);
}

/* ---- the graph that was run ----------------------------------------------- */

/* What the oracle takes to be read: in what order threads arrive at a barrier is
 * of no concern. */
static uint32_t write_before(const struct mz_graph *g, uint32_t node)
{
    while (node != MZ_NONE && g->nodes[node].kind == MZ_BARRIER_ARRIVE)
        node = g->nodes[node].source;
    return node;
}

/* Is it a take that makes its thread wait? It is dropped, as the oracle drops
 * it. */
static bool is_in_vain(const struct mz_graph *g, mz_tset spinning, uint32_t node)
{
    const struct mz_node *n;

    if (node == MZ_NONE || g->nodes[node].kind != MZ_RMW)
        return false;
    n = &g->nodes[node];
    for (uint32_t i = node + 1; i < g->count; i++)
        if (g->nodes[i].thread == n->thread)
            return false;
    return mz_tset_has(spinning, n->thread);
}

static uint32_t past_takes(const struct mz_graph *g, mz_tset spinning,
                           uint32_t node)
{
    while (is_in_vain(g, spinning, node))
        node = g->nodes[node].source;
    return node;
}

/* Where a node is among what the oracle calls events. */
static struct weak_source source_of(const uint8_t *index_of,
                                    const struct mz_graph *g, uint32_t node)
{
    if (node == MZ_NONE)
        return (struct weak_source){.thread = WEAK_INIT};
    return (struct weak_source){.thread = g->nodes[node].thread,
                                .index = index_of[node]};
}

static struct weak_name name_of(const struct mz_graph *g, mz_tset spinning)
{
    struct weak_graph w = {.length = {0}};
    uint8_t index_of[WEAK_EVENTS];

    MZ_ASSERT(g->count <= WEAK_EVENTS);
    for (uint32_t i = 0; i < g->count; i++) {
        const struct mz_node *n = &g->nodes[i];

        if (n->kind == MZ_JOIN)
            continue;
        index_of[i] = w.length[n->thread]++;
        if (mz_node_is(n, MZ_NODE_READS) && n->kind != MZ_UNLOCK &&
            n->kind != MZ_OWNER_END && n->kind != MZ_UNLOCK_LOST &&
            n->kind != MZ_BARRIER_ARRIVE) {
            struct weak_source *e = &w.events[n->thread][index_of[i]];

            *e = source_of(
                index_of, g,
                past_takes(g, spinning, write_before(g, n->source)));
            e->reads = true;
        }
    }
    for (uint32_t o = 0; o < WEAK_PLACES + WEAK_OBJECTS; o++) {
        uint32_t node = MZ_NONE;

        if (g->place_of[o])
            node = mz_graph_first(g, g->place_of[o] - 1);
        for (; node != MZ_NONE; node = g->nodes[node].after)
            if (g->nodes[node].kind != MZ_BARRIER_ARRIVE &&
                !is_in_vain(g, spinning, node))
                w.order[o][w.writes[o]++] = source_of(index_of, g, node);
    }
    return weak_name_of(&w);
}

/* ---- the search ----------------------------------------------------------- */

enum { TASKS = 4096, TASK_SIZE = 1 << 20, SPOILT = 1 << 14 };

struct search {
    struct mz_observer observer; /* first */
    struct mz_algorithm *at_work;
    bool divided;
    struct weak_program program;
    const struct weak_names *full;
    struct weak_names found;
    uint64_t names; /* the sum of those of the executions */
    uint64_t random;
    unsigned moments; /* so far: before an execution, and after it */
    unsigned puts_by; /* all of it goes to the other one at this one; 0: none */
    unsigned count; /* tasks that were given away */
    void *task[TASKS];
    const char *wrong;
};

/* Which and when does not matter, but is the same each time. */
static unsigned draw(struct search *s, unsigned below)
{
    s->random = mz_hash_word(s->random, s->count);
    return s->random % below;
}

/* Behind what is on the stack there is nothing that looks like a graph. */
static void spoil(const struct search *s)
{
    const struct mz_trust *trust = (const struct mz_trust *)s->at_work;

    memset(trust->stack + trust->used, 0xa5, SPOILT);
}

/* Does it end here, for now, to be gone on with by the other one? */
static bool is_put_by(struct search *s)
{
    spoil(s);
    return ++s->moments == s->puts_by;
}

static bool give(struct search *s, const struct mz_execution *x,
                 uint32_t stays)
{
    void *task = malloc(TASK_SIZE);
    size_t size = 0;

    if (s->count < TASKS)
        size = s->at_work->give(s->at_work, x, task, TASK_SIZE, stays);
    if (size)
        s->task[s->count++] = realloc(task, size);
    else
        free(task);
    return size;
}

static bool ran(struct mz_observer *observer, const struct mz_execution *x,
                enum mz_outcome outcome, const struct mz_tally *tally)
{
    struct search *s = (struct search *)observer;
    const struct mz_trust *trust = (const struct mz_trust *)s->at_work;
    struct weak_name name;

    (void)tally;
    s->names += s->at_work->name(s->at_work);
    if (outcome != MZ_BLOCKED && outcome != MZ_LOOP_BLOCKED &&
        !trust->in_vain) {
        name = name_of(&trust->graph, s->program.spinning);
        if (!weak_names_have(s->full, name))
            s->wrong = "it runs a graph that is not consistent, or not full";
        else if (!weak_names_add(&s->found, name) &&
                 !weak_has_takes(s->program.script))
            s->wrong = "it runs a graph twice";
    }
    if (s->divided && !s->wrong && draw(s, 3) == 0)
        give(s, x, draw(s, 3));
    return !is_put_by(s) && !s->wrong;
}

/* What is planned, and not run, is given away like the rest. */
static bool may_run(struct mz_observer *observer, const struct mz_tally *tally)
{
    struct search *s = (struct search *)observer;

    (void)tally;
    if (s->at_work->begins_anew) {
        weak_names_free(&s->found);
        s->names = 0;
    }
    return !is_put_by(s) && (!s->divided || draw(s, 5));
}

static void take(struct search *s, struct mz_execution *x)
{
    unsigned i = draw(s, s->count);

    s->at_work->receive(s->at_work, x, s->task[i]);
    free(s->task[i]);
    s->task[i] = s->task[--s->count];
}

/* By two that share it, if it is divided; by one after the other, if all is put
 * by. */
static void search(struct search *s, const struct weak_script *script,
                   enum mz_memory_model model, enum mz_learning learns)
{
    const struct mz_algorithm_options options = {
        .relation = MZ_RELATION_ADD,
        .preemptions = MZ_NO_BOUND,
        .context_switches = MZ_NO_BOUND,
        .jobs = 1,
        .memory_model = model,
        .learns_order = learns,
    };
    struct mz_arena arena, own[2];
    struct mz_execution x[2];
    struct mz_algorithm *a[2];
    struct mz_tally tally = {0};
    bool is_of_two = s->divided || s->puts_by;

    take_arena(&arena);
    weak_program_init(&s->program, script);
    for (int i = 0; i < 1 + is_of_two; i++) {
        mz_arena_init(&own[i], mz_arena_take(&arena, arena_size / 4),
                      arena_size / 4);
        mz_execution_init(&x[i], &own[i], WEAK_EVENTS);
        mz_execution_init_orders(&x[i], &own[i]);
        a[i] = mz_trust_create(&own[i], &x[i], &options);
    }
    /* While there are tasks: */
    for (unsigned i = 0;; i = s->divided ? draw(s, 2) : 1) {
        bool done;

        s->at_work = a[i];
        if (s->count)
            take(s, &x[i]);
        done = mz_explore(a[i], &s->program.program, &x[i], &s->observer, &tally);
        if (!s->wrong && !done)
            s->wrong = a[i]->wrong ? mz_wrongs[a[i]->wrong]
                                   : mz_refusals[a[i]->unsupported];
        if (!s->wrong && !done) { /* put by */
            while (give(s, &x[i], MZ_REST))
                ;
            if (a[i]->next(a[i], &x[i]))
                s->wrong = "there is more than the rest";
        }
        if (s->wrong || !s->count)
            break;
    }
    while (s->count)
        free(s->task[--s->count]);
}

static const enum mz_learning ways_to_learn[] = {
    MZ_LEARN_NOTHING, MZ_LEARN_SOON, MZ_LEARN_AT_ONCE};

static const char *explore_as(struct search *s,
                              const struct weak_script *script,
                              enum mz_memory_model model, uint64_t seed)
{
    s->observer = (struct mz_observer){.ran = ran, .may_run = may_run};
    s->random = seed;
    search(s, script, model, ways_to_learn[seed % 3]);
    if (!s->wrong && s->found.count != s->full->count)
        s->wrong = "it leaves out graphs";
    weak_names_free(&s->found);
    return s->wrong;
}

/* Each second script by two that share it, too. Threads go on by default, or as
 * is learnt. */
static const char *explore(const struct weak_script *script,
                           enum mz_memory_model model, uint64_t seed,
                           const struct weak_names *full)
{
    bool is_shared = seed % 2;
    uint64_t names[2] = {0};

    for (int divided = 0; divided < 1 + is_shared; divided++) {
        struct search s = {.divided = divided, .full = full};
        const char *wrong = explore_as(&s, script, model, seed);

        names[divided] = s.names;
        if (wrong)
            return wrong;
    }
    return !is_shared || names[0] == names[1]
               ? NULL
               : "who shares it names it otherwise";
}

/* As often as there are moments: all is put by at another one, be it decided or
 * not in which order threads go on. */
static const char *put_by_at_each_moment(const struct weak_script *script,
                                         enum mz_memory_model model,
                                         uint64_t seed,
                                         const struct weak_names *full)
{
    uint64_t names = 0;

    for (unsigned moment = 0;; moment++) {
        struct search s = {.puts_by = moment, .full = full};
        const char *wrong = explore_as(&s, script, model, seed);

        if (wrong)
            return wrong;
        if (!moment)
            names = s.names;
        if (s.names != names)
            return "who goes on with it names it otherwise";
        if (s.moments < moment)
            return NULL;
    }
}

/* ---- scripts -------------------------------------------------------------- */

static int only = -1; /* model */
static bool any_way; /* the enumeration is what is tested */
static bool each_moment; /* tasks are what is tested */
static uint64_t graphs, left_out;

static const char *enumerate_any_way(const struct weak_script *script,
                                     enum mz_memory_model model,
                                     const struct weak_names *full)
{
    struct weak_names any = {0};
    const char *wrong = NULL;

    if (!weak_enumerate_any_way(script, model, &any))
        left_out++;
    else if (any.count != full->count)
        wrong = "the enumeration leaves out graphs";
    for (size_t i = 0; !wrong && i < any.size; i++)
        if ((any.names[i].high || any.names[i].low) &&
            !weak_names_have(full, any.names[i]))
            wrong = "the enumeration has other graphs";
    weak_names_free(&any);
    return wrong;
}

static const char *check_model(const struct weak_script *script,
                               enum mz_memory_model model, uint64_t seed)
{
    struct weak_names full = {0};
    const char *wrong = NULL;

    if (weak_enumerate(script, model, &full)) {
        if (any_way)
            wrong = enumerate_any_way(script, model, &full);
        else if (!each_moment)
            wrong = explore(script, model, seed, &full);
        else if (full.count <= FEW)
            wrong = put_by_at_each_moment(script, model, seed, &full);
        graphs += full.count;
    } else {
        left_out++;
    }
    weak_names_free(&full);
    return wrong;
}

static bool check(uint64_t seed)
{
    struct weak_script script;
    uint64_t drawn = seed;

    weak_draw(&script, &drawn);
    for (int model = MZ_MODEL_TSO; model < MZ_MODEL_COUNT; model++) {
        const char *wrong = NULL;

        if (only < 0 || only == model)
            wrong = check_model(&script, model, seed);
        if (!wrong)
            continue;
        printf("# test_weak --seed=%llu --model=%s: %s\n",
               (unsigned long long)seed, model_names[model], wrong);
        weak_print(&script);
        return false;
    }
    return true;
}

static void first_scripts(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < FIRST_SCRIPTS; seed++)
        assert_true(check(seed));
}

static void first_scripts_with_a_futex(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < FIRST_SCRIPTS / 10; seed++)
        assert_true(check(WEAK_FUTEX_SEEDS + seed));
}

static void first_scripts_that_await(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < FIRST_SCRIPTS / 10; seed++)
        assert_true(check(WEAK_AWAIT_SEEDS + seed));
}

static void first_scripts_that_take(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < FIRST_SCRIPTS / 10; seed++)
        assert_true(check(WEAK_TAKE_SEEDS + seed));
}

static void first_scripts_put_by_at_each_moment(void **state)
{
    (void)state;
    each_moment = true;
    for (uint64_t seed = 0; seed < FIRST_SCRIPTS / 40; seed++)
        assert_true(check(seed));
    for (uint64_t seed = 0; seed < FIRST_SCRIPTS / 100; seed++)
        assert_true(check(WEAK_AWAIT_SEEDS + seed));
    for (uint64_t seed = 0; seed < FIRST_SCRIPTS / 100; seed++)
        assert_true(check(WEAK_TAKE_SEEDS + seed));
    each_moment = false;
}

static void enumeration_is_of_all_ways(void **state)
{
    (void)state;
    any_way = true;
    for (uint64_t seed = 0; seed < FIRST_SCRIPTS / 100; seed++)
        assert_true(check(seed));
    for (uint64_t seed = 0; seed < FIRST_SCRIPTS / 500; seed++)
        assert_true(check(WEAK_FUTEX_SEEDS + seed));
    any_way = false;
}

static int run_seeds(uint64_t seed, uint64_t count)
{
    uint64_t wrong = 0;

    for (uint64_t end = seed + count; seed < end && wrong < 10; seed++)
        wrong += !check(seed);
    printf("# %llu graphs, %llu scripts too large, %llu wrong\n",
           (unsigned long long)graphs, (unsigned long long)left_out,
           (unsigned long long)wrong);
    return wrong != 0;
}

static int model_of(const char *name)
{
    for (int i = 0; i < MZ_MODEL_COUNT; i++)
        if (!strcmp(model_names[i], name))
            return i;
    return -1;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        {"seed", required_argument, NULL, 's'},
        {"count", required_argument, NULL, 'c'},
        {"model", required_argument, NULL, 'm'},
        {"any-way", no_argument, NULL, 'a'},
        {"each-moment", no_argument, NULL, 'e'},
        {0},
    };
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(enumeration_is_of_all_ways),
        cmocka_unit_test(first_scripts),
        cmocka_unit_test(first_scripts_with_a_futex),
        cmocka_unit_test(first_scripts_that_await),
        cmocka_unit_test(first_scripts_that_take),
        cmocka_unit_test(first_scripts_put_by_at_each_moment),
    };
    uint64_t seed = 0, count = 0;

    for (int o; (o = getopt_long(argc, argv, "", options, NULL)) != -1;)
        switch (o) {
        case 'm':
            only = model_of(optarg);
            break;
        case 'a':
            any_way = true;
            break;
        case 'e':
            each_moment = true;
            break;
        default:
            if (!mz_command_seeds(o, &seed, &count))
                return 2;
        }
    if (count)
        return run_seeds(seed, count);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
