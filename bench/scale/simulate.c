/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The protocol of src/ranks, of up to thousands of ranks, on a made-up clock:
 *
 *     simulate RANKS SECONDS NETWORK FRACTIONS
 *
 * Each rank has one worker; all have SECONDS of work a rank to do together,
 * which rank 0 begins with. The network is `ethernet` (30 us, 1.25 GB/s) or
 * `infiniband` (2 us, 12 GB/s). A gift is such a part of what its giver has left
 * as one line of the file FRACTIONS says, drawn by chance: bench/scale/sizes.py
 * measures them. Prints one line: ranks, seconds, network, efficiency (work /
 * ranks / time), tasks and messages a second and rank, messages at the rank that
 * has most, and the most bytes of tasks that waited in a rank.
 *
 * What is real is the code of the protocol; what is assumed stands here.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "ranks/rank.h"

static const double EXECUTION = 20e-6; /* seconds; a task is cut after one */
static const double WAKE = 100e-6;     /* until a task that came is begun */
static const double HANDLE = 3e-6;     /* a message, by who gets it */
static const double POLL = 1e-3;       /* a supervisor looks each so often */
enum { TASK_SIZE = 4096, MOST_FRACTIONS = 100000 };

struct network {
    const char *name;
    double latency, bandwidth; /* seconds; bytes a second */
};
static const struct network networks[] = {
    {"ethernet", 30e-6, 1.25e9},
    {"infiniband", 2e-6, 12e9},
};

enum what { MESSAGE, ACT, DRY };

struct event {
    double time;
    uint64_t number; /* those of one time come as they were made */
    enum what what;
    uint32_t rank;
    struct letter *letter;
    uint64_t turn; /* of a worker: another task has come since, if not its */
};

struct letter {
    size_t size;
    struct mz_rank_message head;
    double task;
};

struct rank {
    struct mz_rank_world world; /* first */
    struct mz_rank *rank;
    uint32_t number;
    double until; /* when what the worker is at is done; before now: it rests */
    double gift;  /* seconds of work that can be had; 0: none */
    uint64_t turn;
    bool wants, acts; /* a look is on its way */
    double given;
    double handled, departed; /* when the last message was, here */
    uint64_t messages, tasks;
};

static struct rank *ranks;
static uint32_t count;
static const struct network *network;
static double fractions[MOST_FRACTIONS];
static uint32_t fraction_count;
static struct mz_random chance;
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

static void cut(struct rank *r, double from)
{
    double left = r->until - from;

    if (r->gift || left < 2 * EXECUTION)
        return;
    r->gift = left * fractions[mz_random_word(&chance) % fraction_count];
    r->until -= r->gift;
}

static void begin(struct rank *r, double task, double time)
{
    r->until = time + task;
    r->turn++;
    cut(r, time);
    plan((struct event){
        .time = r->until, .what = DRY, .rank = r->number, .turn = r->turn});
}

/* What the worker has of its own it takes itself. */
static void run_dry(struct rank *r, uint64_t turn)
{
    double gift = r->gift;

    if (turn != r->turn)
        return;
    r->gift = 0;
    if (gift)
        begin(r, gift, now);
    else
        look_again(r, now + POLL);
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
    letter->size = sizeof *m;
    if (m->kind == MZ_RANK_TASK) {
        memcpy(&letter->task, content, sizeof letter->task);
        letter->size += size;
        r->tasks++;
    }
    r->departed = start + (double)(sizeof *m +
                                   (m->kind == MZ_RANK_TASK ? TASK_SIZE : 0)) /
                              network->bandwidth;
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
    s->at_work = now < r->until || r->gift > 0;
}

static void want(struct mz_rank_world *world, bool wants)
{
    ((struct rank *)world)->wants = wants;
}

static const void *take(struct mz_rank_world *world, size_t *size)
{
    struct rank *r = (struct rank *)world;

    if (!r->wants || !r->gift || now >= r->until)
        return NULL;
    r->given = r->gift;
    r->gift = 0;
    cut(r, now + EXECUTION);
    r->turn++;
    plan((struct event){
        .time = r->until, .what = DRY, .rank = r->number, .turn = r->turn});
    *size = sizeof r->given;
    return &r->given;
}

static bool bring(struct mz_rank_world *world, const void *task, size_t size)
{
    struct rank *r = (struct rank *)world;
    double work;

    if (now < r->until || r->gift)
        return false;
    memcpy(&work, task, size);
    begin(r, work, now + WAKE);
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
    mz_rank_act(r->rank, now);
    if (!r->number || r->wants)
        look_again(r, now + POLL);
}

static void receive(struct rank *r, struct letter *letter)
{
    char bytes[sizeof letter->head + sizeof letter->task];

    memcpy(bytes, &letter->head, sizeof letter->head);
    memcpy(bytes + sizeof letter->head, &letter->task, sizeof letter->task);
    if (!mz_rank_receive(r->rank, bytes, letter->size))
        abort();
    free(letter);
    r->messages++;
    act(r);
}

/* A rank handles one message after the other. */
static void deliver(struct event e)
{
    struct rank *r = &ranks[e.rank];

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
            run_dry(r, e.turn);
        } else {
            r->acts = false;
            act(r);
        }
    }
}

static void read_fractions(const char *path)
{
    FILE *file = fopen(path, "r");

    while (file && fraction_count < MOST_FRACTIONS &&
           fscanf(file, "%lf", &fractions[fraction_count]) == 1)
        fraction_count++;
    if (!fraction_count) {
        fprintf(stderr, "simulate: no fractions in %s\n", path);
        exit(2);
    }
    fclose(file);
}

static void tell(double work)
{
    uint64_t tasks = 0, messages = 0, most = 0;

    for (uint32_t i = 0; i < count; i++) {
        tasks += ranks[i].tasks;
        messages += ranks[i].messages;
        if (ranks[i].messages > most)
            most = ranks[i].messages;
    }
    printf("%5u ranks, %g s of work each, %s: %.3f efficient; a second and "
           "rank: %.2f tasks, %.1f messages, at most %.0f\n",
           count, work, network->name, work / now,
           (double)tasks / count / now, (double)messages / count / now,
           (double)most / now);
}

int main(int argc, char **argv)
{
    double work = argc == 5 ? atof(argv[2]) : 0;

    count = argc == 5 ? (uint32_t)atoi(argv[1]) : 0;
    for (size_t i = 0; i < MZ_COUNT(networks) && argc == 5; i++)
        if (!strcmp(networks[i].name, argv[3]))
            network = &networks[i];
    if (count < 2 || work <= 0 || !network) {
        fprintf(stderr, "usage: simulate RANKS SECONDS ethernet|infiniband "
                        "FRACTIONS\n");
        return 2;
    }
    read_fractions(argv[4]);
    mz_random_seed(&chance, 1);
    ranks = calloc(count, sizeof *ranks);
    if (!ranks)
        return 1;
    for (uint32_t i = 0; i < count; i++) {
        ranks[i].world = port;
        ranks[i].number = i;
        ranks[i].rank = mz_rank_create(&ranks[i].world, i, count, 1, 1, 1);
        if (!ranks[i].rank)
            return 1;
        look_again(&ranks[i], 0);
    }
    begin(&ranks[0], work * count, 0);
    run();
    tell(work);
    return 0;
}
