/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What --stats tells of a search: how often things were done, and how long they
 * took ([NRSCP18] sections 6.2 and 6.4). Each part of the search that is
 * counted has a pointer to this. It is NULL if nobody has asked; then to look
 * at the pointer is all that it costs.
 *
 * Flat data, in the region. Counts are the same each time a search is made, but
 * for those of waypoints, which are taken by what was measured; ticks are not.
 */
#ifndef MZ_TRACE_STATISTICS_H
#define MZ_TRACE_STATISTICS_H

#include "arch/arch.h"
#include "op/op.h"

/* At each moment the search is in one of these. Name in JSON, in the text. */
#define MZ_PHASES(X)                                               \
    X(RUNNING, "running", "running the program")                   \
    X(DECIDING, "deciding", "the algorithm, all but what follows") \
    X(ADDING, "adding_events", "adding events")                    \
    X(EXTENDING, "extensions", "conflicting extensions")           \
    X(BUILDING, "building_combs", "building combs")                \
    X(SEARCHING, "searching_combs", "searching combs")             \
    X(PRUNING, "pruning", "pruning")

enum mz_phase {
#define X(phase, key, name) MZ_PHASE_##phase,
    MZ_PHASES(X)
#undef X
        MZ_PHASE_COUNT,
    MZ_PHASES_OF_ALL = MZ_PHASE_ADDING, /* the rest are of qpor */
};

enum { MZ_DISTANCES = 8, MZ_KEPT_SAMPLES = 64, MZ_CASE_DEPTHS = 4 };

/* Questions about two nodes of a tree, by the distance of their depths: 0, 1,
 * 2, 3-4, 5-16, 17-64, 65-256, more. */
struct mz_distances {
    uint64_t queries[MZ_DISTANCES];
};

/* How deep the trees of threads, or those of objects, are. */
struct mz_tree_depths {
    uint64_t events; /* nodes added in all */
    uint64_t sum;    /* of their depths */
    uint32_t most;
    uint32_t trees;
};

/* What a number was after 1, 2, 4, ... executions, blocked ones included. */
struct mz_samples {
    uint64_t runs;
    uint32_t values[MZ_KEPT_SAMPLES]; /* after 2^i of them */
};

struct mz_average {
    uint64_t sum, count;
};

/*
 * What is counted: one row each, from which follow the fields, JSON and the
 * text. Kind; field; key in JSON (NULL: not told); what the text says before
 * and after it. Kinds: COUNT, a number; BY_DEPTH, one for each of the depths 0,
 * 1, 2 and more; the others are the structs above.
 */
/* clang-format off */
#define MZ_STATISTICS_OF_UNFOLDING(X)                                          \
    /* events in U; those that are dropped and added again count twice */      \
    X(COUNT, events, "events", "  events in U: ", " in the end")               \
    X(COUNT, peak, "peak", ", ", " at most")                                   \
    X(COUNT, added, "added", ", ", " added in all\n")                          \
    X(SAMPLES, kept, "events_after_runs",                                      \
      "  events in U after 1, 2, 4, ... executions:", "\n")                    \
    X(DEPTHS, threads, "thread_trees", "  thread trees: ", "\n")               \
    X(DEPTHS, objects, "object_trees", "  object trees: ", "\n")               \
    X(DISTANCES, causality, "causality", "  causality queries: ", "\n")        \
    X(DISTANCES, conflict, "conflict", "  conflict queries: ", "\n")           \
    X(COUNT, combs, "combs", "  combs: ", "")                                  \
    X(COUNT, alternatives, "alternatives", ", alternatives found: ", "")       \
    X(COUNT, spikes, "spikes", ", spikes built: ", "")                         \
    X(COUNT, longest_spike, "spike_longest",                                   \
      ", events in a spike at most ", "")                                      \
    X(AVERAGE, spike_length, "spike_average", ", on average ", "\n")

/* How often each case of [AADJS24] Proposition 1 has blocked something: (A),
 * (B), (C) by depth. */
#define MZ_STATISTICS_OF_SLEEP(X)                                              \
    X(COUNT, contained, "contained", "  what slept: ", " contained")           \
    X(COUNT, conflicting, "conflicting", ", ", " conflicting")                 \
    X(BY_DEPTH, inherited, "inherited", ", inherited", " by depth\n")          \
    /* those of them that are (C) 2) */                                        \
    X(COUNT, inherited_same, NULL, NULL, NULL)                                 \
    /* heads that do not flip: they precede all that do */                     \
    X(COUNT, reading, NULL, NULL, NULL)

/* What executions repeat of the last one: as many events as `events_run` of the
 * tally has more than `events`, were there no waypoints. */
#define MZ_STATISTICS_OF_WAYPOINTS(X)                                          \
    X(COUNT, taken, "taken", "  waypoints: ", " taken")                        \
    X(COUNT, begun, "begun", ", ", " executions begun there")                  \
    X(COUNT, repeated, "repeated", ", ", " events run again\n")
/* clang-format on */

#define MZ_DECLARE_COUNT(field) uint64_t field;
#define MZ_DECLARE_BY_DEPTH(field) uint64_t field[MZ_CASE_DEPTHS];
#define MZ_DECLARE_AVERAGE(field) struct mz_average field;
#define MZ_DECLARE_SAMPLES(field) struct mz_samples field;
#define MZ_DECLARE_DEPTHS(field) struct mz_tree_depths field;
#define MZ_DECLARE_DISTANCES(field) struct mz_distances field;
#define X(kind, field, key, before, after) MZ_DECLARE_##kind(field)

struct mz_cases {
    MZ_STATISTICS_OF_SLEEP(X)
};

struct mz_back_counts {
    MZ_STATISTICS_OF_WAYPOINTS(X)
};

struct mz_statistics {
    uint8_t unfolds;   /* those of unfolding are counted */
    uint8_t sleeps;    /* those of sleep are: `cases` */
    uint8_t goes_back; /* those of waypoints are: `back` */
    MZ_STATISTICS_OF_UNFOLDING(X)
    struct mz_cases cases;
    struct mz_back_counts back;

    uint64_t ticks[MZ_PHASE_COUNT];
    uint64_t since; /* the ticks when `phase` began */
    uint32_t phase;
    uint64_t nanoseconds; /* that all ticks together are; 0: not known */
};
#undef X

/* From now on the search is in this phase. Returns the one before. */
static inline enum mz_phase mz_phase_enter(struct mz_statistics *s,
                                           enum mz_phase phase)
{
    enum mz_phase before = phase;

    if (MZ_UNLIKELY(s)) {
        uint64_t now = mz_ticks();

        before = (enum mz_phase)s->phase;
        s->ticks[before] += now - s->since;
        s->since = now;
        s->phase = phase;
    }
    return before;
}

static inline void mz_distances_note(struct mz_distances *d, uint32_t distance)
{
    static const uint32_t most[] = {0, 1, 2, 4, 16, 64, 256};
    unsigned class = 0;

    while (class < MZ_COUNT(most) && distance > most[class])
        class ++;
    d->queries[class]++;
}

static inline void mz_tree_depths_note(struct mz_tree_depths *d, uint32_t depth)
{
    d->events++;
    d->sum += depth;
    if (depth > d->most)
        d->most = depth;
}

static inline void mz_average_note(struct mz_average *a, uint64_t number)
{
    a->sum += number;
    a->count++;
}

/* After one more execution. */
static inline void mz_samples_note(struct mz_samples *samples, uint32_t value)
{
    uint64_t runs = ++samples->runs;

    if (!(runs & (runs - 1)))
        samples->values[__builtin_ctzll(runs)] = value;
}

#endif
