/* SPDX-License-Identifier: Apache-2.0 */
#include "tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/random.h"
#include "explore/explore.h"

enum { CELLS = 64, THREADS = 40, EVENTS = 1024, MOST_CHILDREN = 4096 };
#define ARENA ((size_t)4 << 30)

/* ---- programs ------------------------------------------------------------ */

/* Where a thread stands: how many accesses it has made, and what it read. */
struct place {
    uint32_t made;
    uint64_t last, sum;
};

struct access {
    bool ends; /* there is none */
    bool writes;
    uint32_t cell;
    uint64_t value; /* that it writes */
};

struct program {
    struct mz_program program; /* first */
    const char *name;
    uint32_t threads, cells;
    struct access (*next)(uint32_t n, mz_tid, const struct place *);
    uint32_t n;
    struct place places[THREADS];
    uint64_t memory[CELLS];
};

/* Two threads add each to the cell of the other; main reads both. */
static struct access fib_next(uint32_t n, mz_tid t, const struct place *p)
{
    uint32_t own = t ? t - 1u : p->made;

    if (!t)
        return (struct access){.ends = p->made == 2, .cell = own};
    if (p->made == 3 * n)
        return (struct access){.ends = true};
    if (p->made % 3 == 2)
        return (struct access){.writes = true, .cell = own, .value = p->sum};
    return (struct access){.cell = p->made % 3 ? 1 - own : own};
}

/* Main looks for the last zero, as the reader does; thread t writes cell t. */
static struct access lastzero_next(uint32_t n, mz_tid t, const struct place *p)
{
    if (!t)
        return (struct access){.ends = p->made && !p->last,
                               .cell = n - p->made};
    if (p->made == 2)
        return (struct access){.ends = true};
    return (struct access){
        .writes = p->made, .cell = t - !p->made, .value = p->last + 1};
}

static bool choose_program(struct program *p, const char *name, uint32_t n)
{
    p->n = n;
    if (!strcmp(name, "fib_bench")) {
        p->threads = 3;
        p->cells = 2;
        p->next = fib_next;
        return n > 0 && 6 * n + 2 <= EVENTS;
    }
    if (!strcmp(name, "lastzero")) {
        p->threads = n + 1;
        p->cells = n + 1;
        p->next = lastzero_next;
        return n > 0 && n < THREADS;
    }
    return false;
}

/* ---- a run --------------------------------------------------------------- */

static struct mz_event event_of(const struct program *p, mz_tid t)
{
    struct access a = p->next(p->n, t, &p->places[t]);
    struct mz_event e = {.thread = t,
                         .kind = a.writes ? MZ_WRITE : MZ_READ,
                         .mask = 0xff,
                         .object = a.cell};

    e.value = a.writes ? a.value : p->memory[a.cell];
    e.other = a.writes ? p->memory[a.cell] : 0;
    return e;
}

static void step(struct program *p, const struct mz_event *e)
{
    struct place *place = &p->places[e->thread];

    place->made++;
    if (e->kind == MZ_WRITE) {
        p->memory[e->object] = e->value;
        place->sum = 0;
    } else {
        place->last = e->value;
        place->sum += e->value;
    }
}

static mz_tset enabled_threads(const struct program *p)
{
    mz_tset set = MZ_TSET_EMPTY;

    for (mz_tid t = 0; t < p->threads; t++)
        if (!p->next(p->n, t, &p->places[t]).ends)
            mz_tset_add(&set, t);
    return set;
}

static bool look(const struct mz_enabled *enabled, mz_tid t,
                 struct mz_event *pending)
{
    *pending = event_of(enabled->context, t);
    return true;
}

static void note_births(const struct program *p, struct mz_execution *x)
{
    x->born = MZ_TSET_EMPTY;
    x->thread_count = p->threads;
    x->object_count = p->cells;
    x->universe = MZ_NONE;
    for (mz_tid t = 0; t < p->threads; t++) {
        mz_tset_add(&x->born, t);
        x->births[t] =
            (struct mz_birth){.parent = t ? 0 : MZ_NO_THREAD, .event = MZ_NONE};
    }
}

static enum mz_outcome run(struct mz_program *program,
                           struct mz_chooser *chooser, struct mz_execution *x)
{
    struct program *p = (struct program *)program;
    struct mz_enabled enabled = {
        .waiting = MZ_TSET_EMPTY, .look = look, .context = p};

    memset(p->places, 0, sizeof p->places);
    memset(p->memory, 0, sizeof p->memory);
    note_births(p, x);
    for (uint32_t i = 0; i < x->length; i++)
        step(p, &x->events[i]);
    for (;;) {
        mz_tid t;

        enabled.threads = enabled_threads(p);
        if (!mz_tset_count(enabled.threads))
            break;
        enabled.running = x->length ? x->events[x->length - 1].thread : 0;
        t = chooser->choose(chooser, x, &enabled);
        if (t == MZ_NO_THREAD)
            return MZ_BLOCKED;
        x->events[x->length] = event_of(p, t);
        step(p, &x->events[x->length++]);
    }
    x->waiting = MZ_TSET_EMPTY;
    x->same = x->length;
    return MZ_COMPLETE;
}

/* ---- who leads to whom --------------------------------------------------- */

/* An execution that others may come of: its name, and which of its children
 * was found last: they come from the last one down. */
struct open {
    uint64_t name;
    uint32_t index, child;
};

struct finder {
    struct mz_observer observer; /* first */
    const struct mz_algorithm *algorithm;
    struct tree *tree;
    struct open *stack;
    uint32_t depth, room;
};

/* The name of an execution is made of that of the one it comes of, and of which
 * child it is. */
static bool is_child(struct open *of, uint64_t name)
{
    for (uint32_t i = of->child; i-- > 1;)
        if (mz_hash_word(of->name, i) == name) {
            of->child = i;
            return true;
        }
    return false;
}

static void close_top(struct finder *f)
{
    struct open *top = &f->stack[--f->depth];

    f->tree->sizes[top->index] = f->tree->count - top->index;
}

static bool note(struct mz_observer *observer, const struct mz_tally *tally)
{
    struct finder *f = (struct finder *)observer;
    uint64_t name = f->algorithm->name(f->algorithm);

    (void)tally;
    while (f->depth && !is_child(&f->stack[f->depth - 1], name))
        close_top(f);
    if (!f->depth && f->tree->count)
        return false;
    f->stack[f->depth++] = (struct open){name, f->tree->count, MOST_CHILDREN};
    f->tree->count++;
    return f->depth < f->room && f->tree->count < f->room;
}

static bool ran(struct mz_observer *observer, const struct mz_execution *x,
                enum mz_outcome outcome, const struct mz_tally *tally)
{
    (void)observer, (void)x, (void)outcome, (void)tally;
    return true;
}

static void *reserve(size_t size)
{
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (memory == MAP_FAILED)
        abort();
    return memory;
}

int tree_find(struct tree *tree, const char *name, uint32_t n)
{
    static struct program program;
    const struct mz_algorithm_options options = {
        .relation = MZ_RELATION_RW,
        .preemptions = MZ_NO_BOUND,
        .context_switches = MZ_NO_BOUND,
        .jobs = 2,
    };
    struct finder f = {.observer = {note, ran}, .tree = tree, .room = 1u << 28};
    struct mz_execution x;
    struct mz_arena arena;
    struct mz_tally tally = {0};
    struct mz_algorithm *a;
    bool all;

    program.program.run = run;
    if (!choose_program(&program, name, n))
        return -1;
    tree->sizes = reserve(f.room * sizeof *tree->sizes);
    tree->count = 0;
    f.stack = reserve(f.room * sizeof *f.stack);
    mz_arena_init(&arena, reserve(ARENA), ARENA);
    mz_execution_init(&x, &arena, EVENTS);
    a = mz_algorithm_find("pop")->create(&arena, &x, &options);
    f.algorithm = a;
    all = mz_explore(a, &program.program, &x, &f.observer, &tally);
    while (f.depth)
        close_top(&f);
    munmap(f.stack, f.room * sizeof *f.stack);
    munmap(arena.start, ARENA);
    return all ? 0 : -1;
}

/* ---- larger ones --------------------------------------------------------- */

enum { MOST_EXECUTIONS = 1 << 30 };

/* A subtree of at most so many executions. */
static uint32_t draw_subtree(const struct tree *tree, struct mz_random *random,
                             uint32_t most)
{
    for (;;) {
        uint32_t i = (uint32_t)(mz_random_word(random) % tree->count);

        if (tree->sizes[i] <= most)
            return i;
    }
}

static uint32_t count_leaves(const struct tree *tree)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < tree->count; i++)
        count += tree->sizes[i] == 1;
    return count;
}

/* How many executions subtrees have that are drawn, in the mean. */
static double mean_drawn(const struct tree *tree, uint32_t most)
{
    uint64_t sum = 0, count = 0;

    for (uint32_t i = 0; i < tree->count; i++)
        if (tree->sizes[i] <= most) {
            sum += tree->sizes[i];
            count++;
        }
    return (double)sum / (double)count;
}

/* `at`: where each is now; it ends where that behind its subtree begins. */
static int grow_once(struct tree *tree, double times, uint32_t most)
{
    double each = (times - 1) * tree->count / count_leaves(tree);
    double chance = each / mean_drawn(tree, most);
    struct tree grown = {
        .sizes = reserve((size_t)MOST_EXECUTIONS * sizeof *grown.sizes)};
    uint32_t *at = reserve(((size_t)tree->count + 1) * sizeof *at);
    struct mz_random random;

    if (chance > 1)
        return -1;
    mz_random_seed(&random, 1);
    for (uint32_t i = 0; i < tree->count; i++) {
        uint32_t subtree = draw_subtree(tree, &random, most);
        uint32_t size = tree->sizes[subtree];
        bool grows = tree->sizes[i] == 1 &&
                     (double)(mz_random_word(&random) >> 11) * 0x1p-53 <
                         chance;

        at[i] = grown.count++;
        if (grown.count >= MOST_EXECUTIONS - most)
            return -1;
        if (grows) {
            memcpy(&grown.sizes[grown.count], &tree->sizes[subtree],
                   size * sizeof *grown.sizes);
            grown.count += size;
        }
    }
    at[tree->count] = grown.count;
    for (uint32_t i = 0; i < tree->count; i++)
        grown.sizes[at[i]] = at[i + tree->sizes[i]] - at[i];
    munmap(at, ((size_t)tree->count + 1) * sizeof *at);
    munmap(tree->sizes, tree->count * sizeof *tree->sizes);
    *tree = grown;
    return 0;
}

/* A leaf is not enough for much more than twice as many. */
int tree_grow(struct tree *tree, double times, uint32_t most)
{
    int failed = 0;

    for (; times > 2 && !failed; times /= 2)
        failed = grow_once(tree, 2, most);
    return failed ? failed : grow_once(tree, times, most);
}
