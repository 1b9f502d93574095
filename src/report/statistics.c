/* SPDX-License-Identifier: Apache-2.0 */
#include "report/statistics.h"

static const char *const distances[MZ_DISTANCES] = {
    "0", "1", "2", "3-4", "5-16", "17-64", "65-256", "257-",
};

static const struct {
    const char *key, *name;
} phases[MZ_PHASE_COUNT] = {
#define X(phase, key, name) {key, name},
    MZ_PHASES(X)
#undef X
};

/* ---- numbers ------------------------------------------------------------- */

/* How many phases this algorithm has: the first ones. */
static unsigned phase_count(const struct mz_statistics *s)
{
    return s->unfolds ? MZ_PHASE_COUNT : MZ_PHASES_OF_ALL;
}

/* How many samples are there. */
static unsigned sample_count(const struct mz_samples *samples)
{
    unsigned count = 0;

    while (count < MZ_KEPT_SAMPLES && samples->runs >> count)
        count++;
    return count;
}

static uint64_t queries_of(const struct mz_distances *d)
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < MZ_DISTANCES; i++)
        sum += d->queries[i];
    return sum;
}

/* 0 where there is nothing to divide by. */
static double ratio(uint64_t part, uint64_t whole)
{
    return whole ? (double)part / (double)whole : 0;
}

static double share(const struct mz_statistics *s, unsigned phase)
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < MZ_PHASE_COUNT; i++)
        sum += s->ticks[i];
    return ratio(s->ticks[phase], sum);
}

/* In that phase; 0 if the search was killed too soon to know. */
static double seconds_in(const struct mz_statistics *s, unsigned phase)
{
    return share(s, phase) * (double)s->nanoseconds / 1e9;
}

/* ---- the kinds, as text -------------------------------------------------- */

static void print_count(const void *field, FILE *out)
{
    fprintf(out, "%lu", (unsigned long)*(const uint64_t *)field);
}

static void print_by_depth(const void *field, FILE *out)
{
    const uint64_t *counts = field;

    for (unsigned i = 0; i < MZ_CASE_DEPTHS; i++)
        fprintf(out, "%s %lu", i ? "," : "", (unsigned long)counts[i]);
}

static void print_average(const void *field, FILE *out)
{
    const struct mz_average *a = field;

    fprintf(out, "%.1f", ratio(a->sum, a->count));
}

static void print_samples(const void *field, FILE *out)
{
    const struct mz_samples *samples = field;

    for (unsigned i = 0; i < sample_count(samples); i++)
        fprintf(out, " %u", samples->values[i]);
}

static void print_depths(const void *field, FILE *out)
{
    const struct mz_tree_depths *d = field;

    fprintf(out, "%u, depth of events at most %u, on average %.1f", d->trees,
            d->most, ratio(d->sum, d->events));
}

static void print_distances(const void *field, FILE *out)
{
    const struct mz_distances *d = field;
    uint64_t sum = queries_of(d);

    fprintf(out, "%lu", (unsigned long)sum);
    for (unsigned i = 0; i < MZ_DISTANCES; i++)
        if (d->queries[i])
            fprintf(out, "%s%s: %.1f %%", i && sum ? ", " : "; by distance ",
                    distances[i], 100 * ratio(d->queries[i], sum));
}

/* ---- the kinds, as JSON -------------------------------------------------- */

static void set(json_t *object, const char *key, json_t *value)
{
    json_object_set_new(object, key, value);
}

static json_t *number(uint64_t value)
{
    return json_integer((json_int_t)value);
}

static json_t *count_object(const void *field)
{
    return number(*(const uint64_t *)field);
}

static json_t *by_depth_array(const void *field)
{
    const uint64_t *counts = field;
    json_t *array = json_array();

    for (unsigned i = 0; i < MZ_CASE_DEPTHS; i++)
        json_array_append_new(array, number(counts[i]));
    return array;
}

static json_t *average_object(const void *field)
{
    const struct mz_average *a = field;

    return json_real(ratio(a->sum, a->count));
}

static json_t *samples_array(const void *field)
{
    const struct mz_samples *samples = field;
    json_t *array = json_array();

    for (unsigned i = 0; i < sample_count(samples); i++)
        json_array_append_new(array, number(samples->values[i]));
    return array;
}

static json_t *depths_object(const void *field)
{
    const struct mz_tree_depths *d = field;
    json_t *object = json_object();

    set(object, "trees", number(d->trees));
    set(object, "events", number(d->events));
    set(object, "depth_most", number(d->most));
    set(object, "depth_average", json_real(ratio(d->sum, d->events)));
    return object;
}

static json_t *distances_object(const void *field)
{
    const struct mz_distances *d = field;
    json_t *object = json_object(), *by_distance = json_object();

    for (unsigned i = 0; i < MZ_DISTANCES; i++)
        set(by_distance, distances[i], number(d->queries[i]));
    set(object, "queries", number(queries_of(d)));
    set(object, "by_distance", by_distance);
    return object;
}

/* ---- the tables ---------------------------------------------------------- */

enum kind { COUNT, BY_DEPTH, AVERAGE, SAMPLES, DEPTHS, DISTANCES };

static const struct {
    void (*print)(const void *field, FILE *);
    json_t *(*object)(const void *field);
} kinds[] = {
    [COUNT] = {print_count, count_object},
    [BY_DEPTH] = {print_by_depth, by_depth_array},
    [AVERAGE] = {print_average, average_object},
    [SAMPLES] = {print_samples, samples_array},
    [DEPTHS] = {print_depths, depths_object},
    [DISTANCES] = {print_distances, distances_object},
};

struct statistic {
    enum kind kind;
    size_t offset; /* in struct mz_statistics */
    const char *key, *before, *after;
};

static const struct statistic of_unfolding[] = {
#define X(kind, field, key, before, after) \
    {kind, offsetof(struct mz_statistics, field), key, before, after},
    MZ_STATISTICS_OF_UNFOLDING(X)
#undef X
};

static const struct statistic of_sleep[] = {
#define X(kind, field, key, before, after) \
    {kind, offsetof(struct mz_statistics, cases.field), key, before, after},
    MZ_STATISTICS_OF_SLEEP(X)
#undef X
};

static const struct statistic of_waypoints[] = {
#define X(kind, field, key, before, after) \
    {kind, offsetof(struct mz_statistics, back.field), key, before, after},
    MZ_STATISTICS_OF_WAYPOINTS(X)
#undef X
};

static const struct {
    const char *key;
    size_t is_counted; /* offset in struct mz_statistics of a flag */
    const struct statistic *statistics;
    unsigned count;
} groups[] = {
    {"unfolding", offsetof(struct mz_statistics, unfolds), of_unfolding,
     MZ_COUNT(of_unfolding)},
    {"cases", offsetof(struct mz_statistics, sleeps), of_sleep,
     MZ_COUNT(of_sleep)},
    {"waypoints", offsetof(struct mz_statistics, goes_back), of_waypoints,
     MZ_COUNT(of_waypoints)},
};

static bool is_counted(const struct mz_statistics *s, unsigned group)
{
    return *((const uint8_t *)s + groups[group].is_counted);
}

/* ---- text ---------------------------------------------------------------- */

static void print_group(const struct mz_statistics *s, unsigned group,
                        FILE *out)
{
    for (unsigned i = 0; i < groups[group].count; i++) {
        const struct statistic *row = &groups[group].statistics[i];

        if (!row->key)
            continue;
        fputs(row->before, out);
        kinds[row->kind].print((const char *)s + row->offset, out);
        fputs(row->after, out);
    }
}

static void print_times(const struct mz_statistics *s, FILE *out)
{
    for (unsigned i = 0; i < phase_count(s); i++)
        fprintf(out, "  time, %s: %.6f s, %.1f %%\n", phases[i].name,
                seconds_in(s, i), 100 * share(s, i));
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
    for (unsigned i = 0; i < MZ_COUNT(groups); i++)
        if (is_counted(s, i))
            print_group(s, i, out);
    print_times(s, out);
}

/* ---- JSON ---------------------------------------------------------------- */

static json_t *group_object(const struct mz_statistics *s, unsigned group)
{
    json_t *object = json_object();

    for (unsigned i = 0; i < groups[group].count; i++) {
        const struct statistic *row = &groups[group].statistics[i];

        if (row->key)
            set(object, row->key,
                kinds[row->kind].object((const char *)s + row->offset));
    }
    return object;
}

static json_t *seconds_object(const struct mz_statistics *s)
{
    json_t *object = json_object();

    for (unsigned i = 0; i < phase_count(s); i++)
        set(object, phases[i].key, json_real(seconds_in(s, i)));
    return object;
}

json_t *mz_statistics_object(const struct mz_region *region)
{
    const struct mz_statistics *s = &region->statistics;
    json_t *object = json_object();

    if (region->progress.tally.largest)
        set(object, "largest_tree", number(region->progress.tally.largest));
    for (unsigned i = 0; i < MZ_COUNT(groups); i++)
        if (is_counted(s, i))
            set(object, groups[i].key, group_object(s, i));
    set(object, "seconds", seconds_object(s));
    return object;
}
