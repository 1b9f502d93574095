/* SPDX-License-Identifier: Apache-2.0 */
/* Work that several processes share: each node of a tree is visited once, also
 * when they are killed wherever they happen to be. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/random_below.h"
#include "explore/share.h"

enum {
    DEPTH = 23,
    LITTLE = 3,
    MAX_STACK = 2 * DEPTH,
    NODE = 16, /* bytes of a bundle that it takes */
    ROOM = 4 * NODE,
};

/* ---- a search: a binary tree, depth first -------------------------------- */

struct tree {
    struct mz_algorithm algorithm; /* first */
    uint32_t stack[MAX_STACK];     /* depths of what is below */
    uint32_t count;
    uint32_t node;
    bool planned; /* it is to be visited */
};

static bool next(struct mz_algorithm *algorithm, struct mz_execution *x)
{
    struct tree *tree = (struct tree *)algorithm;

    (void)x;
    if (!tree->count)
        return false;
    tree->node = tree->stack[--tree->count];
    tree->planned = true;
    return true;
}

static void learn(struct mz_algorithm *algorithm, struct mz_execution *x,
                  enum mz_outcome outcome)
{
    struct tree *tree = (struct tree *)algorithm;

    (void)x, (void)outcome;
    tree->planned = false;
    for (int child = 0; child < 2 && tree->node; child++)
        tree->stack[tree->count++] = tree->node - 1;
}

static char *given; /* where the last gift was written */

static size_t give(struct mz_algorithm *algorithm, const struct mz_execution *x,
                   void *task, size_t room, uint32_t stays)
{
    struct tree *tree = (struct tree *)algorithm;
    bool rest = stays == MZ_REST;

    (void)x;
    if (rest && tree->planned) {
        tree->stack[tree->count++] = tree->node;
        tree->planned = false;
    }
    if (rest)
        stays = 0;
    if (tree->count < stays + (rest ? 1 : 2) || room < sizeof(uint32_t))
        return 0;
    given = task;
    *(uint32_t *)task = tree->stack[stays];
    for (uint32_t i = stays + 1; i < tree->count; i++)
        tree->stack[i - 1] = tree->stack[i];
    tree->count--;
    return sizeof(uint32_t);
}

static void receive(struct mz_algorithm *algorithm, struct mz_execution *x,
                    const void *task)
{
    struct tree *tree = (struct tree *)algorithm;

    (void)x;
    tree->count = 1;
    tree->stack[0] = *(const uint32_t *)task;
}

static uint64_t nodes(uint32_t depth)
{
    return (2ull << depth) - 1;
}

static struct tree whole_tree(uint32_t depth)
{
    return (struct tree){
        .algorithm = {.next = next,
                      .learn = learn,
                      .give = give,
                      .receive = receive},
        .stack = {depth},
        .count = 1,
    };
}

/* ---- who visits it ------------------------------------------------------- */

static void do_task(struct mz_sharer *sharer, struct tree *tree)
{
    struct mz_share_totals totals =
        *mz_share_totals(sharer->share, sharer->seat);

    mz_share_begin(sharer, &tree->algorithm, NULL);
    do
        while (next(&tree->algorithm, NULL)) {
            totals.tally.executions++;
            learn(&tree->algorithm, NULL, MZ_COMPLETE);
            mz_share_ran(sharer, &tree->algorithm, NULL);
            if (tree->algorithm.wrong)
                _exit(1);
        }
    while (mz_share_go_on(sharer, &tree->algorithm, NULL));
    mz_share_done(sharer, &totals);
}

static void work(struct mz_share *share, uint32_t seat, uint32_t depth)
{
    struct tree tree = whole_tree(depth);
    struct mz_sharer sharer;
    enum mz_share_state state;

    mz_share_sit(&sharer, share, seat);
    while ((state = mz_share_take(&sharer)) != MZ_SHARE_OVER)
        if (state == MZ_SHARE_TASK)
            do_task(&sharer, &tree);
        else
            sched_yield();
}

static pid_t start(struct mz_share *share, uint32_t seat)
{
    pid_t child = fork();

    assert_true(child >= 0);
    if (child)
        return child;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    work(share, seat, DEPTH);
    _exit(0);
}

static struct mz_share_shape shape_of(uint32_t seats)
{
    return (struct mz_share_shape){.seats = seats, .room = ROOM};
}

static struct mz_share *make_share(uint32_t seats)
{
    const struct mz_share_shape shape = shape_of(seats);
    struct mz_share *share =
        mmap(NULL, mz_share_size(&shape), PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    assert_true(share != MAP_FAILED);
    mz_share_init(share, &shape);
    return share;
}

static uint64_t total(const struct mz_share *share, uint32_t seats)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < seats; i++)
        sum += mz_share_totals(share, i)->tally.executions;
    return sum;
}

static void release(struct mz_share *share, uint32_t seats)
{
    const struct mz_share_shape shape = shape_of(seats);

    munmap(share, mz_share_size(&shape));
}

/* Of a child that has not been waited for: nobody else has its number. */
static void kill_some_time(pid_t child, struct mz_random *random)
{
    struct timespec pause = {.tv_nsec = mz_random_below(random, 1500000)};

    nanosleep(&pause, NULL);
    if (child > 0)
        kill(child, SIGKILL);
}

/* Each that ends before its time is replaced, until all have nothing to do.
 * Returns how many did. */
static unsigned share_out(uint32_t seats, unsigned kills, uint64_t seed)
{
    struct mz_share *share = make_share(seats);
    pid_t workers[MZ_MAX_JOBS];
    struct mz_random random;
    uint32_t left = seats;
    unsigned lost = 0;

    mz_random_seed(&random, seed);
    for (uint32_t i = 0; i < seats; i++)
        workers[i] = start(share, i);
    while (left) {
        uint32_t i = 0;
        int status;
        pid_t ended;

        if (kills && kills--)
            kill_some_time(workers[mz_random_below(&random, seats)], &random);
        ended = waitpid(-1, &status, kills ? WNOHANG : 0);
        while (i < seats && workers[i] != ended)
            i++;
        if (ended <= 0 || i == seats)
            continue;
        assert_true(WIFSIGNALED(status) || !WEXITSTATUS(status));
        if (WIFSIGNALED(status)) {
            lost++;
            mz_share_recover(share, i);
            workers[i] = start(share, i);
        } else {
            workers[i] = 0;
            left--;
        }
    }
    assert_int_equal(total(share, seats), nodes(DEPTH));
    release(share, seats);
    return lost;
}

/* ---- what is carried ----------------------------------------------------- */

enum { SHARES = 2, SEATS = 2 };

/* The first begins with the tree, the other with nothing. */
static struct mz_share *open_share(bool is_first)
{
    struct mz_share_shape shape = shape_of(SEATS);
    struct mz_share *share;

    shape.is_open = true;
    shape.is_resumed = !is_first;
    share = mmap(NULL, mz_share_size(&shape), PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    assert_true(share != MAP_FAILED);
    mz_share_init(share, &shape);
    return share;
}

/* Nobody has anything: and so it stays, as nothing is between the two. */
static bool are_idle(struct mz_share *const shares[SHARES])
{
    return mz_share_is_idle(shares[0]) && mz_share_is_idle(shares[1]);
}

/* A task or more, from one to the other, until there is a place for each. */
static uint32_t carry(struct mz_share *from, struct mz_share *to,
                      uint32_t most)
{
    _Alignas(8) char room[ROOM];
    struct mz_share_record *record = (struct mz_share_record *)room;
    uint32_t count = 0;

    while (count < most && mz_share_carry_out(from, record, sizeof room)) {
        assert_true(record->size && record->size % NODE == 0);
        while (!mz_share_carry_in(to, record))
            sched_yield();
        count++;
    }
    return count;
}

static void test_carried_from_share_to_share(void **state)
{
    struct mz_share *const shares[SHARES] = {open_share(true),
                                             open_share(false)};
    pid_t workers[SHARES * SEATS];
    struct mz_random random;
    uint32_t carried = 0;
    int status;

    (void)state;
    mz_random_seed(&random, 5);
    assert_false(are_idle(shares));
    for (uint32_t i = 0; i < SHARES * SEATS; i++)
        workers[i] = start(shares[i / SEATS], i % SEATS);
    while (!are_idle(shares)) {
        uint32_t from = mz_random_below(&random, SHARES);

        carried += carry(shares[from], shares[1 - from],
                         1 + mz_random_below(&random, 3));
        sched_yield();
    }
    for (uint32_t i = 0; i < SHARES * SEATS; i++)
        assert_int_equal(waitpid(workers[i], &status, WNOHANG), 0);
    for (uint32_t i = 0; i < SHARES; i++)
        mz_share_close(shares[i]);
    for (uint32_t i = 0; i < SHARES * SEATS; i++) {
        assert_int_equal(waitpid(workers[i], &status, 0), workers[i]);
        assert_int_equal(status, 0);
    }
    assert_true(carried > 0);
    assert_int_equal(total(shares[0], SEATS) + total(shares[1], SEATS),
                     nodes(DEPTH));
    release(shares[0], SEATS);
    release(shares[1], SEATS);
}

/* None that is too large, and never the whole search. */
static void test_what_is_not_carried(void **state)
{
    _Alignas(8) char room[2 * ROOM];
    struct mz_share_record *record = (struct mz_share_record *)room;
    struct mz_share *share = open_share(true);
    uint32_t count = 0;

    (void)state;
    assert_false(mz_share_carry_out(share, record, sizeof room));
    record->size = ROOM + 1;
    assert_false(mz_share_carry_in(share, record));
    record->size = ROOM;
    while (mz_share_carry_in(share, record))
        assert_true(++count < 100);
    assert_true(count > 0);
    assert_false(mz_share_carry_out(share, record, ROOM));
    assert_true(mz_share_carry_out(share, record, sizeof room));
    assert_int_equal(record->size, ROOM);
    assert_true(mz_share_carry_in(share, record));
    release(share, SEATS);
}

/* ---- several parts ------------------------------------------------------- */

/* Parts that are so many bytes each, one after the other; returns their size. */
static uint64_t make_bundle(char *to, uint32_t parts, uint64_t size)
{
    uint64_t used = 0;

    for (uint32_t i = 0; i < parts; i++) {
        struct mz_part *part = (struct mz_part *)(to + used);

        part->size = size;
        memset(part->content, (int)i + 1, size);
        used += mz_part_stride(part);
    }
    return used;
}

static void test_bundles_are_opened(void **state)
{
    static _Alignas(8) char bytes[NODE * (MZ_BUNDLE_PARTS + 1)];
    struct mz_bundle b;
    uint64_t size;

    (void)state;
    for (uint32_t parts = 0; parts <= MZ_BUNDLE_PARTS; parts++) {
        size = make_bundle(bytes, parts, 5);
        assert_true(mz_bundle_open(&b, bytes, size));
        assert_int_equal(b.count, parts);
        for (uint32_t i = 0; i < parts; i++) {
            assert_int_equal(b.parts[i]->size, 5);
            assert_int_equal(b.parts[i]->content[4], i + 1);
        }
        for (uint64_t less = 1; less < NODE && parts; less++)
            assert_false(mz_bundle_open(&b, bytes, size - less));
    }
    size = make_bundle(bytes, MZ_BUNDLE_PARTS + 1, 5);
    assert_false(mz_bundle_open(&b, bytes, size));
    size = make_bundle(bytes, 2, 5);
    for (uint64_t wrong = 9; wrong; wrong *= 2) { /* until it is 0 */
        ((struct mz_part *)(bytes + NODE))->size = wrong;
        assert_false(mz_bundle_open(&b, bytes, size));
    }
    ((struct mz_part *)(bytes + NODE))->size = UINT64_MAX;
    assert_false(mz_bundle_open(&b, bytes, size));
}

/* A tree that waits at these depths. */
static struct tree tree_of(uint32_t count, const uint32_t *depths)
{
    struct tree tree = whole_tree(0);

    tree.count = count;
    memcpy(tree.stack, depths, count * sizeof *depths);
    return tree;
}

/* The one that gives, from what it has begun and from parts that it has not. */
static void test_half_of_what_waits_is_given(void **state)
{
    const uint32_t depths[] = {9, 8, 7, 6, 5, 4};
    struct mz_share *share = make_share(1);
    struct tree tree = tree_of(6, depths), other = whole_tree(0);
    struct mz_sharer giver, taker;

    (void)state;
    mz_share_sit(&giver, share, 0);
    assert_int_equal(mz_share_take(&giver), MZ_SHARE_TASK);
    mz_share_begin(&giver, &tree.algorithm, NULL);
    assert_true(mz_share_ran(&giver, &tree.algorithm, NULL));
    assert_int_equal(tree.count, 3);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(tree.stack[i], depths[2 * i + 1]);
    assert_false(mz_share_ran(&giver, &tree.algorithm, NULL));
    mz_share_done(&giver, mz_share_totals(share, 0));

    mz_share_sit(&taker, share, 0);
    assert_int_equal(mz_share_take(&taker), MZ_SHARE_TASK);
    mz_share_begin(&taker, &other.algorithm, NULL);
    assert_int_equal(other.count, 1);
    assert_int_equal(other.stack[0], depths[4]);
    /* Of 9, 7, and what it has begun: 9 and 3; 7 is to be next. */
    other = tree_of(2, (const uint32_t[]){3, 2});
    assert_true(mz_share_ran(&taker, &other.algorithm, NULL));
    assert_int_equal(other.count, 1);
    assert_int_equal(other.stack[0], 2);
    assert_true(mz_share_go_on(&taker, &other.algorithm, NULL));
    assert_int_equal(other.stack[0], depths[2]);
    assert_false(mz_share_go_on(&taker, &other.algorithm, NULL));
    mz_share_done(&taker, mz_share_totals(share, 0));
    assert_int_equal(mz_share_take(&taker), MZ_SHARE_TASK);
    mz_share_begin(&taker, &other.algorithm, NULL);
    assert_int_equal(other.stack[0], 3);
    assert_true(mz_share_go_on(&taker, &other.algorithm, NULL));
    assert_int_equal(other.stack[0], depths[0]);
    assert_false(mz_share_go_on(&taker, &other.algorithm, NULL));
    mz_share_done(&taker, mz_share_totals(share, 0));
    assert_int_equal(mz_share_take(&taker), MZ_SHARE_OVER);
    release(share, 1);
}

/* ---- what is put by ------------------------------------------------------ */

enum { REST_ROOM = 1 << 16 };

/* Each task, but after so many nodes in all, and perhaps with another one
 * planned, it puts the rest by. */
static void work_awhile(struct mz_share *share, uint32_t seat, uint64_t most,
                        bool plans)
{
    struct tree tree = whole_tree(DEPTH);
    struct mz_algorithm *a = &tree.algorithm;
    struct mz_share_totals totals = *mz_share_totals(share, seat);
    struct mz_sharer sharer;

    mz_share_sit(&sharer, share, seat);
    while (most && mz_share_take(&sharer) != MZ_SHARE_OVER) {
        if (!sharer.task) {
            sched_yield();
            continue;
        }
        mz_share_begin(&sharer, a, NULL);
        if (most % 5 == 0)
            most = 0; /* nothing of the task is visited */
        do
            while (most && next(a, NULL)) {
                totals.tally.executions++;
                learn(a, NULL, MZ_COMPLETE);
                mz_share_ran(&sharer, a, NULL);
                most--;
            }
        while (most && mz_share_go_on(&sharer, a, NULL));
        if (!most) {
            if (plans)
                next(a, NULL);
            if (!mz_share_put_by(&sharer, a, NULL))
                _exit(1);
            totals.rest = sharer.rest;
        }
        mz_share_done(&sharer, &totals);
    }
    _exit(0);
}

static char *collected(const struct mz_share *share, uint32_t *count)
{
    char *rest = malloc(REST_ROOM);
    size_t size;

    assert_non_null(rest);
    *count = mz_share_collect(share, rest, REST_ROOM, &size);
    assert_int_not_equal(*count, MZ_NONE);
    return rest;
}

static struct mz_share_shape shape_with(uint32_t seats, const char *rest,
                                        uint32_t count)
{
    return (struct mz_share_shape){
        .seats = seats,
        .loaded = count,
        .is_resumed = rest,
        .room = ROOM,
        .rest_room = REST_ROOM,
    };
}

static struct mz_share *resumed(uint32_t seats, const char *rest,
                                uint32_t count, uint64_t visited)
{
    const struct mz_share_shape shape = shape_with(seats, rest, count);
    const struct mz_share_totals before = {.tally.executions = visited};
    struct mz_share *share =
        mmap(NULL, mz_share_size(&shape), PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    assert_true(share != MAP_FAILED);
    mz_share_init(share, &shape);
    for (uint32_t i = 0; i < count; i++) {
        const struct mz_share_record *r = (const struct mz_share_record *)rest;

        mz_share_load(share, i, r);
        rest += mz_share_stride(r);
    }
    mz_share_take_up(share, &before, 0);
    return share;
}

/* Nodes of all that is left, each record of which is one part. */
static uint64_t nodes_left(const struct mz_share *share, uint32_t *records)
{
    char *rest = collected(share, records), *at = rest;
    uint64_t sum = 0;

    for (uint32_t i = 0; i < *records; i++) {
        const struct mz_share_record *r = (const struct mz_share_record *)at;
        struct mz_bundle bundle;

        assert_true(mz_bundle_open(&bundle, r->content, r->size));
        assert_int_equal(bundle.count, 1);
        sum += nodes(*(const uint32_t *)bundle.parts[0]->content);
        at += mz_share_stride(r);
    }
    free(rest);
    return sum;
}

static void put_all_by(struct mz_sharer *sharer, struct tree *tree)
{
    struct mz_share_totals totals = *mz_share_totals(sharer->share, 0);

    assert_true(mz_share_put_by(sharer, &tree->algorithm, NULL));
    totals.rest = sharer->rest;
    mz_share_done(sharer, &totals);
}

/* Parts that nobody has taken, and parts of a task that are not begun. */
static void test_parts_are_put_by(void **state)
{
    const uint32_t depths[] = {9, 8, 7, 6, 5, 4};
    struct mz_share *share = resumed(1, NULL, 0, 0);
    struct tree tree = tree_of(6, depths);
    const struct mz_share_shape shape = shape_with(1, NULL, 0);
    struct mz_sharer sharer;
    uint64_t all = 0;
    uint32_t records;

    (void)state;
    for (size_t i = 0; i < MZ_COUNT(depths); i++)
        all += nodes(depths[i]);
    mz_share_sit(&sharer, share, 0);
    assert_int_equal(mz_share_take(&sharer), MZ_SHARE_TASK);
    mz_share_begin(&sharer, &tree.algorithm, NULL);
    assert_true(mz_share_ran(&sharer, &tree.algorithm, NULL));
    put_all_by(&sharer, &tree);
    assert_int_equal(nodes_left(share, &records), all);
    assert_int_equal(records, 6);
    assert_int_equal(mz_share_take(&sharer), MZ_SHARE_TASK);
    mz_share_begin(&sharer, &tree.algorithm, NULL);
    assert_true(next(&tree.algorithm, NULL)); /* the first of depth 5 */
    learn(&tree.algorithm, NULL, MZ_COMPLETE);
    mz_share_ran(&sharer, &tree.algorithm, NULL);
    put_all_by(&sharer, &tree);
    assert_int_equal(nodes_left(share, &records), all - 1);
    assert_int_equal(records, 7);
    munmap(share, mz_share_size(&shape));
}

/* Half of the tasks that were put by goes out at once, and none of it stays. */
static void test_half_of_what_was_put_by_is_carried_out(void **state)
{
    enum { COUNT = 9 };
    static _Alignas(8) char tasks[COUNT][64], out[1 << 12];
    struct mz_share_record *record = (struct mz_share_record *)out;
    struct mz_share_shape shape = shape_with(1, tasks[0], COUNT);
    struct mz_share *share;
    struct mz_bundle bundle;
    uint32_t left = COUNT;

    (void)state;
    shape.is_open = true;
    share = mmap(NULL, mz_share_size(&shape), PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    assert_true(share != MAP_FAILED);
    mz_share_init(share, &shape);
    for (uint32_t i = 0; i < COUNT; i++) {
        struct mz_share_record *r = (struct mz_share_record *)tasks[i];
        struct mz_share *one = make_share(1);
        struct mz_sharer sharer;

        /* As it is sealed when somebody gives it. */
        struct tree tree = tree_of(2, (const uint32_t[]){i, 0});
        mz_share_sit(&sharer, one, 0);
        assert_int_equal(mz_share_take(&sharer), MZ_SHARE_TASK);
        assert_true(mz_share_ran(&sharer, &tree.algorithm, NULL));
        assert_true(mz_share_carry_out(one, r, sizeof tasks[i]));
        release(one, 1);
        mz_share_load(share, i, r);
    }
    while (left) {
        assert_true(mz_share_carry_out(share, record, sizeof out));
        assert_true(mz_bundle_open(&bundle, record->content, record->size));
        assert_int_equal(bundle.count, (left + 1) / 2);
        if (left == COUNT)
            for (uint32_t i = 0; i < bundle.count; i++)
                assert_int_equal(*(const uint32_t *)bundle.parts[i]->content,
                                 2 * i);
        left -= bundle.count;
        assert_int_equal(mz_share_is_idle(share), left == 0);
    }
    assert_false(mz_share_carry_out(share, record, sizeof out));
    /* What was written over is not sealed anew. */
    ((struct mz_share_record *)tasks[0])->content[8] ^= 1;
    mz_share_load(share, 0, (struct mz_share_record *)tasks[0]);
    assert_true(mz_share_carry_out(share, record, sizeof out));
    assert_int_equal(record->seal, ((struct mz_share_record *)tasks[0])->seal);
    munmap(share, mz_share_size(&shape));
}

/* What may begin anew does not leave what it has counted, nor that it. */
static void test_what_may_begin_anew_stays(void **state)
{
    static _Alignas(8) char task[64], out[1 << 12];
    struct mz_share_record *record = (struct mz_share_record *)task;
    struct mz_share_shape shape = shape_with(1, task, 1);
    struct mz_share_totals before = {.tied.executions = 7};
    struct tree tree = tree_of(2, (const uint32_t[]){1, 0});
    struct mz_share *share = make_share(1);
    struct mz_sharer sharer;
    struct mz_share_record *left;
    uint32_t records;

    (void)state;
    mz_share_sit(&sharer, share, 0);
    assert_int_equal(mz_share_take(&sharer), MZ_SHARE_TASK);
    assert_int_equal(mz_share_counted(&sharer).executions, 0);
    assert_true(mz_share_ran(&sharer, &tree.algorithm, NULL));
    assert_true(mz_share_carry_out(share, record, sizeof task));
    assert_false(record->is_tied);
    release(share, 1);
    record->is_tied = 1;
    shape.is_open = true;
    share = mmap(NULL, mz_share_size(&shape), PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    assert_true(share != MAP_FAILED);
    mz_share_init(share, &shape);
    mz_share_load(share, 0, record);
    mz_share_take_up(share, &before, 7);
    assert_int_equal(mz_share_totals(share, 0)->tied.executions, 0);
    assert_false(
        mz_share_carry_out(share, (struct mz_share_record *)out, sizeof out));
    mz_share_sit(&sharer, share, 0);
    assert_int_equal(mz_share_take(&sharer), MZ_SHARE_TASK);
    assert_int_equal(mz_share_counted(&sharer).executions, 7);
    mz_share_begin(&sharer, &tree.algorithm, NULL);
    put_all_by(&sharer, &tree);
    left = (struct mz_share_record *)collected(share, &records);
    assert_int_equal(records, 1);
    assert_true(left->is_tied && left->size == record->size);
    free(left);
    /* Tickets count from when it begins anew. */
    assert_false(mz_share_take_ticket(&sharer, 7));
    mz_share_return_tickets(&sharer);
    assert_true(mz_share_take_ticket(&sharer, 1));
    munmap(share, mz_share_size(&shape));
}

/* From session to session, each with other workers, to the last node. */
static void test_put_by_and_taken_up(void **state)
{
    uint64_t visited = 0;
    struct mz_random random;
    uint32_t left = 0, sessions = 0;
    char *rest = NULL;

    (void)state;
    mz_random_seed(&random, 1);
    for (; left || !sessions; sessions++) {
        uint32_t seats = 1 + mz_random_below(&random, 4), count = left;
        const struct mz_share_shape shape = shape_with(seats, rest, count);
        struct mz_share *share = resumed(seats, rest, left, visited);
        char *before = rest;

        for (uint32_t i = 0; i < seats; i++) {
            uint64_t most = mz_random_below(&random, nodes(DEPTH) / 50);
            bool plans = mz_random_below(&random, 2);

            if (!fork())
                work_awhile(share, i, most, plans);
        }
        for (uint32_t i = 0; i < seats; i++) {
            int status;

            assert_true(wait(&status) > 0);
            assert_true(WIFEXITED(status) && !WEXITSTATUS(status));
        }
        visited = total(share, seats);
        rest = collected(share, &left);
        free(before); /* the tasks loaded were in it */
        munmap(share, mz_share_size(&shape));
    }
    free(rest);
    assert_int_equal(visited, nodes(DEPTH));
    print_message("%u sessions\n", sessions);
    assert_true(sessions > 10);
}

/* ---- the tests ----------------------------------------------------------- */

static void test_one_does_it_all(void **state)
{
    struct mz_share *share = make_share(1);

    (void)state;
    work(share, 0, DEPTH);
    assert_int_equal(total(share, 1), nodes(DEPTH));
    release(share, 1);
}

static void test_several_share(void **state)
{
    (void)state;
    for (uint32_t seats = 2; seats <= 5; seats++)
        assert_int_equal(share_out(seats, 0, 0), 0);
}

static void test_killed_ones_are_replaced(void **state)
{
    uint64_t seed = (uint64_t)getpid();
    unsigned lost = 0;

    (void)state;
    print_message("seed %llu\n", (unsigned long long)seed);
    for (uint32_t round = 0; round < 20; round++)
        lost += share_out(2 + round % 3, 60, seed + round);
    print_message("%u were killed\n", lost);
    assert_true(lost > 100);
}

/* What another one makes of what a worker leaves behind that is killed now. */
static void check_what_is_left(const struct mz_share *share,
                               struct mz_share *copy)
{
    const struct mz_share_shape shape = shape_of(1);

    memcpy(copy, share, mz_share_size(&shape));
    mz_share_recover(copy, 0);
    work(copy, 0, LITTLE);
    assert_int_equal(total(copy, 1), nodes(LITTLE));
}

static pid_t start_traced(struct mz_share *share)
{
    pid_t child = fork();
    int status;

    assert_true(child >= 0);
    if (child) {
        assert_int_equal(waitpid(child, &status, 0), child);
        if (!WIFSTOPPED(status))
            skip(); /* it may not be traced */
        return child;
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
        _exit(1);
    raise(SIGSTOP);
    work(share, 0, LITTLE);
    _exit(0);
}

/* Those of a sanitizer's build are many, and run nowhere else. */
#ifdef __SANITIZE_ADDRESS__
enum { EACH = 19 };
#else
enum { EACH = 1 };
#endif

static void test_killed_at_any_instruction(void **state)
{
    struct mz_share *share = make_share(1), *copy = make_share(1);
    pid_t child = start_traced(share);
    unsigned steps = 0;
    int status;

    (void)state;
    for (;; steps++) {
        assert_int_equal(ptrace(PTRACE_SINGLESTEP, child, NULL, NULL), 0);
        assert_int_equal(waitpid(child, &status, 0), child);
        if (!WIFSTOPPED(status))
            break;
        if (steps % EACH == 0)
            check_what_is_left(share, copy);
    }
    print_message("%u instructions\n", steps);
    assert_true(WIFEXITED(status) && steps > 1000);
    release(copy, 1);
    release(share, 1);
}

static void test_tickets_run_out(void **state)
{
    struct mz_share *share = make_share(1);
    struct mz_sharer sharer;

    (void)state;
    mz_share_sit(&sharer, share, 0);
    assert_true(mz_share_take_ticket(&sharer, 2));
    assert_true(mz_share_take_ticket(&sharer, 2));
    assert_false(mz_share_take_ticket(&sharer, 2));
    mz_share_return_ticket(&sharer);
    assert_true(mz_share_take_ticket(&sharer, 2));
    /* What was done with them is lost. */
    assert_int_equal(mz_share_recover(share, 0), 1);
    assert_int_equal(mz_share_recover(share, 0), 2);
    assert_true(mz_share_take_ticket(&sharer, 2));
}

static void test_what_was_written_over_is_refused(void **state)
{
    struct mz_share *share = make_share(1);
    struct tree tree = whole_tree(LITTLE), other = whole_tree(LITTLE);
    struct mz_sharer sharer;

    (void)state;
    mz_share_sit(&sharer, share, 0);
    assert_int_equal(mz_share_take(&sharer), MZ_SHARE_TASK);
    mz_share_begin(&sharer, &tree.algorithm, NULL);
    do {
        assert_true(next(&tree.algorithm, NULL));
        learn(&tree.algorithm, NULL, MZ_COMPLETE);
    } while (!mz_share_ran(&sharer, &tree.algorithm, NULL));
    mz_share_done(&sharer, mz_share_totals(share, 0));
    assert_int_equal(mz_share_take(&sharer), MZ_SHARE_TASK);
    for (unsigned bit = 0; bit < 8 * sizeof(uint32_t); bit++) {
        given[bit / 8] ^= 1 << bit % 8;
        other.algorithm.wrong = MZ_WRONG_NONE;
        mz_share_begin(&sharer, &other.algorithm, NULL);
        assert_non_null(other.algorithm.wrong);
        given[bit / 8] ^= 1 << bit % 8;
    }
    other.algorithm.wrong = MZ_WRONG_NONE;
    mz_share_begin(&sharer, &other.algorithm, NULL);
    assert_null(other.algorithm.wrong);
    assert_int_equal(other.count, 1);
    release(share, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_does_it_all),
        cmocka_unit_test(test_several_share),
        cmocka_unit_test(test_killed_ones_are_replaced),
        cmocka_unit_test(test_killed_at_any_instruction),
        cmocka_unit_test(test_carried_from_share_to_share),
        cmocka_unit_test(test_what_is_not_carried),
        cmocka_unit_test(test_bundles_are_opened),
        cmocka_unit_test(test_half_of_what_waits_is_given),
        cmocka_unit_test(test_parts_are_put_by),
        cmocka_unit_test(test_what_may_begin_anew_stays),
        cmocka_unit_test(test_half_of_what_was_put_by_is_carried_out),
        cmocka_unit_test(test_put_by_and_taken_up),
        cmocka_unit_test(test_tickets_run_out),
        cmocka_unit_test(test_what_was_written_over_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
