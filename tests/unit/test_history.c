/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Histories: what the checker of linearizability says of random ones, compared
 * with the definition: begins and ends of calls are steps of their threads like
 * others, in every order of all steps that keeps dependent events as they are,
 * and every order of the calls is tried.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "history/check.h"
#include "tests/random_below.h"

enum {
    STATES = 3,
    OPERATIONS = 2,
    MAX_ITEMS = 13, /* begins, ends and events */
    HISTORIES = 6000,
    MEMORY = 64 << 20,
};

/* ---- a random object ----------------------------------------------------- */

struct machine {
    struct mz_sequential_code code; /* first */
    uint32_t state;
    struct {
        uint32_t result, next;
        bool blocks;
    } rows[STATES][OPERATIONS];
};

static void begin(struct mz_sequential_code *code)
{
    ((struct machine *)code)->state = 0;
}

static bool call(struct mz_sequential_code *code,
                 const struct mz_object_call *call, int64_t *result)
{
    struct machine *m = (struct machine *)code;
    uint32_t state = m->state, operation = call->operation;

    if (m->rows[state][operation].blocks)
        return false;
    *result = m->rows[state][operation].result;
    m->state = m->rows[state][operation].next;
    return true;
}

static void end(struct mz_sequential_code *code)
{
    (void)code;
}

static void draw_machine(struct mz_random *random, struct machine *m)
{
    m->code = (struct mz_sequential_code){begin, call, end};
    for (int s = 0; s < STATES; s++)
        for (int o = 0; o < OPERATIONS; o++) {
            m->rows[s][o].result = mz_random_below(random, 2);
            m->rows[s][o].next = mz_random_below(random, STATES);
            m->rows[s][o].blocks = mz_random_below(random, 8) == 0;
        }
}

/* ---- a random execution -------------------------------------------------- */

enum item_kind { BEGIN, END, EVENT };

struct item {
    enum item_kind kind;
    uint32_t thread, call; /* of an event: MZ_NONE, or whose it is */
    uint32_t object;
    bool writes;
};

struct execution {
    struct mz_columns columns;
    uint32_t count;
    struct item items[MAX_ITEMS];
    bool before[MAX_ITEMS][MAX_ITEMS]; /* in each order */
};

static bool add(struct execution *x, struct item item)
{
    if (x->count == MAX_ITEMS)
        return false;
    x->items[x->count++] = item;
    return true;
}

static bool add_events(struct mz_random *random, struct execution *x,
                       uint32_t thread, uint32_t call, uint32_t most)
{
    for (uint32_t i = mz_random_below(random, most + 1); i > 0; i--)
        if (!add(x,
                 (struct item){EVENT, thread, call, mz_random_below(random, 2),
                               mz_random_below(random, 2)}))
            return false;
    return true;
}

static void close_order(struct execution *x)
{
    for (uint32_t k = 0; k < x->count; k++)
        for (uint32_t i = 0; i < x->count; i++)
            for (uint32_t j = 0; j < x->count; j++)
                x->before[i][j] |= x->before[i][k] && x->before[k][j];
}

/* Mixes the threads' items, which stand one thread after the other. */
static void shuffle(struct mz_random *random, struct execution *x)
{
    struct item from[MAX_ITEMS];
    bool taken[MAX_ITEMS] = {false};

    memcpy(from, x->items, sizeof from);
    for (uint32_t i = 0; i < x->count; i++) {
        uint32_t thread, k = 0;

        do {
            thread = mz_random_below(random, x->columns.count);
            for (k = 0; k < x->count; k++)
                if (!taken[k] && from[k].thread == thread)
                    break;
        } while (k == x->count);
        taken[k] = true;
        x->items[i] = from[k];
    }
}

static bool draw_execution(struct mz_random *random, struct execution *x,
                           struct mz_record *r)
{
    const struct mz_menu menu = {.count = OPERATIONS};

    memset(x, 0, sizeof *x);
    memset(r, 0, sizeof *r);
    mz_columns_draw(&menu, 2 + mz_random_below(random, 2),
                    1 + mz_random_below(random, 2), random, &x->columns);
    r->count = x->columns.call_count;
    for (uint32_t t = 0; t < x->columns.count; t++)
        for (uint32_t c = x->columns.begin[t]; c < x->columns.begin[t + 1];
             c++) {
            uint32_t fate = mz_random_below(random, 10);

            if (!add_events(random, x, t, MZ_NONE, 1) ||
                !add(x, (struct item){BEGIN, t, c, 0, false}) ||
                !add_events(random, x, t, c, 2))
                return false;
            if (fate < 2) {
                r->states[c] = fate ? MZ_CALL_PENDING : MZ_CALL_WAITS;
                break;
            }
            r->states[c] = MZ_CALL_RETURNED;
            if (!add(x, (struct item){END, t, c, 0, false}))
                return false;
        }
    shuffle(random, x);
    for (uint32_t i = 0; i < x->count; i++)
        for (uint32_t j = i + 1; j < x->count; j++) {
            const struct item *a = &x->items[i], *b = &x->items[j];

            x->before[i][j] =
                a->thread == b->thread ||
                (a->kind == EVENT && b->kind == EVENT &&
                 a->object == b->object && (a->writes || b->writes));
        }
    close_order(x);
    return true;
}

/* What calls return where each takes effect at a moment of its own; and then,
 * now and then, something else. */
static void draw_results(struct mz_random *random, struct machine *m,
                         const struct execution *x, struct mz_record *r)
{
    bool is_made[MZ_MAX_CALLS] = {false};

    m->state = 0;
    for (uint32_t i = 0; i < x->count; i++) {
        const struct item *item = &x->items[i];

        if (item->call == MZ_NONE || is_made[item->call] ||
            (item->kind != END && mz_random_below(random, 3)))
            continue;
        is_made[item->call] = call(&m->code, &x->columns.calls[item->call],
                                   &r->results[item->call]);
    }
    for (uint32_t c = 0; c < r->count; c++)
        if (mz_random_below(random, 8) == 0)
            r->results[c] ^= 1;
}

/* ---- the definition ------------------------------------------------------ */

struct brute {
    struct machine *m;
    const struct execution *x;
    const struct mz_record *r;
    bool by_threads; /* sequential consistency */
    uint32_t position[MAX_ITEMS];
};

static bool explains(struct brute *b, uint32_t placed,
                     const uint32_t *predecessors)
{
    uint32_t state = b->m->state;
    bool is_end = true;

    for (uint32_t c = 0; c < b->r->count; c++) {
        b->m->state = state;
        if (b->r->states[c] == MZ_CALL_RETURNED)
            is_end &= placed >> c & 1;
        if (b->r->states[c] == MZ_CALL_WAITS) {
            int64_t unused;

            is_end &= !call(&b->m->code, &b->x->columns.calls[c], &unused);
        }
    }
    b->m->state = state;
    if (is_end)
        return true;
    for (uint32_t c = 0; c < b->r->count; c++) {
        int64_t result = 0;

        b->m->state = state;
        if ((b->r->states[c] != MZ_CALL_RETURNED &&
             b->r->states[c] != MZ_CALL_PENDING) ||
            placed >> c & 1 || predecessors[c] & ~placed ||
            !call(&b->m->code, &b->x->columns.calls[c], &result))
            continue;
        if (b->r->states[c] == MZ_CALL_RETURNED && result != b->r->results[c])
            continue;
        if (explains(b, placed | 1u << c, predecessors))
            return true;
    }
    return false;
}

/* Of this one order of all items. */
static bool order_is_explained(struct brute *b)
{
    uint32_t predecessors[MZ_MAX_CALLS] = {0};

    for (uint32_t i = 0; i < b->x->count; i++)
        for (uint32_t j = 0; j < b->x->count; j++) {
            const struct item *e = &b->x->items[i], *f = &b->x->items[j];

            if (e->kind == END && f->kind == BEGIN &&
                (b->by_threads ? e->thread == f->thread && i < j
                               : b->position[i] < b->position[j]))
                predecessors[f->call] |= 1u << e->call;
        }
    b->m->state = 0;
    return explains(b, 0, predecessors);
}

static bool all_are_explained(struct brute *b, uint32_t placed, uint32_t count)
{
    if (count == b->x->count)
        return order_is_explained(b);
    for (uint32_t i = 0; i < b->x->count; i++) {
        bool is_next = !(placed >> i & 1);

        for (uint32_t k = 0; k < b->x->count && is_next; k++)
            is_next = !b->x->before[k][i] || placed >> k & 1;
        if (!is_next)
            continue;
        b->position[i] = count;
        if (!all_are_explained(b, placed | 1u << i, count + 1))
            return false;
    }
    return true;
}

/* ---- the checker --------------------------------------------------------- */

struct order {
    struct mz_event_order order; /* first */
    const struct execution *x;
};

static bool precedes(const struct mz_event_order *order, uint32_t i, uint32_t j)
{
    return i == j || ((const struct order *)order)->x->before[i][j];
}

static void find_places(const struct execution *x, struct mz_call_place *places)
{
    for (uint32_t c = 0; c < x->columns.call_count; c++)
        places[c] = (struct mz_call_place){MZ_NONE, MZ_NONE, MZ_NONE, MZ_NONE};
    for (uint32_t c = 0; c < x->columns.call_count; c++) {
        struct mz_call_place *place = &places[c];
        bool has_begun = false, has_ended = false;

        for (uint32_t i = 0; i < x->count; i++) {
            const struct item *item = &x->items[i];

            if (item->thread != mz_columns_of(&x->columns, c))
                continue;
            has_begun |= item->kind == BEGIN && item->call == c;
            has_ended |= item->kind == END && item->call == c;
            if (item->kind != EVENT)
                continue;
            if (!has_begun)
                place->before = i;
            else if (has_ended && place->after == MZ_NONE)
                place->after = i;
            else if (!has_ended && place->first == MZ_NONE)
                place->first = place->last = i;
            else if (!has_ended)
                place->last = i;
        }
    }
}

static enum mz_history_verdict check(struct machine *m,
                                     const struct execution *x,
                                     struct mz_record *r, bool by_threads,
                                     struct mz_arena *arena,
                                     struct mz_arena *scratch)
{
    struct mz_call_place places[MZ_MAX_CALLS];
    struct order order = {{precedes}, x};
    struct mz_history_witness witness;
    struct mz_sequential s;
    enum mz_history_verdict verdict;

    arena->used = 0;
    assert_int_equal(
        mz_sequential_build(&s, &x->columns, &m->code, arena, scratch),
        MZ_SEQUENTIAL_DONE);
    find_places(x, places);
    if (by_threads)
        mz_record_order_threads(r, &x->columns);
    else
        mz_record_order(r, &x->columns, places, &order.order);
    verdict = mz_history_check(&s, &x->columns, r, scratch, &witness);
    if (verdict == MZ_HISTORY_NOT_EXPLAINED)
        assert_in_range(witness.count, 1, r->count);
    return verdict;
}

static struct mz_arena new_arena(void)
{
    struct mz_arena arena;

    mz_arena_init(&arena, calloc(1, MEMORY), MEMORY);
    assert_non_null(arena.start);
    return arena;
}

static void compare(bool by_threads)
{
    struct mz_arena arena = new_arena(), scratch = new_arena();
    unsigned counts[2] = {0};
    const char *divisor = getenv("MAZURKA_TEST_DIVISOR");
    unsigned count = HISTORIES / (divisor ? (unsigned)atoi(divisor) : 1);
    struct mz_random random;
    struct execution x;
    struct mz_record r;
    struct machine m;

    mz_random_seed(&random, by_threads);
    for (unsigned i = 0; i < count;) {
        struct brute brute = {&m, &x, &r, by_threads, {0}};
        bool expected;

        draw_machine(&random, &m);
        if (!draw_execution(&random, &x, &r))
            continue;
        draw_results(&random, &m, &x, &r);
        expected = all_are_explained(&brute, 0, 0);
        assert_int_equal(check(&m, &x, &r, by_threads, &arena, &scratch) ==
                             MZ_HISTORY_EXPLAINED,
                         expected);
        counts[expected]++;
        i++;
    }
    assert_true(counts[0] > count / 10 && counts[1] > count / 10);
    free(arena.start);
    free(scratch.start);
}

static void test_as_by_definition(void **state)
{
    (void)state;
    compare(false);
}

static void test_order_of_threads(void **state)
{
    (void)state;
    compare(true);
}

/* ---- columns ------------------------------------------------------------- */

static void test_columns_are_all(void **state)
{
    struct mz_menu menu = {.count = 2};
    static struct mz_columns all[512];

    (void)state;
    menu.operations[0].arity = 1;
    menu.operations[0].ranges[0] = (struct mz_menu_range){1, 2, false};
    /* Three ways to fill in a call: of two threads with one each the unordered
     * pairs; with two and one all; with two each the pairs of nine. */
    assert_int_equal(mz_menu_choices(&menu, 0), 3);
    assert_int_equal(mz_columns_enumerate(&menu, 2, 1, all, 512), 6);
    assert_int_equal(mz_columns_enumerate(&menu, 2, 2, all, 512), 6 + 27 + 45);
    assert_int_equal(all[5].call_count, 2);
    assert_int_equal(all[6].call_count, 3);
    assert_int_equal(all[77].call_count, 4);
    menu.operations[0].ranges[0].is_data = true;
    assert_int_equal(mz_columns_enumerate(&menu, 3, 1, all, 512), 4);
    for (int i = 0; i < 4; i++)
        for (uint32_t c = 0, value = 0; c < 3; c++)
            if (all[i].calls[c].operation == 0)
                assert_int_equal(all[i].calls[c].arguments[0], ++value);
    assert_true(mz_columns_enumerate(&menu, 4, 6, all, 512) > 512);
    /* The first thread alone puts, others take: one way to fill in each. */
    menu.operations[0].thread = 1;
    assert_int_equal(mz_columns_enumerate(&menu, 2, 1, all, 512), 2);
    assert_int_equal(mz_columns_enumerate(&menu, 2, 2, all, 512), 2 + 6 + 4);
    menu.operations[1].thread = 2;
    assert_int_equal(mz_columns_enumerate(&menu, 2, 3, all, 512), 9);
}

/* A lock: who waits for it is explained only while another has it. */
static bool lock(struct mz_sequential_code *code,
                 const struct mz_object_call *call, int64_t *result)
{
    struct machine *m = (struct machine *)code;

    if (call->operation == 0 && m->state)
        return false;
    m->state = call->operation == 0;
    *result = 0;
    return true;
}

static void test_states_are_few(void **state)
{
    struct mz_arena arena = new_arena(), scratch = new_arena();
    struct machine m = {.code = {begin, lock, end}};
    struct mz_columns columns = {
        .count = 2,
        .call_count = 4,
        .begin = {0, 2, 4},
        .calls = {{.operation = 0},
                  {.operation = 1},
                  {.operation = 0},
                  {.operation = 1}},
    };
    struct mz_sequential s;

    (void)state;
    assert_int_equal(mz_sequential_orders(&columns, 100), 6);
    assert_int_equal(
        mz_sequential_build(&s, &columns, &m.code, &arena, &scratch),
        MZ_SEQUENTIAL_DONE);
    /* 0,0; 1,0; 0,1; 2,0; 0,2; 2,1; 1,2; 2,2: never 1,1. */
    assert_int_equal(s.state_count, 8);
    assert_int_equal(mz_sequential_step(&s, s.first, 0)->kind, MZ_STEP_RETURNS);
    assert_int_equal(
        mz_sequential_step(&s, mz_sequential_step(&s, s.first, 0)->next, 1)
            ->kind,
        MZ_STEP_BLOCKS);
    free(arena.start);
    free(scratch.start);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_as_by_definition),
        cmocka_unit_test(test_order_of_threads),
        cmocka_unit_test(test_columns_are_all),
        cmocka_unit_test(test_states_are_few),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
