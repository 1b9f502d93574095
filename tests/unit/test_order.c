/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The order that pop learns: who goes on, by an execution of
 *
 *   p: x = 1; y = 1    q: a = 1; a = 2; b = x    r: c = y
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "pop/order.h"

enum { EVENTS = 1024, ARENA = 16 << 20 };

enum { MAIN, P, Q, R, THREADS };
enum { X, Y, A };

struct world {
    void *memory;
    struct mz_arena arena;
    struct mz_execution x;
    struct mz_pop_order order;
    uint32_t goes_on;
};

static int set_up(void **state)
{
    struct world *w = calloc(1, sizeof *w);

    w->memory = aligned_alloc(64, ARENA);
    memset(w->memory, 0, ARENA);
    mz_arena_init(&w->arena, w->memory, ARENA);
    mz_execution_init(&w->x, &w->arena, EVENTS);
    for (mz_tid t = 0; t < THREADS; t++) {
        w->x.births[t] = (struct mz_birth){.parent = t ? MAIN : MZ_NO_THREAD,
                                           .event = MZ_NONE};
        mz_tset_add(&w->x.born, t);
    }
    w->x.thread_count = THREADS;
    mz_pop_order_init(&w->order, &w->arena, EVENTS, MZ_RELATION_ADD);
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

static void execute(struct world *w, mz_tid t, enum mz_op kind, uint32_t object)
{
    w->x.events[w->x.length++] = (struct mz_event){
        .thread = t, .kind = kind, .mask = 0xff, .object = object};
}

static void cut(struct world *w, uint32_t length)
{
    w->x.length = length;
    mz_pop_order_cut(&w->order, length);
}

static void run_all(struct world *w)
{
    execute(w, P, MZ_WRITE, X);
    execute(w, P, MZ_WRITE, Y);
    execute(w, Q, MZ_WRITE, A);
    execute(w, Q, MZ_WRITE, A);
    execute(w, Q, MZ_READ, X);
    execute(w, R, MZ_READ, Y);
    assert_true(mz_pop_order_learn(&w->order, &w->x));
}

/* Whoever of these goes on, by default `best`. */
static mz_tid chosen(struct world *w, mz_tset threads, mz_tid best)
{
    return mz_pop_order_choose(&w->order, &w->x, threads, best, &w->goes_on);
}

static mz_tset all(void)
{
    return mz_tset_or(mz_tset_of(P), mz_tset_or(mz_tset_of(Q), mz_tset_of(R)));
}

static void what_conflicts_with_nothing_comes_first(void **state)
{
    struct world *w = *state;

    run_all(w);
    cut(w, 0);
    assert_int_equal(chosen(w, all(), P), Q);
    assert_int_equal(w->goes_on, 1); /* its third event does conflict */
}

static void what_is_near_comes_next(void **state)
{
    struct world *w = *state;

    run_all(w);
    cut(w, 0);
    execute(w, Q, MZ_WRITE, A);
    execute(w, Q, MZ_WRITE, A);
    /* x = 1 of p and b = x of q stand beside each other; r is one step from
     * y = 1 of p. */
    assert_int_equal(chosen(w, all(), R), P);
    assert_int_equal(chosen(w, all(), Q), Q);
    /* p waits: nobody knows how long, but x = 1 is what comes first. */
    assert_int_equal(chosen(w, mz_tset_or(mz_tset_of(Q), mz_tset_of(R)), R), Q);
    execute(w, P, MZ_WRITE, X);
    /* Nothing to come conflicts with b = x any more. */
    assert_int_equal(chosen(w, all(), P), Q);
}

static void the_unknown_comes_last(void **state)
{
    struct world *w = *state;

    run_all(w);
    cut(w, 2);
    execute(w, Q, MZ_WRITE, A);
    execute(w, Q, MZ_WRITE, A);
    execute(w, Q, MZ_READ, X);
    execute(w, Q, MZ_READ, Y);
    /* Nothing is known of what p and q do now. */
    assert_int_equal(chosen(w, all(), R), R);
    assert_int_equal(chosen(w, mz_tset_or(mz_tset_of(P), mz_tset_of(Q)), Q), Q);
    assert_int_equal(w->goes_on, MZ_NONE);
    w->goes_on = 1;
    cut(w, 1);
    assert_int_equal(chosen(w, mz_tset_or(mz_tset_of(P), mz_tset_of(R)), P), P);
}

/* What is cut is to come again. */
static void what_is_cut_is_not_done(void **state)
{
    struct world *w = *state;

    run_all(w);
    for (uint32_t length = 0; length <= 6; length++) {
        cut(w, 0);
        run_all(w);
        chosen(w, all(), P);
        cut(w, length);
        execute(w, R, MZ_READ, Y);
        chosen(w, all(), P);
        for (mz_tid t = P; t <= R; t++) {
            uint32_t done = 0, most = t == P ? 2 : t == Q ? 3 : 1;

            for (uint32_t i = 0; i < w->x.length; i++)
                done += w->x.events[i].thread == t;
            assert_int_equal(w->order.next[t] - w->order.first[t],
                             done < most ? done : most);
        }
    }
}

/* To give a lock back races with nothing. */
static void what_gives_back_does_not_wait(void **state)
{
    struct world *w = *state;

    execute(w, P, MZ_LOCK, X);
    execute(w, P, MZ_UNLOCK, X);
    execute(w, Q, MZ_WRITE, Y);
    execute(w, Q, MZ_LOCK, X);
    execute(w, Q, MZ_UNLOCK, X);
    execute(w, R, MZ_READ, Y);
    assert_true(mz_pop_order_learn(&w->order, &w->x));
    cut(w, 1);
    assert_int_equal(chosen(w, all(), R), P);
}

static void of_long_executions_nothing_is_learnt(void **state)
{
    struct world *w = *state;

    for (uint32_t i = 0; i < MZ_POP_ORDER_EVENTS; i++)
        execute(w, P, MZ_WRITE, X);
    assert_true(mz_pop_order_learn(&w->order, &w->x));
    execute(w, P, MZ_WRITE, X);
    assert_false(mz_pop_order_learn(&w->order, &w->x));
    assert_int_equal(w->order.length, 0);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_conflicts_with_nothing_comes_first),
        TEST(what_is_near_comes_next),
        TEST(the_unknown_comes_last),
        TEST(what_is_cut_is_not_done),
        TEST(what_gives_back_does_not_wait),
        TEST(of_long_executions_nothing_is_learnt),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
