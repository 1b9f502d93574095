/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Wakeup trees, on executions written by hand: what the race of the first event
 * with a later one puts into the tree of the empty prefix. Trees are told as
 * text, a branch in brackets: "[p[q][r[r]]]" is that of the leaves p.q, p.r.r.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "trace/wakeup_tree.h"

enum { EVENTS = 32, ARENA = 64 << 20 };

enum { P, Q, R, S, Z, THREADS }; /* threads; Z's event is reversed */
enum { X, Y, M, OWN };           /* objects, and more from OWN on */

struct world {
    void *memory;
    struct mz_arena arena;
    struct mz_execution x;
    struct mz_happens_before hb;
    struct mz_wakeup_pool pool;
    struct mz_sequence w;
    struct mz_reversals all;
    mz_branches tree;
};

/* ---- executions ---------------------------------------------------------- */

static void bear_all(struct mz_execution *x)
{
    for (mz_tid t = 0; t < THREADS; t++) {
        x->births[t] = (struct mz_birth){
            .parent = t ? 0 : MZ_NO_THREAD,
            .event = MZ_NONE,
        };
        mz_tset_add(&x->born, t);
    }
    x->thread_count = THREADS;
}

static int set_up(void **state)
{
    struct world *w = calloc(1, sizeof *w);

    w->memory = aligned_alloc(64, ARENA);
    memset(w->memory, 0, ARENA);
    mz_arena_init(&w->arena, w->memory, ARENA);
    mz_execution_init(&w->x, &w->arena, EVENTS);
    bear_all(&w->x);
    mz_happens_before_init(&w->hb, &w->arena, &w->x, MZ_RELATION_ADD);
    mz_sequence_init(&w->w, &w->arena, EVENTS);
    mz_wakeup_pool_init(&w->pool, &w->arena, EVENTS);
    *state = w;
    return 0;
}

static int tear_down(void **state)
{
    struct world *w = *state;

    free(w->memory);
    free(w);
    return 0;
}

/* Another execution, from the beginning. */
static void begin(struct world *w)
{
    mz_happens_before_truncate(&w->hb, &w->x, 0);
    mz_execution_cut(&w->x, 0);
}

static struct mz_event *act(struct world *w, mz_tid thread, enum mz_op kind,
                            uint32_t object)
{
    struct mz_event *e = &w->x.events[w->x.length++];

    *e = (struct mz_event){
        .thread = thread,
        .kind = kind,
        .mask = 0xff,
        .object = object,
        .more = w->x.access_count,
    };
    return e;
}

static void choose(struct world *w, mz_tid thread, uint64_t value)
{
    struct mz_event *e = act(w, thread, MZ_CHOOSE, MZ_NONE);

    e->value = value;
    e->bound = 2;
}

/* One more access of the last event. */
static void and_also(struct world *w, enum mz_op kind, uint32_t object)
{
    w->x.accesses[w->x.access_count++] =
        (struct mz_access){.object = object, .mask = 0xff, .kind = kind};
    w->x.events[w->x.length - 1].bound++;
}

/* ---- reversals and trees ------------------------------------------------- */

/* The v of the race of the first event with the one at `later`. */
static void reverse(struct world *w, uint32_t later)
{
    struct mz_later e = mz_later_event(&w->x, later);

    mz_happens_before_extend(&w->hb, &w->x);
    mz_reversals_begin(&w->all, &w->hb, &w->x, &e, w->x.length);
    do
        assert_true(mz_reversals_next(&w->all));
    while (w->all.reversal.e != 0);
    mz_sequence_of(&w->w, &w->all.reversal);
}

static uint32_t insert(struct world *w, uint32_t later)
{
    uint32_t count;

    reverse(w, later);
    count = mz_wakeup_insert(&w->pool, &w->tree, &w->w);
#if MZ_CHECK >= 1
    mz_wakeup_check(&w->pool, w->tree);
#endif
    return count;
}

static void tell_branches(const struct world *w, mz_branches branches,
                          char **text)
{
    for (uint32_t b = branches; b; b = w->pool.nodes[b].next) {
        *(*text)++ = '[';
        *(*text)++ = "pqrsz"[w->pool.nodes[b].event.thread];
        tell_branches(w, w->pool.nodes[b].branches, text);
        *(*text)++ = ']';
    }
}

static void check_tree(const struct world *w, const char *expected)
{
    char text[256] = "", *end = text;

    tell_branches(w, w->tree, &end);
    assert_string_equal(text, expected);
}

static const struct mz_wakeup_node *node_at(const struct world *w,
                                            const char *threads)
{
    uint32_t b = w->tree;

    for (const char *t = threads; *t; t++) {
        while ("pqrsz"[w->pool.nodes[b].event.thread] != *t)
            b = w->pool.nodes[b].next;
        if (t[1])
            b = w->pool.nodes[b].branches;
    }
    return &w->pool.nodes[b];
}

static uint32_t nodes_in_use(const struct world *w)
{
    uint32_t count = w->pool.used - 1;

    for (uint32_t n = w->pool.free; n; n = w->pool.nodes[n].next)
        count--;
    return count;
}

static uint32_t accesses_in_use(const struct world *w)
{
    uint32_t count = w->pool.accesses_used - 1;

    for (unsigned c = 0; c < MZ_ACCESS_CLASSES; c++)
        for (uint32_t b = w->pool.free_accesses[c]; b;
             b = w->pool.accesses[b].object)
            count -= 1u << c;
    return count;
}

/* ---- insertions ---------------------------------------------------------- */

/* Figure 1: p writes x; q and r each read something, then x. */
static void act_readers(struct world *w)
{
    act(w, Q, MZ_READ, Y);
    act(w, Q, MZ_READ, X);
    act(w, R, MZ_READ, Y);
    act(w, R, MZ_READ, X);
}

/* Section 6.2: to the leaf p, insert q.q; then r.r, which changes nothing. */
static void test_example_of_the_paper(void **state)
{
    struct world *w = *state;

    act(w, Z, MZ_WRITE, X);
    act(w, P, MZ_WRITE, X);
    assert_int_equal(insert(w, 1), 1);
    check_tree(w, "[p]");
    begin(w);
    act(w, Z, MZ_WRITE, X);
    act_readers(w);
    assert_int_equal(insert(w, 2), 2);
    check_tree(w, "[p][q[q]]");
    assert_int_equal(insert(w, 4), 0);
    check_tree(w, "[p][q[q]]");
    assert_int_equal(w->w.reach.position, 4);
    assert_true(w->w.reach.reads); /* of x, by q: independent of v */
}

/* What the search itself does on it: p is being explored, the tree is empty. */
static void test_readers_in_an_empty_tree(void **state)
{
    struct world *w = *state;

    act(w, P, MZ_WRITE, X);
    act_readers(w);
    assert_int_equal(insert(w, 2), 2);
    check_tree(w, "[q[q]]");
    assert_int_equal(insert(w, 4), 0);
    check_tree(w, "[q[q]]");
}

/* Z, then p.q. */
static void insert_p_q(struct world *w)
{
    begin(w);
    act(w, Z, MZ_WRITE, X);
    act(w, P, MZ_WRITE, Y);
    act(w, Q, MZ_READ, Y);
    and_also(w, MZ_WRITE, X);
    assert_int_equal(insert(w, 2), 2);
}

/* Z, then p.r.r. */
static void insert_p_r_r(struct world *w)
{
    begin(w);
    act(w, Z, MZ_WRITE, X);
    act(w, P, MZ_WRITE, Y);
    act(w, R, MZ_READ, Y);
    act(w, R, MZ_WRITE, X);
    assert_int_equal(insert(w, 3), 2);
}

/* Of the kind of Figure 7: p.q comes first, then p.r.r, then the rest. */
static void test_branches_in_order(void **state)
{
    struct world *w = *state;

    insert_p_q(w);
    check_tree(w, "[p[q]]");
    insert_p_r_r(w);
    check_tree(w, "[p[q][r[r]]]");
    assert_int_equal(node_at(w, "p")->size, 4);
    assert_int_equal(node_at(w, "pr")->size, 2);
    assert_int_equal(node_at(w, "pq")->size, 1);

    /* s is independent of p, and of r's first step; so it comes after them. */
    begin(w);
    act(w, Z, MZ_WRITE, X);
    act(w, S, MZ_WRITE, X);
    assert_int_equal(insert(w, 1), 1);
    check_tree(w, "[p[q][r[r][s]]]");
    assert_int_equal(node_at(w, "p")->size, 5);
    assert_int_equal(node_at(w, "pr")->size, 3);

    /* What depends on p goes beside it. */
    begin(w);
    act(w, Z, MZ_WRITE, X);
    act(w, S, MZ_READ, Y);
    and_also(w, MZ_WRITE, X);
    assert_int_equal(insert(w, 1), 1);
    check_tree(w, "[p[q][r[r][s]]][s]");
    assert_int_equal(node_at(w, "p")->size, 5);
}

/* A leaf, or what covers it: p.q and p.r.r are there already. */
static void test_leaves_are_kept(void **state)
{
    struct world *w = *state;

    insert_p_q(w);
    insert_p_r_r(w);
    begin(w);
    act(w, Z, MZ_WRITE, X);
    act(w, P, MZ_WRITE, Y);
    act(w, R, MZ_READ, Y);
    act(w, R, MZ_WRITE, X);
    act(w, S, MZ_READ, OWN + S);
    assert_int_equal(insert(w, 3), 0);
    assert_int_equal(w->w.reach.position, 3);
    check_tree(w, "[p[q][r[r]]]");
}

/* Of v goes in what e' needs, and what tells it from the branches before it;
 * not r's step, which does neither. */
static void test_leaf_is_part_of_v(void **state)
{
    struct world *w = *state;

    act(w, Z, MZ_WRITE, X);
    act(w, P, MZ_READ, OWN + P);
    act(w, P, MZ_READ, X);
    assert_int_equal(insert(w, 2), 2);
    begin(w);
    act(w, Z, MZ_WRITE, X);
    act(w, R, MZ_WRITE, OWN + R);
    act(w, S, MZ_WRITE, OWN + P);
    act(w, Q, MZ_READ, X);
    assert_int_equal(insert(w, 3), 2);
    check_tree(w, "[p[p]][s[q]]");
    assert_in_range(w->w.reach.position, 2, 3);
}

/* What distinguishes v may come after e' in the execution. */
static void test_reason_after_the_race(void **state)
{
    struct world *w = *state;

    act(w, Z, MZ_WRITE, X);
    act(w, P, MZ_READ, X);
    and_also(w, MZ_WRITE, Y);
    assert_int_equal(insert(w, 1), 1);
    begin(w);
    act(w, Z, MZ_WRITE, X);
    act(w, Q, MZ_READ, X);
    act(w, R, MZ_READ, OWN + R);
    act(w, R, MZ_READ, Y);
    act(w, S, MZ_READ, OWN + S);
    assert_int_equal(insert(w, 1), 3);
    check_tree(w, "[p][r[r[q]]]");
    assert_int_equal(w->w.reach.position, 3);
}

static void test_other_values_of_a_choice(void **state)
{
    struct world *w = *state;

    for (unsigned value = 0; value < 2; value++) {
        begin(w);
        act(w, Z, MZ_WRITE, X);
        act(w, P, MZ_READ, OWN + P);
        choose(w, P, value);
        act(w, P, MZ_WRITE, X);
        assert_int_equal(insert(w, 3), value ? 2 : 3);
    }
    check_tree(w, "[p[p[p]][p[p]]]");
    assert_int_equal(node_at(w, "p")->size, 5);
    w->tree = node_at(w, "p")->branches;
    assert_int_equal(
        w->pool.nodes[mz_wakeup_take_value(&w->pool, &w->tree, 1)].event.value,
        1);
    assert_int_equal(mz_wakeup_take_value(&w->pool, &w->tree, 1), 0);
    assert_int_equal(w->pool.nodes[w->tree].event.value, 0);
}

/* As soon as it can be, by thread, and though e' does not need it. */
static void test_choices_are_made_at_once(void **state)
{
    struct world *w = *state;

    act(w, Z, MZ_WRITE, X);
    act(w, Q, MZ_READ, OWN + Q);
    choose(w, Q, 1);
    act(w, R, MZ_READ, OWN + R);
    act(w, R, MZ_READ, OWN + Q);
    choose(w, R, 1);
    act(w, S, MZ_READ, OWN + S);
    act(w, Q, MZ_WRITE, X);
    assert_int_equal(insert(w, 7), 3);
    check_tree(w, "[q[q[q]]]");
    mz_wakeup_release_tree(&w->pool, w->tree);
    w->tree = 0;
    act(w, R, MZ_WRITE, X);
    assert_int_equal(insert(w, 7), 3);
    check_tree(w, "[q[q[q]]]");
}

/* But not one of a thread that is born by what the leaf leaves out. */
static void test_choices_wait_for_what_is_left(void **state)
{
    struct world *w = *state;

    w->x.births[R] = (struct mz_birth){.parent = S, .event = 1};
    act(w, Z, MZ_WRITE, X);
    act(w, S, MZ_READ, OWN + S);
    choose(w, R, 1);
    act(w, Q, MZ_READ, OWN + Q);
    act(w, Q, MZ_WRITE, X);
    assert_int_equal(insert(w, 4), 2);
    check_tree(w, "[q[q]]");
}

/* ---- meetings ------------------------------------------------------------ */

static enum mz_meeting meet(struct world *w, struct mz_event p,
                            uint32_t *witness)
{
    return mz_sequence_meet(&w->w, &p, NULL, witness);
}

static struct mz_event step(mz_tid thread, enum mz_op kind, uint32_t object)
{
    return (struct mz_event){
        .thread = thread, .kind = kind, .mask = 0xff, .object = object};
}

/* v is q.r.q.p, with r reading what q has written. */
static void act_for_meetings(struct world *w)
{
    act(w, Z, MZ_WRITE, X);
    act(w, Q, MZ_WRITE, Y);
    act(w, R, MZ_READ, Y);
    act(w, Q, MZ_READ, M);
    act(w, P, MZ_READ, X);
    reverse(w, 4);
}

static void test_meetings(void **state)
{
    struct world *w = *state;
    uint32_t witness;

    act_for_meetings(w);
    assert_int_equal(meet(w, step(Q, MZ_WRITE, Y), &witness), MZ_IS_INITIAL);
    assert_int_equal(witness, 0);
    assert_int_equal(meet(w, step(P, MZ_READ, X), &witness), MZ_IS_INITIAL);
    assert_int_equal(witness, 3);
    assert_int_equal(meet(w, step(R, MZ_READ, Y), &witness),
                     MZ_IS_NO_WEAK_INITIAL);
    assert_int_equal(witness, 0);
    assert_int_equal(meet(w, step(S, MZ_READ, M), &witness), MZ_IS_INDEPENDENT);
    assert_int_equal(meet(w, step(S, MZ_WRITE, M), &witness),
                     MZ_IS_NO_WEAK_INITIAL);
    assert_int_equal(witness, 2);
    assert_int_equal(meet(w, step(S, MZ_WRITE, X), &witness),
                     MZ_IS_NO_WEAK_INITIAL);
    assert_int_equal(w->w.reach.position, 4);
}

/* With q's write gone, r's read is an initial, and q's next event is another. */
static void test_meetings_after_a_drop(void **state)
{
    struct world *w = *state;
    uint32_t witness;

    act_for_meetings(w);
    mz_sequence_drop(&w->w, Q);
    assert_int_equal(meet(w, step(R, MZ_READ, Y), &witness), MZ_IS_INITIAL);
    assert_int_equal(meet(w, step(Q, MZ_READ, M), &witness), MZ_IS_INITIAL);
    assert_int_equal(w->w.places[witness].event, 3);
    mz_sequence_drop(&w->w, Q);
    mz_sequence_drop(&w->w, R);
    assert_int_equal(meet(w, step(R, MZ_WRITE, Y), &witness),
                     MZ_IS_INDEPENDENT);
    mz_sequence_drop(&w->w, P);
    assert_false(w->w.threads);
}

static void test_meeting_of_a_choice(void **state)
{
    struct world *w = *state;
    struct mz_event p = step(Q, MZ_CHOOSE, MZ_NONE);
    uint32_t witness;

    act(w, Z, MZ_WRITE, X);
    act(w, R, MZ_READ, Y);
    choose(w, Q, 1);
    act(w, P, MZ_READ, X);
    reverse(w, 3);
    assert_int_equal(meet(w, p, &witness), MZ_IS_NO_WEAK_INITIAL);
    assert_int_equal(witness, 1);
    p.value = 1;
    assert_int_equal(meet(w, p, &witness), MZ_IS_INITIAL);
    p.thread = S;
    assert_int_equal(meet(w, p, &witness), MZ_IS_INDEPENDENT);
}

/* A compare-exchange that failed succeeds in v: there it writes. */
static void test_outcome_in_v(void **state)
{
    struct world *w = *state;
    uint32_t witness;

    act(w, Z, MZ_WRITE, X)->value = 1;
    act(w, P, MZ_CAS_FAIL, X)->value = 1;
    reverse(w, 1);
    assert_int_equal(w->w.last.kind, MZ_CAS);
    assert_int_equal(meet(w, step(S, MZ_READ, X), &witness),
                     MZ_IS_NO_WEAK_INITIAL);
    begin(w);
    act(w, Z, MZ_WRITE, X)->value = 1;
    act(w, P, MZ_CAS_FAIL, X)->value = 1;
    w->x.events[1].other = 7;
    reverse(w, 1);
    assert_int_equal(w->w.last.kind, MZ_CAS_FAIL);
    assert_int_equal(meet(w, step(S, MZ_READ, X), &witness), MZ_IS_INDEPENDENT);
}

/* An acquisition races with the one before, whose release is not in v. */
static void test_locks(void **state)
{
    struct world *w = *state;

    act(w, Z, MZ_LOCK, M);
    act(w, Q, MZ_READ, Y);
    act(w, Z, MZ_UNLOCK, M);
    act(w, Q, MZ_LOCK, M);
    assert_int_equal(insert(w, 3), 2);
    check_tree(w, "[q[q]]");
    begin(w);
    act(w, Z, MZ_LOCK, M);
    w->x.waiting = mz_tset_of(P);
    w->x.pending[P] = step(P, MZ_LOCK, M);
    mz_happens_before_extend(&w->hb, &w->x);
    mz_reversals_begin(&w->all, &w->hb, &w->x,
                       &(struct mz_later){1, &w->x.pending[P]}, 1);
    assert_true(mz_reversals_next(&w->all));
    mz_sequence_of(&w->w, &w->all.reversal);
    assert_int_equal(mz_wakeup_insert(&w->pool, &w->tree, &w->w), 1);
    check_tree(w, "[q[q][p]]");
}

/* ---- the pool ------------------------------------------------------------ */

static void test_take_and_release(void **state)
{
    struct world *w = *state;
    uint32_t p, used;

    insert_p_q(w);
    insert_p_r_r(w);
    assert_int_equal(nodes_in_use(w), 4);
    p = mz_wakeup_take(&w->pool, &w->tree);
    assert_int_equal(w->tree, 0);
    assert_int_equal(w->pool.nodes[p].event.thread, P);
    w->tree = w->pool.nodes[p].branches;
    mz_wakeup_release(&w->pool, p);
    check_tree(w, "[q][r[r]]");
    assert_int_equal(nodes_in_use(w), 3);
    used = w->pool.used;
    mz_wakeup_release_tree(&w->pool, w->tree);
    w->tree = 0;
    assert_int_equal(nodes_in_use(w), 0);
    insert_p_q(w);
    insert_p_r_r(w);
    assert_int_equal(w->pool.used, used);
}

/* p, with so many further accesses, the last one to x. */
static void insert_wide(struct world *w, unsigned more)
{
    begin(w);
    act(w, Z, MZ_WRITE, X);
    act(w, P, MZ_READ, OWN);
    for (unsigned i = 1; i < more; i++)
        and_also(w, MZ_READ, OWN + i);
    and_also(w, MZ_WRITE, X);
    assert_int_equal(insert(w, 1), 1);
}

/* Blocks are of powers of two, and serve again. */
static void test_access_blocks(void **state)
{
    static const unsigned sizes[][2] = {{1, 1}, {2, 2}, {3, 4}, {4, 4},
                                        {5, 8}, {8, 8}, {9, 16}};
    struct world *w = *state;

    for (unsigned round = 0; round < 2; round++) {
        uint32_t used = w->pool.accesses_used;

        for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            insert_wide(w, sizes[i][0]);
            assert_int_equal(accesses_in_use(w), sizes[i][1]);
            mz_wakeup_release_tree(&w->pool, w->tree);
            w->tree = 0;
            assert_int_equal(accesses_in_use(w), 0);
        }
        assert_true(!round || w->pool.accesses_used == used);
    }
}

/* The tree has accesses of its own: the execution's are written over. */
static void test_accesses_are_copied(void **state)
{
    struct world *w = *state;
    const struct mz_wakeup_node *p;

    insert_wide(w, 3);
    begin(w);
    act(w, Z, MZ_WRITE, X);
    act(w, S, MZ_READ, M);
    for (unsigned i = 0; i < 4; i++)
        and_also(w, MZ_READ, M);
    p = node_at(w, "p");
    assert_int_equal(p->event.bound, 3);
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(w->pool.accesses[p->event.more + i].object,
                         OWN + i + 1);
    assert_int_equal(w->pool.accesses[p->event.more + 2].object, X);
    assert_int_equal(w->pool.accesses[p->event.more + 2].kind, MZ_WRITE);

    /* And they count: q depends on p by the last of them alone. */
    begin(w);
    act(w, Z, MZ_WRITE, X);
    act(w, Q, MZ_READ, X);
    assert_int_equal(insert(w, 1), 1);
    check_tree(w, "[p][q]");
}

/* A leaf for which there is no room is not added at all. */
static void test_exhaustion(void **state)
{
    struct world *w = *state;

    w->pool.capacity = w->pool.used + 3;
    insert_p_q(w);
    begin(w);
    act(w, Z, MZ_WRITE, X);
    act(w, P, MZ_WRITE, Y);
    act(w, R, MZ_READ, Y);
    act(w, R, MZ_WRITE, X);
    assert_int_equal(insert(w, 3), 0);
    assert_true(w->pool.exhausted);
    check_tree(w, "[p[q]]");
    assert_int_equal(node_at(w, "p")->size, 2);
    assert_int_equal(nodes_in_use(w), 2);
}

static void test_exhaustion_of_accesses(void **state)
{
    struct world *w = *state;

    w->pool.access_capacity = w->pool.accesses_used + 3;
    begin(w);
    act(w, Z, MZ_WRITE, X);
    act(w, P, MZ_READ, OWN);
    for (unsigned i = 1; i < 4; i++)
        and_also(w, MZ_READ, OWN + i);
    and_also(w, MZ_WRITE, X);
    assert_int_equal(insert(w, 1), 0);
    assert_true(w->pool.exhausted);
    assert_int_equal(nodes_in_use(w), 0);
    assert_int_equal(accesses_in_use(w), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_example_of_the_paper),
        TEST(test_readers_in_an_empty_tree),
        TEST(test_branches_in_order),
        TEST(test_leaves_are_kept),
        TEST(test_leaf_is_part_of_v),
        TEST(test_reason_after_the_race),
        TEST(test_other_values_of_a_choice),
        TEST(test_choices_are_made_at_once),
        TEST(test_choices_wait_for_what_is_left),
        TEST(test_meetings),
        TEST(test_meetings_after_a_drop),
        TEST(test_meeting_of_a_choice),
        TEST(test_outcome_in_v),
        TEST(test_locks),
        TEST(test_take_and_release),
        TEST(test_access_blocks),
        TEST(test_accesses_are_copied),
        TEST(test_exhaustion),
        TEST(test_exhaustion_of_accesses),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
