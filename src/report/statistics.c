/* SPDX-License-Identifier: Apache-2.0 */
#include "report/statistics.h"

const char *const mz_statistics_distances[MZ_DISTANCES] = {
    "0", "1", "2", "3-4", "5-16", "17-64", "65-256", "257-",
};

const char *const mz_statistics_phase_keys[MZ_PHASE_COUNT] = {
#define X(phase, key, name) key,
    MZ_PHASES(X)
#undef X
};

static const char *const phase_names[MZ_PHASE_COUNT] = {
#define X(phase, key, name) name,
    MZ_PHASES(X)
#undef X
};

/* ---- numbers ------------------------------------------------------------- */

unsigned mz_statistics_phases(const struct mz_statistics *s)
{
    return s->unfolds ? MZ_PHASE_COUNT : MZ_PHASES_OF_ALL;
}

unsigned mz_statistics_samples(const struct mz_statistics *s)
{
    unsigned count = 0;

    while (count < MZ_KEPT_SAMPLES && s->runs >> count)
        count++;
    return count;
}

uint64_t mz_statistics_queries(const struct mz_distances *d)
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < MZ_DISTANCES; i++)
        sum += d->queries[i];
    return sum;
}

double mz_statistics_ratio(uint64_t part, uint64_t whole)
{
    return whole ? (double)part / (double)whole : 0;
}

static double share(const struct mz_statistics *s, unsigned phase)
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < MZ_PHASE_COUNT; i++)
        sum += s->ticks[i];
    return mz_statistics_ratio(s->ticks[phase], sum);
}

double mz_statistics_seconds(const struct mz_statistics *s, unsigned phase)
{
    return share(s, phase) * (double)s->nanoseconds / 1e9;
}

/* ---- text ---------------------------------------------------------------- */

static void print_depths(const char *what, const struct mz_tree_depths *d,
                         FILE *out)
{
    fprintf(out,
            "  %s trees: %u, depth of events at most %u, on average %.1f\n",
            what, d->trees, d->most, mz_statistics_ratio(d->sum, d->events));
}

static void print_distances(const char *what, const struct mz_distances *d,
                            FILE *out)
{
    uint64_t sum = mz_statistics_queries(d);

    fprintf(out, "  %s queries: %lu", what, (unsigned long)sum);
    for (unsigned i = 0; i < MZ_DISTANCES; i++)
        if (d->queries[i])
            fprintf(out, "%s%s: %.1f %%", i && sum ? ", " : "; by distance ",
                    mz_statistics_distances[i],
                    100 * mz_statistics_ratio(d->queries[i], sum));
    fputc('\n', out);
}

static void print_kept(const struct mz_statistics *s, FILE *out)
{
    fputs("  events in U after 1, 2, 4, ... executions:", out);
    for (unsigned i = 0; i < mz_statistics_samples(s); i++)
        fprintf(out, " %u", s->kept[i]);
    fputc('\n', out);
}

static void print_unfolding(const struct mz_statistics *s, FILE *out)
{
    fprintf(out, "  events in U: %u in the end, %u at most, %lu added in all\n",
            s->events, s->peak, (unsigned long)s->added);
    print_kept(s, out);
    print_depths("thread", &s->threads, out);
    print_depths("object", &s->objects, out);
    print_distances("causality", &s->causality, out);
    print_distances("conflict", &s->conflict, out);
    fprintf(out,
            "  combs: %lu, alternatives found: %lu, spikes built: %lu, events "
            "in a spike at most %u, on average %.1f\n",
            (unsigned long)s->combs, (unsigned long)s->alternatives,
            (unsigned long)s->spikes, s->longest_spike,
            mz_statistics_ratio(s->in_spikes, s->spikes));
}

static void print_cases(const struct mz_cases *cases, FILE *out)
{
    fprintf(out, "  what slept: %lu contained, %lu conflicting, inherited",
            (unsigned long)cases->contained, (unsigned long)cases->conflicting);
    for (unsigned i = 0; i < MZ_COUNT(cases->inherited); i++)
        fprintf(out, "%s %lu", i ? "," : "",
                (unsigned long)cases->inherited[i]);
    fputs(" by depth\n", out);
}

static void print_times(const struct mz_statistics *s, FILE *out)
{
    for (unsigned i = 0; i < mz_statistics_phases(s); i++)
        fprintf(out, "  time, %s: %.6f s, %.1f %%\n", phase_names[i],
                mz_statistics_seconds(s, i), 100 * share(s, i));
}

void mz_statistics_print(const struct mz_region *region, FILE *out)
{
    const struct mz_statistics *s = &region->statistics;

    fputs("statistics:\n", out);
    if (region->progress.tally.largest)
        fprintf(out,
                "  nodes of the largest backtrack set or wakeup tree: "
                "%lu\n",
                (unsigned long)region->progress.tally.largest);
    if (s->unfolds)
        print_unfolding(s, out);
    if (s->sleeps)
        print_cases(&s->cases, out);
    print_times(s, out);
}
