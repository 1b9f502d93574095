/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The protocol of src/ranks, of up to thousands of ranks, on a made-up clock:
 *
 *     simulate PROGRAM N[xTIMES] RANKS:MICROSECONDS...
 *
 * Each rank has one worker, and all explore the tree of the program's executions
 * (tree.h), which rank 0 begins with; an execution takes so many microseconds. With
 * xTIMES it is so many times as large, of subtrees of its own. A
 * worker gives away what mz_share_ran would: half of what waits. The network is
 * Ethernet (30 us, 1.25 GB/s), then InfiniBand (2 us, 12 GB/s). Prints a line for
 * each: efficiency (work / ranks / time), tasks and messages a second and rank,
 * messages a second at the rank that gets most, and how many bytes were on their
 * way to one rank at most.
 *
 * What is real is the tree, and the code of the protocol; what is assumed stands
 * here.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "explore/bundle.h"
#include "ranks/rank.h"
#include "tree.h"

static const double WAKE = 100e-6; /* until a task that came is begun */
static const double HANDLE = 3e-6; /* a message, by who gets it */
/* A supervisor looks each so often (cli/ranks.c): where its search, or a rank
 * that has asked it, has nothing to do, and something was heard lately that is
 * no wave, or has changed; where only the latter is so; only the former; and
 * neither. */
static const double BRISK = 0.1e-3, SOON = 0.5e-3, LOOK = 1e-3, REST = 4e-3,
                    LATELY = 10e-3;
enum { PART_SIZE = 2048, MOST_STACK = 4096 };

struct network {
    const char *name;
    double latency, bandwidth; /* seconds; bytes a second */
};
static const struct network networks[] = {
    {"Ethernet", 30e-6, 1.25e9},
    {"InfiniBand", 2e-6, 12e9},
};

enum what { MESSAGE, ACT, CUT, DRY };

struct event {
    double time;
    uint64_t number; /* those of one time come as they were made */
    enum what what;
    uint32_t rank;
    struct letter *letter;
    uint64_t
        turn; /* of a worker: it has more or less to do since, if not its */
};

/* Subtrees, the one that has waited longest first. */
struct task {
    uint32_t count;
    uint32_t nodes[MZ_BUNDLE_PARTS];
};

struct letter {
    bool is_seen;   /* a look was, since it came */
    size_t size;    /* of the message, as it is here */
    uint64_t bytes; /* as it would be */
    struct mz_rank_message head;
    struct task task;
};

struct rank {
    struct mz_rank_world world; /* first */
    struct mz_rank *rank;
    uint32_t number;
    uint32_t stack[MOST_STACK]; /* what waits, and on top what is run */
    uint32_t depth;
    uint32_t parts; /* so many, the first, are parts of a task not begun */
    uint64_t left;  /* executions, of all that */
    double since;   /* when that on top was begun */
    struct task gift, given; /* of no nodes: there is none */
    uint64_t turn;
    bool wants, acts;         /* a look is on its way */
    double looked, news;      /* when it did last, and had some */
    double handled, departed; /* when the last message was, here */
    uint64_t messages, tasks, queue, most_queue;
};

static struct rank *ranks;
static uint32_t count;
static struct tree tree;
static double execution; /* seconds */
static const struct network *network;
static double now;

/* ---- what is to come ----------------------------------------------------- */

static struct event *heap;
static size_t heap_count, heap_room;
static uint64_t numbers;

static bool is_before(const struct event *a, const struct event *b)
{
    return a->time < b->time || (a->time == b->time && a->number < b->number);
}

static void swap(size_t i, size_t k)
{
    struct event e = heap[i];

    heap[i] = heap[k];
    heap[k] = e;
}

static void plan(struct event e)
{
    size_t i = heap_count++;

    if (heap_count > heap_room) {
        heap_room = 2 * heap_count;
        heap = realloc(heap, heap_room * sizeof *heap);
        if (!heap)
            abort();
    }
    e.number = numbers++;
    heap[i] = e;
    for (; i && is_before(&heap[i], &heap[(i - 1) / 2]); i = (i - 1) / 2)
        swap(i, (i - 1) / 2);
}

static struct event next(void)
{
    struct event first = heap[0];

    heap[0] = heap[--heap_count];
    for (size_t i = 0, k; (k = 2 * i + 1) < heap_count; i = k) {
        if (k + 1 < heap_count && is_before(&heap[k + 1], &heap[k]))
            k++;
        if (!is_before(&heap[k], &heap[i]))
            break;
        swap(i, k);
    }
    return first;
}

static void look_again(struct rank *r, double time)
{
    if (r->acts)
        return;
    r->acts = true;
    plan((struct event){.time = time, .what = ACT, .rank = r->number});
}

/* ---- a search ------------------------------------------------------------ */

static void push(struct rank *r, uint32_t node)
{
    if (r->depth == MOST_STACK)
        abort();
    r->stack[r->depth++] = node;
}

/* What an execution leads to: the first of these is run next. */
static void run_top(struct rank *r)
{
    uint32_t node = r->stack[--r->depth], end = node + tree.sizes[node];
    uint32_t first = r->depth;

    for (uint32_t child = node + 1; child < end; child += tree.sizes[child])
        push(r, child);
    for (uint32_t last = r->depth; first + 1 < last; first++) {
        uint32_t other = r->stack[--last];

        r->stack[last] = r->stack[first];
        r->stack[first] = other;
    }
}

/* That on top is run. */
static void begin_top(struct rank *r)
{
    if (r->parts >= r->depth)
        r->parts = r->depth ? r->depth - 1 : 0;
}

/* Runs what has been run by now. */
static void catch_up(struct rank *r)
{
    uint64_t runs;

    if (now <= r->since || !r->left)
        return;
    runs = (uint64_t)((now - r->since) / execution + 1e-6);
    if (runs > r->left)
        runs = r->left;
    r->since += (double)runs * execution;
    r->left -= runs;
    while (runs) {
        uint64_t size = tree.sizes[r->stack[r->depth - 1]];

        if (size > runs) {
            run_top(r);
            runs--;
        } else {
            r->depth--;
            runs -= size;
        }
        begin_top(r);
    }
}

static double end_of(const struct rank *r)
{
    return r->since + (double)r->left * execution;
}

static void plan_end(struct rank *r)
{
    r->turn++;
    plan((struct event){
        .time = end_of(r), .what = DRY, .rank = r->number, .turn = r->turn});
}

static void plan_cut(struct rank *r, double time)
{
    plan((struct event){
        .time = time, .what = CUT, .rank = r->number, .turn = r->turn});
}

/* As give_half of explore/share.c: the first of `from` to `to`, and each second
 * one behind it; not the last. */
static void give_from(struct rank *r, uint32_t from, uint32_t to)
{
    uint32_t kept = from, cut;

    for (uint32_t i = from; i < to; i++)
        if ((i - from) % 2 || i + 1 == to || r->gift.count == MZ_BUNDLE_PARTS) {
            r->stack[kept++] = r->stack[i];
        } else {
            r->left -= tree.sizes[r->stack[i]];
            r->gift.nodes[r->gift.count++] = r->stack[i];
        }
    cut = to - kept;
    for (uint32_t i = to; i < r->depth; i++)
        r->stack[i - cut] = r->stack[i];
    r->depth -= cut;
}

/* After an execution. */
static void cut(struct rank *r)
{
    catch_up(r);
    if (!r->left || r->gift.count)
        return;
    give_from(r, 0, r->parts);
    r->parts -= r->gift.count;
    give_from(r, r->parts, r->depth);
    if (r->gift.count)
        plan_end(r);
    else
        plan_cut(r, r->since + execution);
}

static void begin(struct rank *r, const struct task *task, double time)
{
    r->depth = 0;
    r->left = 0;
    for (uint32_t i = 0; i < task->count; i++) {
        push(r, task->nodes[i]);
        r->left += tree.sizes[task->nodes[i]];
    }
    r->parts = task->count - 1;
    r->since = time;
    plan_end(r);
    if (!r->gift.count)
        plan_cut(r, time + execution);
}

static double pause_of(const struct rank *r)
{
    bool is_lately = now - r->news <= LATELY;

    if ((now < end_of(r) || r->gift.count) && !r->wants)
        return is_lately ? SOON : REST;
    return is_lately ? BRISK : LOOK;
}

/* From now on. */
static double next_look(const struct rank *r)
{
    double pause = pause_of(r);
    uint64_t past = (uint64_t)((now - r->looked) / pause);

    return r->looked + pause * (double)(past + 1);
}

/* What the worker has of its own it takes itself; else the supervisor is
 * told. */
static void run_dry(struct rank *r)
{
    struct task own = r->gift;

    catch_up(r);
    r->left = 0;
    r->gift.count = 0;
    if (own.count)
        begin(r, &own, now);
    else
        look_again(r, now + WAKE);
    if (!own.count)
        r->news = now;
}

/* ---- struct mz_rank_world ------------------------------------------------ */

static void send(struct mz_rank_world *world, uint32_t to,
                 const struct mz_rank_message *m, const void *content,
                 size_t size)
{
    struct rank *r = (struct rank *)world;
    struct letter *letter = calloc(1, sizeof *letter);
    double start = r->departed > now ? r->departed : now;

    if (!letter)
        abort();
    letter->head = *m;
    letter->size = letter->bytes = sizeof *m;
    if (m->kind == MZ_RANK_TASK) {
        memcpy(&letter->task, content, sizeof letter->task);
        letter->size += size;
        letter->bytes += letter->task.count * PART_SIZE;
        r->tasks++;
    }
    r->departed = start + (double)letter->bytes / network->bandwidth;
    ranks[to].queue += letter->bytes;
    if (ranks[to].most_queue < ranks[to].queue)
        ranks[to].most_queue = ranks[to].queue;
    plan((struct event){.time = r->departed + network->latency,
                        .what = MESSAGE,
                        .rank = to,
                        .letter = letter});
}

static void look(struct mz_rank_world *world, struct mz_rank_sample *s)
{
    struct rank *r = (struct rank *)world;

    s->begun = 1;
    s->identity = 1;
    s->at_work = now < end_of(r) || r->gift.count;
}

static void want(struct mz_rank_world *world, bool wants)
{
    ((struct rank *)world)->wants = wants;
}

static const void *take(struct mz_rank_world *world, size_t *size)
{
    struct rank *r = (struct rank *)world;

    if (!r->wants || !r->gift.count || now >= end_of(r))
        return NULL;
    r->given = r->gift;
    r->gift.count = 0;
    catch_up(r);
    plan_cut(r, (now > r->since ? now : r->since) + execution);
    *size = sizeof r->given;
    return &r->given;
}

static bool bring(struct mz_rank_world *world, const void *task, size_t size)
{
    struct rank *r = (struct rank *)world;
    struct task brought;

    if (now < end_of(r) || r->gift.count)
        return false;
    memcpy(&brought, task, size);
    begin(r, &brought, now + WAKE);
    return true;
}

static uint64_t length(struct mz_rank_world *world, enum mz_rank_list list)
{
    (void)world, (void)list;
    return 0;
}

static uint64_t wanted(struct mz_rank_world *world, enum mz_rank_list *list)
{
    (void)world, (void)list;
    return 0;
}

static const struct mz_rank_world port = {
    .send = send,
    .look = look,
    .want = want,
    .take = take,
    .bring = bring,
    .length = length,
    .wanted = wanted,
};

/* ---- the whole ----------------------------------------------------------- */

/* The root has waves to send; who is asked for a task waits for one. */
static void act(struct rank *r)
{
    r->looked = now;
    mz_rank_act(r->rank, now);
    if (!r->number || r->wants)
        look_again(r, now + pause_of(r));
}

static void receive(struct rank *r, struct letter *letter)
{
    char bytes[sizeof letter->head + sizeof letter->task];

    memcpy(bytes, &letter->head, sizeof letter->head);
    memcpy(bytes + sizeof letter->head, &letter->task, sizeof letter->task);
    if (!mz_rank_receive(r->rank, bytes, letter->size))
        abort();
    if (letter->head.kind != MZ_RANK_DOWN && letter->head.kind != MZ_RANK_UP)
        r->news = now;
    r->queue -= letter->bytes;
    free(letter);
    r->messages++;
    act(r);
}

/* A rank handles one message after the other. */
static void deliver(struct event e)
{
    struct rank *r = &ranks[e.rank];

    if (!e.letter->is_seen) {
        e.letter->is_seen = true;
        e.time = next_look(r);
        plan(e);
        return;
    }
    if (r->handled > e.time) {
        e.time = r->handled;
        plan(e);
        return;
    }
    r->handled = e.time + HANDLE;
    receive(r, e.letter);
}

static void run(void)
{
    while (mz_rank_phase(ranks[0].rank) != MZ_RANK_CLOSE) {
        struct event e = next();
        struct rank *r = &ranks[e.rank];

        now = e.time;
        if (e.what == MESSAGE) {
            deliver(e);
        } else if (e.what == DRY) {
            if (e.turn == r->turn)
                run_dry(r);
        } else if (e.what == CUT) {
            if (e.turn == r->turn)
                cut(r);
        } else {
            r->acts = false;
            act(r);
        }
    }
}

static void tell(double work)
{
    uint64_t tasks = 0, messages = 0, most = 0, queue = 0;

    for (uint32_t i = 0; i < count; i++) {
        tasks += ranks[i].tasks;
        messages += ranks[i].messages;
        if (ranks[i].messages > most)
            most = ranks[i].messages;
        if (ranks[i].most_queue > queue)
            queue = ranks[i].most_queue;
    }
    printf(
        "%5u ranks, %.3g s of work each, %s: %.3f efficient; a second and "
        "rank: %.2f tasks, %.1f messages, at most %.0f; at most %llu bytes\n",
        count, work, network->name, work / now, (double)tasks / count / now,
        (double)messages / count / now, (double)most / now,
        (unsigned long long)queue);
    fflush(stdout);
}

static void simulate(void)
{
    const struct task whole = {.count = 1};

    now = 0;
    heap_count = 0;
    ranks = calloc(count, sizeof *ranks);
    if (!ranks)
        abort();
    for (uint32_t i = 0; i < count; i++) {
        ranks[i].world = port;
        ranks[i].number = i;
        ranks[i].rank = mz_rank_create(&ranks[i].world, i, count, 1, 1, 1);
        if (!ranks[i].rank)
            abort();
        look_again(&ranks[i], 0);
    }
    begin(&ranks[0], &whole, 0);
    run();
    tell(tree.count * execution / count);
    for (uint32_t i = 0; i < count; i++)
        mz_rank_release(ranks[i].rank);
    free(ranks);
}

/* A subtree that is grafted is at most as large as that. */
enum { GRAFT = 1 << 16 };

int main(int argc, char **argv)
{
    const char *times = argc > 2 ? strchr(argv[2], 'x') : NULL;

    if (argc < 4) {
        fprintf(stderr, "usage: simulate PROGRAM N[xTIMES] RANKS:MICROSECONDS...\n");
        return 2;
    }
    if (tree_find(&tree, argv[1], (uint32_t)atoi(argv[2])) ||
        (times && tree_grow(&tree, atof(times + 1), GRAFT))) {
        fprintf(stderr, "simulate: %s %s: no program, or too large\n", argv[1],
                argv[2]);
        return 2;
    }
    for (int i = 3; i < argc; i++) {
        double microseconds;

        if (sscanf(argv[i], "%u:%lf", &count, &microseconds) != 2 ||
            count < 2 || microseconds <= 0) {
            fprintf(stderr, "simulate: %s is not RANKS:MICROSECONDS\n",
                    argv[i]);
            return 2;
        }
        execution = microseconds * 1e-6;
        for (size_t k = 0; k < MZ_COUNT(networks); k++) {
            network = &networks[k];
            simulate();
        }
    }
    return 0;
}
