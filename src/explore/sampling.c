/* SPDX-License-Identifier: Apache-2.0 */
#include "explore/sampling.h"

#include "trace/survey.h"

enum { MANY = 65536 }; /* values of a choice */

/* ---- in an execution ----------------------------------------------------- */

/* Of its own: executions must not have parts of their sequences in common. */
static void begin(struct mz_sampling *s)
{
    mz_random_seed(&s->random,
                   mz_hash_word(mz_hash_word(0, s->seed), s->number));
    s->met = MZ_TSET_EMPTY;
    s->thread_count = 0;
    if (s->begin)
        s->begin(s);
}

/* Where the first choice is, in each execution. */
static void note_choice(struct mz_sampling *s, const struct mz_execution *x)
{
    if (s->common == MZ_NONE)
        s->common = x->length;
}

static void meet(struct mz_sampling *s, mz_tset threads)
{
    mz_tset new = mz_tset_minus(threads, s->met);

    s->met = mz_tset_or(s->met, new);
    MZ_EACH(rest, new)
        s->threads[s->thread_count++] = mz_tset_first(rest);
}

uint64_t mz_sampling_draw(struct mz_sampling *s, uint64_t bound)
{
    return mz_random_word(&s->random) % bound;
}

bool mz_sampling_enter(struct mz_sampling *s, const struct mz_execution *x,
                       const struct mz_enabled *enabled, mz_tid *only)
{
    *only = mz_tset_first(enabled->threads);
    if (mz_tset_count(enabled->threads) > 1)
        note_choice(s, x);
    if (s->common == MZ_NONE)
        return false;
    meet(s, mz_tset_or(enabled->threads, enabled->waiting));
    return true;
}

/* Of many values the first ones are the likelier: of those of 32 bits it is one
 * of the first two in one of eight draws, and beyond 31 bits in one of 1000. */
static uint64_t draw_value(struct mz_sampling *s, uint64_t bound)
{
    uint64_t bits, below;

    if (bound <= MANY)
        return mz_sampling_draw(s, bound);
    bits = 64 - (uint64_t)__builtin_clzll(bound);
    below = (uint64_t)2 << mz_sampling_draw(s, mz_sampling_draw(s, bits) + 1);
    return mz_sampling_draw(s, below < bound ? below : bound);
}

static uint32_t value(struct mz_chooser *chooser, const struct mz_execution *x,
                      mz_tid thread, uint32_t bound)
{
    struct mz_sampling *s = (struct mz_sampling *)chooser;

    (void)thread;
    note_choice(s, x);
    return (uint32_t)draw_value(s, bound);
}

/* ---- from execution to execution ----------------------------------------- */

/* What all executions have in common stays, with its clocks. */
static void cut(struct mz_sampling *s, struct mz_execution *x)
{
    uint32_t kept = s->common < x->length ? s->common : x->length;

    mz_happens_before_truncate(&s->hb, x,
                               kept < s->hb.length ? kept : s->hb.length);
    mz_execution_cut(x, kept);
    x->returns = kept;
}

static bool next(struct mz_algorithm *algorithm, struct mz_execution *x)
{
    struct mz_sampling *s = (struct mz_sampling *)algorithm;

    if (!s->drawn)
        x->length = 0;
    else if (s->common == MZ_NONE)
        return false; /* there was no choice: this was all */
    if (!s->is_first)
        s->number += s->stride;
    s->is_first = false;
    if (s->number >= s->limit) {
        algorithm->cut = MZ_LIMIT_EXECUTIONS;
        return false;
    }
    if (s->drawn)
        cut(s, x);
    s->drawn++;
    begin(s);
    return true;
}

static void learn(struct mz_algorithm *algorithm, struct mz_execution *x,
                  enum mz_outcome outcome)
{
    struct mz_sampling *s = (struct mz_sampling *)algorithm;
    bool failed = outcome == MZ_ERROR || outcome == MZ_DEADLOCK;

    if (!algorithm->survey)
        return;
    algorithm->survey->drawn++;
    algorithm->survey->failed += failed;
    algorithm->survey->cut += outcome == MZ_LOOP_BLOCKED;
    if (s->end)
        s->end(s, failed);
    if (outcome != MZ_COMPLETE && outcome != MZ_DEADLOCK && outcome != MZ_ERROR)
        return;
    mz_happens_before_extend(&s->hb, x);
    mz_census_add(&algorithm->survey->census,
                  mz_census_name(&s->hb, x, outcome, s->index), 1);
}

/* ---- several workers ----------------------------------------------------- */

struct task {
    uint64_t number, stride, known;
};

/* One part waits: a half. Not smaller shares than there are workers: one that
 * nobody takes would leave gaps in the numbers. */
static size_t give(struct mz_algorithm *algorithm, const struct mz_execution *x,
                   void *task, size_t room, uint32_t stays)
{
    struct mz_sampling *s = (struct mz_sampling *)algorithm;
    struct task *t = task;

    (void)x;
    if (stays || s->stride >= s->jobs || s->limit - s->number <= s->stride ||
        room < sizeof *t || s->common == MZ_NONE || s->number + 1 < s->alone)
        return 0;
    *t = (struct task){s->number + s->stride, 2 * s->stride, s->known};
    s->stride *= 2;
    return sizeof *t;
}

static void receive(struct mz_algorithm *algorithm, struct mz_execution *x,
                    const void *task)
{
    struct mz_sampling *s = (struct mz_sampling *)algorithm;
    const struct task *t = task;

    (void)x;
    s->number = t->number;
    s->stride = t->stride;
    s->known = t->known;
    s->is_first = true;
}

static uint64_t name(const struct mz_algorithm *algorithm)
{
    return ((const struct mz_sampling *)algorithm)->number;
}

static double explored(const struct mz_algorithm *algorithm)
{
    const struct mz_sampling *s = (const struct mz_sampling *)algorithm;

    return s->limit == UINT64_MAX ? 0 : (double)s->drawn / (double)s->limit;
}

void mz_sampling_init(struct mz_sampling *s, struct mz_arena *arena,
                      const struct mz_execution *x,
                      const struct mz_algorithm_options *options)
{
    *s = (struct mz_sampling){
        .algorithm =
            {
                .chooser = {NULL, value},
                .next = next,
                .learn = learn,
                .give = give,
                .receive = receive,
                .name = name,
                .explored = explored,
            },
        .seed = options->seed,
        .stride = 1,
        .limit = options->executions ? options->executions : UINT64_MAX,
        .jobs = options->jobs,
        .is_first = true,
        .common = MZ_NONE,
    };
    mz_happens_before_init(&s->hb, arena, x, options->relation);
    s->index = mz_arena_take(arena, x->capacity * sizeof *s->index);
}
