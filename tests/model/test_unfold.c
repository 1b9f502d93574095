/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Event structures against the definition ([NRSCP18] Def. 1): of any two events,
 * whether one causes the other, and whether they are in conflict. Structures are
 * those of random scripts, from their executions and what conflicts with them;
 * and of random runs of threads that take locks for ever, which are deep. And
 * a program that `qpor` loses traces of if an event is parked for too long.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <cmocka.h>

#include "tests/random_below.h"
#include "command.h"
#include "explore/algorithm.h"
#include "model.h"
#include "random_script.h"
#include "search.h"
#include "unfold/causality_tree.h"
#include "unfold/extensions.h"
#include "unfold/history.h"
#include "unfold/object_tree.h"
#include "unfold/pruning.h"

enum {
    EVENTS = 512,
    MOST = 2048, /* events of a structure */
    WORDS = MOST / 64,
    ARENA = 256 << 20,
    SCRIPTS = 2000,
    EACH = 30, /* executions of a script */
    DEEP = 40,
    FIRST_TABLE = 1024, /* the table grows when there are more */
    DEEP_EVENTS = 1300,
    THREADS = 5,
    OBJECTS = 3,
};

/* The history of an event, itself included, as a set of events. */
struct history {
    mz_node event;
    uint64_t past[WORDS];
};

static struct history histories[MOST];
static uint32_t count;

static uint32_t index_of(mz_node e)
{
    uint32_t i = 0;

    while (histories[i].event != e)
        i++;
    return i;
}

static void join_past(struct history *h, mz_node e)
{
    const struct history *of = &histories[index_of(e)];

    for (unsigned w = 0; e && w < WORDS; w++)
        h->past[w] |= of->past[w];
}

/* Each after those that it follows: `histories[0]` is bottom. */
static void note_history(const struct mz_event_structure *s, mz_node e)
{
    struct history *h = &histories[count];
    const struct mz_unfolded *event = mz_unfolded(s, e);

    for (uint32_t i = 0; i < count; i++)
        if (histories[i].event == e)
            return;
    memset(h, 0, sizeof *h);
    join_past(h, event->previous);
    for (uint32_t i = 0; i < event->cause_count; i++)
        join_past(h, mz_causes_of(event)[i]);
    h->event = e;
    h->past[count / 64] |= (uint64_t)1 << count % 64;
    count++;
}

static bool is_in(const struct history *h, uint32_t i)
{
    return h->past[i / 64] >> i % 64 & 1;
}

static bool are_dependent(const struct mz_event_structure *s,
                          const struct mz_unfolded *e,
                          const struct mz_unfolded *f)
{
    const struct mz_place *p = mz_places(e), *q = mz_places(f);

    for (uint32_t i = 0; i < e->place_count; i++)
        for (uint32_t k = 0; k < f->place_count; k++)
            if (p[i].tree == q[k].tree &&
                mz_op_depends(s->relation, p[i].kind, p[i].mask, q[k].kind,
                              q[k].mask))
                return true;
    return e->thread == f->thread;
}

/* Rule 3: dependent, and neither is in the history of the other; inherited. */
static bool conflict_by_definition(const struct mz_event_structure *s,
                                   const struct history *a,
                                   const struct history *b)
{
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t k = 1; k < count && is_in(a, i); k++)
            if (is_in(b, k) && !is_in(&histories[i], k) &&
                !is_in(&histories[k], i) &&
                are_dependent(s, mz_unfolded(s, histories[i].event),
                              mz_unfolded(s, histories[k].event)))
                return true;
    return false;
}

static void check_pair(const struct mz_event_structure *s, uint32_t i,
                       uint32_t k)
{
    mz_node a = histories[i].event, b = histories[k].event;

    assert_int_equal(mz_causes(s, a, b), is_in(&histories[k], i));
    assert_int_equal(mz_conflict(s, a, b),
                     conflict_by_definition(s, &histories[i], &histories[k]));
}

static void check_pairs(const struct mz_event_structure *s,
                        struct mz_random *random, uint32_t pairs)
{
    while (pairs-- && count > 1)
        check_pair(s, 1 + mz_random_below(random, count - 1),
                   1 + mz_random_below(random, count - 1));
}

static void begin(struct mz_arena *arena)
{
    void *memory = mmap(NULL, ARENA, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    assert_ptr_not_equal(memory, MAP_FAILED);
    mz_arena_init(arena, memory, ARENA);
    count = 1; /* bottom */
}

/* ---- of scripts ---------------------------------------------------------- */

static bool is_noted(mz_node e)
{
    uint32_t h = 0;

    while (h < count && histories[h].event != e)
        h++;
    return h < count;
}

/* What the thread trees hold of the structure is found from its table. */
static void note_all(const struct mz_event_structure *s)
{
    bool grown = true;

    while (grown) {
        uint32_t before = count;

        for (uint32_t i = 0; i < s->buckets; i++)
            for (mz_node e = s->table[i]; e && count < MOST;
                 e = mz_unfolded(s, e)->next) {
                const struct mz_unfolded *event = mz_unfolded(s, e);
                bool known = is_noted(event->previous);

                for (uint32_t k = 0; k < event->cause_count; k++)
                    known &= is_noted(mz_causes_of(event)[k]);
                if (known)
                    note_history(s, e);
            }
        grown = count > before;
    }
}

/* Accesses to parts of what was accessed as a whole, as they were met. */
static struct mz_access divides[64];
static unsigned divide_count;

static void divide(struct mz_event_structure *s)
{
    uint32_t trees[8];

    for (unsigned i = 0; i < divide_count; i++) {
        mz_object_trees(s, divides[i], trees);
        if (s->is_divided)
            mz_event_structure_divide(s);
    }
}

/* Executions one after the other; before each, C goes back to where it begins
 * to differ, and at the end to nothing. */
static void unfold(const struct mz_script *script, enum mz_relation relation,
                   struct mz_arena *arena, struct mz_event_structure *s,
                   void (*cut)(struct mz_configuration *, uint32_t length))
{
    struct mz_algorithm_options options = {
        .relation = relation,
        .sleep_sets = true,
        .preemptions = MZ_NO_BOUND,
        .context_switches = MZ_NO_BOUND,
    };
    struct mz_configuration c;
    struct mz_execution x;
    struct mz_algorithm *a;
    struct mz_model model;

    mz_execution_init(&x, arena, EVENTS);
    a = mz_algorithm_find("naive")->create(arena, &x, &options);
    mz_event_structure_init(s, arena, &x, relation);
    divide(s);
    mz_configuration_init(&c, arena, s, &x);
    mz_model_init(&model, script);
    for (int n = 0;
         n < EACH && a->next(a, &x) && !s->unsupported && !s->is_divided; n++) {
        enum mz_outcome outcome;

        cut(&c, x.length);
        outcome = model.program.run(&model.program, &a->chooser, &x);
        while (c.length < x.length)
            mz_configuration_extend(&c, &x);
        mz_configuration_add_cex(&c, &x);
        a->learn(a, &x, outcome);
    }
    cut(&c, 0);
}

/* The same, with the trees of the accesses there are. */
static void unfold_divided(const struct mz_script *script,
                           enum mz_relation relation, struct mz_arena *arena,
                           struct mz_event_structure *s,
                           void (*cut)(struct mz_configuration *, uint32_t))
{
    /* In these, outcomes cannot be foreseen. */
    if (relation == MZ_RELATION_ADD && mz_script_has(script, MZ_SCRIPT_ATOMIC))
        relation = MZ_RELATION_OPAQUE;
    for (divide_count = 0;; divides[divide_count++] = s->divides) {
        begin(arena);
        unfold(script, relation, arena, s, cut);
        if (!s->is_divided)
            return;
        munmap(arena->start, ARENA);
    }
}

static void of_scripts(void **state)
{
    const enum mz_relation *relation = *state;
    struct mz_random random;

    mz_random_seed(&random, 5);
    for (uint64_t seed = 0; seed < mz_command_count(SCRIPTS); seed++) {
        struct mz_event_structure s;
        struct mz_script script;
        struct mz_arena arena;

        mz_random_script(&script, seed % MZ_MIX_COUNT, seed);
        unfold_divided(&script, *relation, &arena, &s, mz_configuration_cut);
        note_all(&s);
        if (!s.unsupported)
            assert_int_equal(count < MOST ? count - 1 : s.count, s.count);
        check_pairs(&s, &random, 60);
        munmap(arena.start, ARENA);
    }
}

/* ---- with a configuration that comes and goes ---------------------------- */

static uint32_t first_conflict(const struct mz_configuration *c, mz_node e)
{
    uint32_t i = 0;

    while (i < c->length && !mz_conflict(c->structure, c->events[i], e))
        i++;
    return i;
}

/* The first one, where there are no leaves. */
static void check_conflict(const struct mz_configuration *c, mz_node e)
{
    uint32_t found = mz_configuration_conflict(c, e);
    uint32_t first = first_conflict(c, e);

    if (c->structure->relation == MZ_RELATION_OBJECT)
        assert_int_equal(found, first);
    assert_int_equal(found < c->length, first < c->length);
    assert_true(found == c->length ||
                mz_conflict(c->structure, c->events[found], e));
}

static void check_conflicts(const struct mz_configuration *c)
{
    const struct mz_event_structure *s = c->structure;

    /* What its trees must be divided for is not known yet, else. */
    for (uint32_t i = 0; i < s->buckets && !s->is_divided; i++)
        for (mz_node e = s->table[i]; e; e = mz_unfolded(s, e)->next)
            check_conflict(c, e);
}

/* Back to a beginning of C, as the search goes; events are dropped, and others
 * take their places. */
static void cut_back(struct mz_configuration *c, uint32_t length)
{
    while (c->length > length) {
        mz_configuration_cut(c, c->length - 1);
        check_conflicts(c);
        mz_prune(c, c->length);
    }
}

static void of_configurations(void **state)
{
    const enum mz_relation *relation = *state;

    for (uint64_t seed = 0; seed < mz_command_count(SCRIPTS / 4); seed++) {
        struct mz_event_structure s;
        struct mz_script script;
        struct mz_arena arena;

        mz_random_script(&script, seed % MZ_MIX_COUNT, seed);
        unfold_divided(&script, *relation, &arena, &s, cut_back);
        assert_true(s.unsupported || !s.count);
        munmap(arena.start, ARENA);
    }
}

/* ---- deep ones ----------------------------------------------------------- */

/* What threads and objects stand at: a configuration. */
struct stand {
    mz_node last[THREADS + OBJECTS];
    mz_node read[OBJECTS][THREADS]; /* since the last write */
};

static uint32_t tree_of(struct mz_event_structure *s, uint32_t object)
{
    uint32_t trees[8];

    mz_object_trees(s, (struct mz_access){object, 0xff, MZ_RMW}, trees);
    return trees[0];
}

static void follow_reads(struct mz_history *h, const mz_node *reads)
{
    for (mz_tid t = 0; t < THREADS; t++)
        if (reads[t])
            h->causes[h->count++] = reads[t];
}

static void step(struct mz_event_structure *s, struct mz_random *random,
                 struct stand *at)
{
    mz_tid t = mz_random_below(random, THREADS);
    mz_node previous = at->last[t];
    uint32_t object = mz_hash_word(t, previous) % OBJECTS;
    bool reads =
        s->relation == MZ_RELATION_ADD && mz_hash_word(object, previous) % 3;
    struct mz_label label = {
        .thread = t,
        .kind = reads ? MZ_READ : MZ_RMW,
        .place_count = 1,
        .places = {{.tree = tree_of(s, object),
                    .kind = reads ? MZ_READ : MZ_RMW,
                    .mask = 0xff}},
    };
    static struct mz_history h;
    mz_node e;

    h.previous = previous;
    h.count = 1;
    h.causes[0] = at->last[THREADS + object];
    if (!reads)
        follow_reads(&h, at->read[object]);
    h.ends[0] = h.count;
    e = mz_event_structure_add(s, &label, &h);
    at->last[t] = e;
    if (reads) {
        at->read[object][t] = e;
    } else {
        at->last[THREADS + object] = e;
        memset(at->read[object], 0, sizeof at->read[object]);
    }
    note_history(s, e);
}

/* Also by what is known of it alone, in a table that has grown. */
static void check_found(const struct mz_event_structure *s)
{
    assert_true(s->count + 1 == count && s->count > FIRST_TABLE);
    for (uint32_t i = 1; i < count; i++) {
        const struct mz_unfolded *e = mz_unfolded(s, histories[i].event);
        static struct mz_history h;

        h.previous = e->previous;
        h.count = e->cause_count;
        memcpy(h.causes, mz_causes_of(e), h.count * sizeof *h.causes);
        assert_int_equal(mz_event_structure_find(s, e->thread, &h, e->choice),
                         histories[i].event);
    }
}

static void deep(void **state)
{
    static struct stand stands[MOST];
    const enum mz_relation relation = *(const enum mz_relation *)*state;
    struct mz_random random;

    for (uint64_t seed = 0; seed < mz_command_count(DEEP); seed++) {
        struct mz_event_structure s;
        struct mz_execution x;
        struct mz_arena arena;
        uint32_t often = 2 + seed;

        mz_random_seed(&random, seed);
        begin(&arena);
        mz_execution_init(&x, &arena, EVENTS);
        mz_event_structure_init(&s, &arena, &x, relation);
        memset(stands, 0, sizeof stands);
        for (uint32_t n = 1; n < MOST && count < DEEP_EVENTS; n++) {
            bool back = !mz_random_below(&random, often * often);

            stands[n] = stands[back ? mz_random_below(&random, n) : n - 1];
            step(&s, &random, &stands[n]);
        }
        check_found(&s);
        check_pairs(&s, &random, 150);
        munmap(arena.start, ARENA);
    }
}

/* ---- parked events ------------------------------------------------------- */

/* Of D's events one is in what would be in conflict with another; and is gone
 * before the latter is, and C not shorter. */
static void parked(void **state)
{
    static const char text[] = "0: create 1; create 2; create 3; create 4\n"
                               "1: r0 = x1\n"
                               "2: r0 = trylock m1; r0 = trylock m0\n"
                               "3: lock m1; lock m0; x1 = 2; unlock m1\n"
                               "4: lock m0; unlock m0\n";
    struct mz_search search = {
        .algorithm = "qpor",
        .relation = MZ_RELATION_OBJECT,
        .limit = 100,
    };
    struct mz_script script;

    (void)state;
    assert_null(mz_script_parse(&script, text));
    mz_search_run(&search, &script);
    assert_int_equal(search.traces.count, 15);
    mz_search_free(&search);
}

/* ---- of a program that is not deterministic ------------------------------ */

/* After the same past another object: the history no longer tells the action. */
static void another_object(void **state)
{
    struct mz_event_structure s;
    struct mz_configuration c;
    struct mz_execution x;
    struct mz_arena arena;

    (void)state;
    begin(&arena);
    mz_execution_init(&x, &arena, EVENTS);
    mz_event_structure_init(&s, &arena, &x, MZ_RELATION_ADD);
    mz_configuration_init(&c, &arena, &s, &x);
    x.births[0] = (struct mz_birth){MZ_NO_THREAD, .event = MZ_NONE};
    x.events[x.length++] = (struct mz_event){.kind = MZ_WRITE, .mask = 0xff};
    for (int n = 0; n < 2; n++) {
        mz_configuration_extend(&c, &x);
        mz_configuration_cut(&c, 0);
        assert_false(s.differs);
    }
    x.events[0].object = 1;
    mz_configuration_extend(&c, &x);
    assert_true(s.differs);
    munmap(arena.start, ARENA);
}

int main(void)
{
    static enum mz_relation object = MZ_RELATION_OBJECT, rw = MZ_RELATION_ADD,
                            opaque = MZ_RELATION_OPAQUE;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(of_scripts, &object),
        cmocka_unit_test_prestate(of_scripts, &rw),
        cmocka_unit_test_prestate(of_scripts, &opaque),
        cmocka_unit_test_prestate(of_configurations, &object),
        cmocka_unit_test_prestate(of_configurations, &rw),
        cmocka_unit_test_prestate(of_configurations, &opaque),
        cmocka_unit_test_prestate(deep, &object),
        cmocka_unit_test_prestate(deep, &rw),
        cmocka_unit_test(parked),
        cmocka_unit_test(another_object),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
