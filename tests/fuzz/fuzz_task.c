/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tasks of `pop`, given and received: two workers share the search of whatever
 * program the fuzzer makes up, in whatever order, and die at any time; together
 * they explore what one would alone. A task that was written over meanwhile is
 * refused: the checked program can write where tasks are.
 *
 * The input is a script (tests/model/script.h), a zero, and bytes that decide:
 * each makes a worker take a step, or die; before a task is received some say
 * what becomes of it.
 *
 * runs: 40000
 */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "explore/bundle.h"
#include "explore/share.h"
#include "model.h"

enum {
    SEATS = 2,
    ROOM = 1 << 16,
    ARENA = 64 << 20,
    MOST_EVENTS = 48,
    MOST_EXECUTIONS = 200,
    MOST_DEATHS = 8,
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* That of the registry, which would draw all other algorithms. */
const char mz_unforeseen[] = "a step differs from what was foreseen";

static void check(bool holds)
{
    if (!holds)
        abort();
}

/* ---- what decides -------------------------------------------------------- */

static struct {
    const uint8_t *at, *end;
} input;

static unsigned draw(void)
{
    return input.at < input.end ? *input.at++ : 0;
}

static bool has_more(void)
{
    return input.at < input.end;
}

static bool read_script(struct mz_script *script, const uint8_t *data,
                        size_t size)
{
    const uint8_t *zero = memchr(data, 0, size);
    char text[1024];
    size_t length = zero ? (size_t)(zero - data) : size, events = 0;

    if (length >= sizeof text)
        return false;
    memcpy(text, data, length);
    text[length] = 0;
    input.at = zero ? zero + 1 : data + size;
    input.end = data + size;
    if (mz_script_parse(script, text))
        return false;
    for (unsigned t = 0; t < script->thread_count; t++)
        events += script->threads[t].length;
    return events <= MOST_EVENTS;
}

/* ---- workers ------------------------------------------------------------- */

/* Memory that is zero, of which little will be touched. */
static void *fresh(void **memory, size_t size)
{
    if (!*memory)
        *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    check(*memory != MAP_FAILED && !madvise(*memory, size, MADV_DONTNEED));
    return *memory;
}

struct worker {
    struct mz_execution x;
    struct mz_algorithm *algorithm;
    struct mz_model model;
    struct mz_sharer sharer;
    struct mz_share_totals totals;
    bool is_at_work, is_done;
    void *memory;
};

static struct worker workers[SEATS];

static void begin(struct worker *w, const struct mz_script *script)
{
    const struct mz_algorithm_options options = {
        .relation = mz_model_relation(script),
        .preemptions = MZ_NO_BOUND,
        .context_switches = MZ_NO_BOUND,
    };
    struct mz_arena arena;

    mz_arena_init(&arena, fresh(&w->memory, ARENA), ARENA);
    mz_execution_init(&w->x, &arena, MOST_EVENTS);
    w->algorithm = mz_pop_create(&arena, &w->x, &options);
    mz_model_init(&w->model, script);
    w->is_at_work = w->is_done = false;
}

/* One execution. False: there is none left, or the algorithm refuses. */
static bool explore(struct worker *w)
{
    struct mz_algorithm *a = w->algorithm;
    enum mz_outcome outcome;

    if (!a->next(a, &w->x))
        return false;
    outcome = w->model.program.run(&w->model.program, &a->chooser, &w->x);
    check(!w->model.wrong);
    a->learn(a, &w->x, outcome);
    check(!a->wrong && outcome != MZ_BLOCKED);
    return !a->unsupported;
}

/* How many executions there are; 0: too many, or the algorithm refuses. */
static uint64_t explore_alone(const struct mz_script *script)
{
    struct worker *w = &workers[0];
    uint64_t count = 0;

    begin(w, script);
    while (explore(w))
        if (++count > MOST_EXECUTIONS)
            return 0;
    return w->algorithm->unsupported ? 0 : count;
}

/* ---- tasks, and what becomes of them ------------------------------------- */

static char *received;

/* In place of pop's: only tells that the task was found to be sound. */
static void note(struct mz_algorithm *a, struct mz_execution *x,
                 const void *part)
{
    (void)a, (void)x;
    received = (char *)part;
}

static size_t size_of(const char *content)
{
    const struct mz_part *part =
        (const void *)(content - offsetof(struct mz_part, content));

    return part->size;
}

/* A byte of the part is another one for a while. */
static void damage(struct worker *w, char *content)
{
    unsigned high = draw(), low = draw(), change = draw();
    char *byte = content + (high << 8 | low) % size_of(content);

    if (!change)
        return;
    *byte ^= change;
    received = NULL;
    mz_share_begin(&w->sharer, w->algorithm, &w->x);
    check(w->algorithm->wrong && !received);
    w->algorithm->wrong = NULL;
    *byte ^= change;
}

static void receive(struct worker *w)
{
    struct mz_algorithm *a = w->algorithm;
    void (*receive)(struct mz_algorithm *, struct mz_execution *,
                    const void *) = a->receive;

    received = NULL;
    a->receive = note;
    mz_share_begin(&w->sharer, a, &w->x);
    if (received)
        damage(w, received);
    a->receive = receive;
    mz_share_begin(&w->sharer, a, &w->x);
    check(!a->wrong);
}

/* ---- the search, shared -------------------------------------------------- */

static void work(struct worker *w)
{
    if (explore(w)) {
        w->totals.tally.executions++;
        mz_share_ran(&w->sharer, w->algorithm, &w->x);
        check(!w->algorithm->wrong);
        return;
    }
    if (mz_share_go_on(&w->sharer, w->algorithm, &w->x))
        return;
    mz_share_done(&w->sharer, &w->totals);
    w->is_at_work = false;
}

static void take(struct worker *w)
{
    enum mz_share_state state = mz_share_take(&w->sharer);

    w->is_done = state == MZ_SHARE_OVER;
    if (state != MZ_SHARE_TASK)
        return;
    w->totals = *mz_share_totals(w->sharer.share, w->sharer.seat);
    receive(w);
    w->is_at_work = true;
}

static void sit(struct worker *w, struct mz_share *share, uint32_t seat,
                const struct mz_script *script)
{
    begin(w, script);
    mz_share_sit(&w->sharer, share, seat);
}

static void share_out(struct mz_share *share, const struct mz_script *script)
{
    unsigned deaths = 0, seat = 0;

    for (uint32_t i = 0; i < SEATS; i++)
        sit(&workers[i], share, i, script);
    while (!workers[0].is_done || !workers[1].is_done) {
        unsigned what = has_more() ? draw() : seat + 1; /* else in turn */

        seat = what % SEATS;
        if (what >= 0xf0 && deaths < MOST_DEATHS) {
            deaths++;
            mz_share_recover(share, seat);
            sit(&workers[seat], share, seat, script);
        } else if (workers[seat].is_at_work) {
            work(&workers[seat]);
        } else if (!workers[seat].is_done) {
            take(&workers[seat]);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct mz_share_shape shape = {.seats = SEATS, .room = ROOM};
    static void *memory;
    struct mz_script script;
    struct mz_share *share;
    uint64_t alone, together = 0;

    if (!read_script(&script, data, size) || !(alone = explore_alone(&script)))
        return 0;
    share = fresh(&memory, mz_share_size(&shape));
    mz_share_init(share, &shape);
    share_out(share, &script);
    for (uint32_t i = 0; i < SEATS; i++)
        together += mz_share_totals(share, i)->tally.executions;
    check(together == alone);
    return 0;
}
