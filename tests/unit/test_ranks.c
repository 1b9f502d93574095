/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ranks that share a search, over a network that delays each message by chance,
 * in all but the order of those of one rank to another. The search is a tree of
 * nodes, made up by a hash: each is to be met once, and nobody may say that
 * nothing is left before. A node's name must have its number before the node is
 * met, and the same in all ranks.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/base.h"
#include "ranks/rank.h"

enum { MOST = 17, ROOM = 1 << 16, NAMES = 128, MARK = 77, SEARCH = 3 };

/* A node: the seed of what is below it, and how deep that may be. */
struct node {
    uint64_t seed;
    uint32_t depth;
    uint32_t number; /* of the name of who made it, in rank 0's list; 0: none */
};

struct rank {
    struct mz_rank_world world; /* first */
    struct mz_rank *rank;
    uint32_t number;
    struct node stack[ROOM];
    uint32_t first, count;
    uint64_t met;
    uint64_t list[NAMES]; /* of objects */
    uint64_t length;
    uint64_t asked, told; /* a name without a number; has it been asked for? */
    bool wants, is_slow;
    uint64_t begins, divides; /* when */
    uint32_t refuses; /* a task, with that chance in 64 */
    struct node given;
    uint64_t stops_after; /* so many nodes its search breaks off; 0: never */
    uint64_t identity;
    bool has_ended;
};

struct letter {
    struct letter *next;
    uint32_t from, to;
    uint64_t time;
    size_t size;
    char bytes[];
};

static struct rank ranks[MOST];
static uint32_t count;
static struct mz_random chance;
static uint64_t now, most_delay, tasks_sent;
static bool has_stragglers; /* some tasks are on their way for much longer */
static bool has_slow_waves; /* and so are waves */
static uint64_t last_time[MOST][MOST]; /* of what is on its way */
static struct letter *letters;

static uint64_t draw(uint64_t below)
{
    return mz_random_word(&chance) % below;
}

/* ---- the network --------------------------------------------------------- */

static void send(struct mz_rank_world *world, uint32_t to,
                 const struct mz_rank_message *m, const void *content,
                 size_t size)
{
    uint32_t from = ((struct rank *)world)->number;
    struct letter *letter = malloc(sizeof *letter + sizeof *m + size), **at;
    uint64_t *last = &last_time[from][to];

    assert_non_null(letter);
    assert_true(to < count && to != from);
    letter->from = from;
    letter->to = to;
    letter->size = sizeof *m + size;
    letter->time = now + 1 + draw(most_delay);
    if (has_stragglers && m->kind == MZ_RANK_TASK && !draw(3))
        letter->time += draw(300);
    if (has_slow_waves && (m->kind == MZ_RANK_DOWN || m->kind == MZ_RANK_UP))
        letter->time += draw(60);
    if (letter->time < *last)
        letter->time = *last;
    *last = letter->time;
    memcpy(letter->bytes, m, sizeof *m);
    if (size)
        memcpy(letter->bytes + sizeof *m, content, size);
    for (at = &letters; *at && (*at)->time <= letter->time;)
        at = &(*at)->next;
    letter->next = *at;
    *at = letter;
    tasks_sent += m->kind == MZ_RANK_TASK;
}

static void deliver(void)
{
    while (letters && letters->time <= now) {
        struct letter *letter = letters;

        letters = letter->next;
        assert_true(mz_rank_receive(ranks[letter->to].rank, letter->bytes,
                                    letter->size));
        free(letter);
    }
}

static uint32_t tasks_on_their_way(void)
{
    uint32_t found = 0;

    for (struct letter *letter = letters; letter; letter = letter->next) {
        struct mz_rank_message m;

        memcpy(&m, letter->bytes, sizeof m);
        found += m.kind == MZ_RANK_TASK;
    }
    return found;
}

/* ---- a search ------------------------------------------------------------ */

static void push(struct rank *r, struct node node)
{
    assert_true(r->first + r->count < ROOM);
    r->stack[r->first + r->count++] = node;
}

static bool has_number(struct rank *r, uint64_t name, uint32_t *number)
{
    for (*number = 1; *number <= r->length; ++*number)
        if (r->list[*number - 1] == name)
            return true;
    return false;
}

static void append(struct rank *r, uint64_t name)
{
    assert_true(r->length < NAMES);
    r->list[r->length++] = name;
}

/* The name that the node has: of some a new one, of most an old one. */
static uint64_t name_of(const struct node *n)
{
    return n->seed % 64 ? 1 + n->seed % 7 : 8 + n->seed / 64 % 50;
}

static uint32_t children_of(const struct node *n)
{
    return n->depth ? (uint32_t)(n->seed >> 32) % 4 : 0;
}

static struct node child_of(const struct node *n, uint32_t i, uint32_t number)
{
    return (struct node){mz_hash_word(n->seed, i + 1), n->depth - 1, number};
}

static uint64_t size_of(struct node n)
{
    uint64_t size = 1;

    for (uint32_t i = 0; i < children_of(&n); i++)
        size += size_of(child_of(&n, i, 0));
    return size;
}

/* It has nothing to do any more: its name has come, or it meets a node. */
static void search(struct rank *r)
{
    struct node n;
    uint32_t number;

    if (r->has_ended || !r->count || (r->is_slow && draw(4)))
        return;
    n = r->stack[r->first + r->count - 1];
    assert_true(n.number <= r->length); /* no task is ahead of its names */
    if (n.number)
        assert_int_equal(r->list[n.number - 1], ranks[0].list[n.number - 1]);
    if (!has_number(r, name_of(&n), &number)) {
        if (r->number) {
            r->asked = name_of(&n);
            return;
        }
        append(r, name_of(&n));
    }
    r->asked = r->told = 0;
    r->count--;
    r->met++;
    for (uint32_t i = 0; i < children_of(&n); i++)
        push(r, child_of(&n, i, number));
    if (r->stops_after && r->met >= r->stops_after)
        r->has_ended = true;
}

static void look(struct mz_rank_world *world, struct mz_rank_sample *s)
{
    struct rank *r = (struct rank *)world;

    s->begun = now > r->begins;
    s->identity = r->identity;
    s->at_work = r->count > 0 || !s->begun;
    s->ended = s->stops = r->has_ended;
    s->executions = r->met;
}

static void want(struct mz_rank_world *world, bool wants)
{
    ((struct rank *)world)->wants = wants;
}

/* The oldest, and not the only one. */
static const void *take(struct mz_rank_world *world, size_t *size)
{
    struct rank *r = (struct rank *)world;

    if (!r->wants || r->count < 2 || now < r->divides || r->has_ended ||
        draw(2))
        return NULL;
    r->given = r->stack[r->first++];
    r->count--;
    *size = sizeof r->given;
    return &r->given;
}

static bool bring(struct mz_rank_world *world, const void *task, size_t size)
{
    struct rank *r = (struct rank *)world;
    struct node n;

    if (draw(64) < r->refuses)
        return false;
    assert_int_equal(size, sizeof n);
    memcpy(&n, task, sizeof n);
    push(r, n);
    return true;
}

static uint64_t length(struct mz_rank_world *world, enum mz_rank_list list)
{
    return list == MZ_RANK_OBJECTS ? ((struct rank *)world)->length : 0;
}

static const uint64_t *names(struct mz_rank_world *world,
                             enum mz_rank_list list, uint64_t first,
                             uint64_t *how_many)
{
    struct rank *r = (struct rank *)world;

    assert_int_equal(list, MZ_RANK_OBJECTS);
    *how_many = r->length - first > 2 ? 2 : r->length - first;
    return &r->list[first];
}

static void put(struct mz_rank_world *world, enum mz_rank_list list,
                uint64_t place, uint64_t name)
{
    struct rank *r = (struct rank *)world;

    assert_int_equal(list, MZ_RANK_OBJECTS);
    assert_int_equal(place, r->length);
    append(r, name);
}

static void add(struct mz_rank_world *world, enum mz_rank_list list,
                uint64_t name)
{
    struct rank *r = (struct rank *)world;
    uint32_t number;

    assert_int_equal(list, MZ_RANK_OBJECTS);
    if (!has_number(r, name, &number))
        append(r, name);
}

static uint64_t wanted(struct mz_rank_world *world, enum mz_rank_list *list)
{
    struct rank *r = (struct rank *)world;

    *list = MZ_RANK_OBJECTS;
    if (r->asked == r->told)
        return 0;
    return r->told = r->asked;
}

static const struct mz_rank_world port = {send, look,   want, take, bring,
                                          length, names, put, add,  wanted};

/* ---- all together -------------------------------------------------------- */

static void begin(uint64_t seed, uint32_t how_many, uint64_t delay)
{
    memset(ranks, 0, sizeof ranks);
    memset(last_time, 0, sizeof last_time);
    mz_random_seed(&chance, seed);
    count = how_many;
    most_delay = delay;
    has_stragglers = seed % 2;
    has_slow_waves = seed % 4 > 1;
    now = tasks_sent = 0;
    for (uint32_t i = 0; i < count; i++) {
        ranks[i].world = port;
        ranks[i].number = i;
        ranks[i].identity = 5;
        ranks[i].is_slow = draw(2);
        ranks[i].begins = draw(100);
        ranks[i].refuses = draw(3) ? 16 : 63;
        ranks[i].rank =
            mz_rank_create(&ranks[i].world, i, count, SEARCH, MARK, seed);
        assert_non_null(ranks[i].rank);
    }
}

static uint64_t met(void)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < count; i++)
        sum += ranks[i].met;
    return sum;
}

/* That the root has said: no work may be anywhere. */
static void expect_nothing_left(void)
{
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(ranks[i].count, 0);
    assert_int_equal(tasks_on_their_way(), 0);
}

/* Until all is over. Returns how it ended: closed, or stopped. */
static enum mz_rank_phase run(void)
{
    enum mz_rank_phase how = MZ_RANK_WAIT;

    for (uint32_t over = 0; over < count; now++) {
        assert_true(now < 1000000);
        deliver();
        over = 0;
        for (uint32_t i = 0; i < count; i++) {
            struct rank *r = &ranks[i];
            enum mz_rank_phase phase = mz_rank_phase(r->rank);

            search(r);
            if (phase == MZ_RANK_CLOSE || phase == MZ_RANK_STOP)
                r->has_ended |= !draw(3);
            if (draw(3))
                mz_rank_act(r->rank, (double)now * 0.001);
            phase = mz_rank_phase(r->rank);
            if (phase == MZ_RANK_CLOSE)
                expect_nothing_left();
            if (phase == MZ_RANK_CLOSE || phase == MZ_RANK_STOP)
                how = phase;
            over += phase == MZ_RANK_OVER;
        }
    }
    return how;
}

static void end(void)
{
    while (letters) {
        struct letter *next = letters->next;

        free(letters);
        letters = next;
    }
    for (uint32_t i = 0; i < count; i++)
        mz_rank_release(ranks[i].rank);
}

static struct node root_of(uint64_t seed)
{
    return (struct node){mz_hash_word(seed, 99) | 3ull << 32, 9, 0};
}

static void test_meets_each_node_once(void **state)
{
    uint64_t travelled = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        begin(seed, 1 + (uint32_t)(seed % MOST), 1 + seed % 5 * seed % 60);
        push(&ranks[0], root_of(seed));
        assert_int_equal(run(), MZ_RANK_CLOSE);
        assert_int_equal(met(), size_of(root_of(seed)));
        assert_int_equal(mz_rank_all(ranks[0].rank)->executions, met());
        travelled += tasks_sent;
        end();
    }
    assert_true(travelled > 400);
}

/* Of which there is one at a time, so that nobody may have any while one is on
 * its way. */
static void test_few_tasks(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 1000; seed++) {
        struct node few = root_of(seed);

        few.depth = 2 + seed % 3;
        begin(seed, 3 + (uint32_t)(seed % 5), 2);
        push(&ranks[0], few);
        assert_int_equal(run(), MZ_RANK_CLOSE);
        assert_int_equal(met(), size_of(few));
        end();
    }
}

/* Who has asked all others gets a task when there is one at last. */
static void test_lifelines_remember(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        begin(seed, 4, 3);
        ranks[0].divides = 500;
        for (uint32_t i = 0; i < 300; i++)
            push(&ranks[0], root_of(seed + i));
        assert_int_equal(run(), MZ_RANK_CLOSE);
        for (uint32_t i = 0; i < count; i++)
            assert_true(ranks[i].met > 0);
        end();
    }
}

/* Tasks that are there at the beginning, wherever. */
static void test_all_begin_with_work(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        uint64_t size = 0;

        begin(seed, 2 + (uint32_t)(seed % 7), 40);
        for (uint32_t i = 0; i < count; i++) {
            push(&ranks[i], root_of(seed + i));
            size += size_of(root_of(seed + i));
        }
        assert_int_equal(run(), MZ_RANK_CLOSE);
        assert_int_equal(met(), size);
        end();
    }
}

/* By an error, a limit, a signal: then nobody says that nothing is left. */
static void test_one_ends_before_the_others(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        uint32_t who = (uint32_t)(seed % (1 + seed % 9));

        begin(seed, 1 + (uint32_t)(seed % 9), 30);
        for (uint32_t i = 0; i < count; i++)
            push(&ranks[i], root_of(seed + i));
        ranks[who].stops_after = 1;
        assert_int_equal(run(), MZ_RANK_STOP);
        end();
    }
}

/* Of nodes that nobody has met: with the rank's search, and on their way to
 * it. */
static uint64_t left_at(struct rank *r)
{
    uint64_t left = 0;
    const void *task;
    size_t size;

    for (uint32_t i = 0; i < r->count; i++)
        left += size_of(r->stack[r->first + i]);
    for (uint32_t i = 0; (task = mz_rank_held(r->rank, i, &size)); i++) {
        struct node n;

        assert_int_equal(size, sizeof n);
        memcpy(&n, task, sizeof n);
        left += size_of(n);
    }
    return left;
}

/* A search that is to go on another time: wherever its parts are when one of
 * the ranks stops all, they are there at the end. */
static void test_nothing_is_lost_when_all_stop(void **state)
{
    uint64_t cut = 0, held = 0;
    size_t size;

    (void)state;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        uint64_t whole = 0, found;

        begin(seed, 2 + (uint32_t)(seed % 9), 1 + seed % 60);
        for (uint64_t i = 0; i < 8; i++) {
            push(&ranks[0], root_of(seed + i));
            whole += size_of(root_of(seed + i));
        }
        ranks[seed % count].stops_after = 1 + seed % 200;
        cut += run() == MZ_RANK_STOP;
        found = met();
        for (uint32_t i = 0; i < count; i++) {
            found += left_at(&ranks[i]);
            held += mz_rank_held(ranks[i].rank, 0, &size) != NULL;
        }
        assert_int_equal(found, whole);
        assert_int_equal(tasks_on_their_way(), 0);
        end();
    }
    assert_true(cut > 200 && held > 20);
}

static void test_one_is_another_program(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 50; seed++) {
        uint32_t who = (uint32_t)(seed % (2 + seed % 9));

        begin(seed, 2 + (uint32_t)(seed % 9), 30);
        push(&ranks[0], root_of(seed));
        ranks[who].identity = 6;
        assert_int_equal(run(), MZ_RANK_STOP);
        assert_true(mz_rank_all(ranks[0].rank)->other);
        assert_int_equal(tasks_sent, 0);
        end();
    }
}

/* The root's next wave comes back from rank 1 with these counts. */
static enum mz_rank_phase after_wave(uint64_t wave, uint64_t sent,
                                     uint64_t received, uint32_t at_work)
{
    const struct mz_rank_message m = {
        .mark = MARK,
        .kind = MZ_RANK_UP,
        .from = 1,
        .search = SEARCH,
        .number = wave,
        .sample = {.sent = sent, .received = received, .ranks = 1, .begun = 1,
                   .at_work = at_work, .identity = 5},
    };

    mz_rank_act(ranks[0].rank, (double)++now);
    assert_true(mz_rank_receive(ranks[0].rank, &m, sizeof m));
    mz_rank_act(ranks[0].rank, (double)now);
    return mz_rank_phase(ranks[0].rank);
}

/* Two waves in which nobody has work may both have missed what was between. */
static void test_waves_that_do_not_agree(void **state)
{
    (void)state;
    begin(2, 2, 1);
    ranks[0].begins = 0;
    now = 1;
    assert_int_equal(after_wave(1, 0, 0, 0), MZ_RANK_GO);
    assert_int_equal(after_wave(2, 1, 1, 0), MZ_RANK_GO);
    assert_int_equal(after_wave(3, 2, 2, 0), MZ_RANK_GO);
    assert_int_equal(after_wave(4, 2, 2, 1), MZ_RANK_GO);
    assert_int_equal(after_wave(5, 2, 2, 0), MZ_RANK_GO);
    assert_int_equal(after_wave(6, 3, 2, 0), MZ_RANK_GO);
    assert_int_equal(after_wave(7, 3, 3, 0), MZ_RANK_GO);
    assert_int_equal(after_wave(8, 3, 3, 0), MZ_RANK_CLOSE);
    end();
}

static void test_what_no_rank_sends(void **state)
{
    struct mz_rank_message m = {.mark = MARK, .search = SEARCH};
    char most[sizeof m + 12] = {0};

    (void)state;
    begin(1, 3, 1);
    m.kind = MZ_RANK_KINDS;
    assert_false(mz_rank_receive(ranks[0].rank, &m, sizeof m));
    m.kind = MZ_RANK_ASK;
    assert_false(mz_rank_receive(ranks[0].rank, &m, sizeof m - 1));
    m.from = 3;
    assert_false(mz_rank_receive(ranks[0].rank, &m, sizeof m));
    m.from = 1;
    m.mark++;
    assert_false(mz_rank_receive(ranks[0].rank, &m, sizeof m));
    m.mark--;
    m.search++;
    assert_false(mz_rank_receive(ranks[0].rank, &m, sizeof m));
    m.search = SEARCH;
    m.kind = MZ_RANK_UP; /* of a wave that never was */
    assert_false(mz_rank_receive(ranks[0].rank, &m, sizeof m));
    m.kind = MZ_RANK_DOWN;
    assert_false(mz_rank_receive(ranks[0].rank, &m, sizeof m));
    m.kind = MZ_RANK_NAMES;
    m.list = MZ_RANK_OBJECTS;
    memcpy(most, &m, sizeof m);
    assert_false(mz_rank_receive(ranks[1].rank, most, sizeof most));
    /* A task of a search before this one is nobody's. */
    m.kind = MZ_RANK_TASK;
    m.search = SEARCH - 1;
    assert_true(mz_rank_receive(ranks[0].rank, &m, sizeof m));
    assert_int_equal(ranks[0].count, 0);
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_meets_each_node_once),
        cmocka_unit_test(test_few_tasks),
        cmocka_unit_test(test_lifelines_remember),
        cmocka_unit_test(test_all_begin_with_work),
        cmocka_unit_test(test_one_ends_before_the_others),
        cmocka_unit_test(test_nothing_is_lost_when_all_stop),
        cmocka_unit_test(test_one_is_another_program),
        cmocka_unit_test(test_waves_that_do_not_agree),
        cmocka_unit_test(test_what_no_rank_sends),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
