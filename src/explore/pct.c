/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi,
 * Nagarakatte: A Randomized Scheduler with Probabilistic Guarantees of Finding
 * Bugs, ASPLOS 2010).
 *
 * Threads have random priorities, and of those that can go on the one with the
 * highest does. An execution is drawn for errors of some depth d: at d - 1
 * random steps the thread that is about to go on gets a priority below all of
 * the beginning. With n threads and k steps it meets an error of that depth
 * with a probability of at least 1 / (n k^(d - 1)).
 *
 * The first executions are drawn for depth 1 and are random walks by turns, and
 * show what k is; then depths take turns. Steps are counted from the first
 * choice on: to lower the only thread's priority before is as good as to lower
 * it there.
 */
#include "explore/sampling.h"
#include "trace/survey.h"

enum { FIRST = 64 }; /* executions that show how long executions are */

struct pct {
    struct mz_sampling sampling; /* first */
    uint32_t most;               /* depth */
    uint32_t depth; /* of the execution at hand; 0: a random walk */
    uint64_t step;
    /* [i]: at this step the thread about to go on gets the priority i. Those
     * that are drawn are above all i, those of threads that yield below. */
    uint64_t changes[MZ_MOST_DEPTH];
    unsigned prior_count; /* so many of the threads met have a priority */
    int64_t lowest;       /* that a thread which yields has got so far */
    int64_t priorities[MZ_MAX_THREADS];
};

/* With a margin, since the longest were not among them, perhaps. */
static uint64_t steps_of(const struct mz_sampling *s)
{
    return s->known + s->known / 4 + 1;
}

static void begin(struct mz_sampling *s)
{
    struct pct *p = (struct pct *)s;

    p->depth =
        s->number < FIRST ? s->number % 2 : 1 + (s->number - FIRST) % p->most;
    p->step = 0;
    p->prior_count = 0;
    p->lowest = 0;
    for (uint32_t i = 1; i < p->depth; i++)
        p->changes[i] = mz_sampling_draw(s, steps_of(s));
}

static void draw_priorities(struct pct *p)
{
    struct mz_sampling *s = &p->sampling;

    if (!p->depth)
        p->prior_count = 0;
    while (p->prior_count < s->thread_count)
        p->priorities[s->threads[p->prior_count++]] =
            MZ_MOST_DEPTH + (int64_t)(mz_random_word(&s->random) >> 2);
}

static mz_tid highest(const struct pct *p, mz_tset threads)
{
    mz_tid found = mz_tset_first(threads);

    MZ_EACH(rest, threads) {
        mz_tid t = mz_tset_first(rest);

        if (p->priorities[t] > p->priorities[found])
            found = t;
    }
    return found;
}

static mz_tid choose(struct mz_chooser *chooser, const struct mz_execution *x,
                     const struct mz_enabled *enabled)
{
    struct pct *p = (struct pct *)chooser;
    mz_tid t;

    if (!mz_sampling_enter(&p->sampling, x, enabled, &t))
        return t;
    draw_priorities(p);
    if (enabled->yielding)
        p->priorities[enabled->running] = --p->lowest;
    t = highest(p, enabled->threads);
    for (uint32_t i = 1; i < p->depth; i++)
        if (p->changes[i] == p->step) {
            p->priorities[t] = i;
            t = highest(p, enabled->threads);
        }
    p->step++;
    return t;
}

static void end(struct mz_sampling *s, bool failed)
{
    struct pct *p = (struct pct *)s;
    struct mz_survey *survey = s->algorithm.survey;

    if (s->number < FIRST && p->step > s->known)
        s->known = p->step;
    survey->of_depth[p->depth]++;
    survey->failed_of_depth[p->depth] += failed;
    survey->longer += p->step > steps_of(s);
    survey->steps = (uint32_t)steps_of(s);
    if (s->thread_count > survey->threads)
        survey->threads = s->thread_count;
}

struct mz_algorithm *mz_pct_create(struct mz_arena *arena,
                                   const struct mz_execution *x,
                                   const struct mz_algorithm_options *options)
{
    struct pct *p = mz_arena_take(arena, sizeof *p);

    mz_sampling_init(&p->sampling, arena, x, options);
    p->sampling.algorithm.chooser.choose = choose;
    p->sampling.begin = begin;
    p->sampling.end = end;
    p->sampling.alone = FIRST;
    p->most = options->depth;
    MZ_ASSERT(p->most > 0 && p->most <= MZ_MOST_DEPTH);
    return &p->sampling.algorithm;
}
