/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What --stats tells of a search: how often things were done, and how long they
 * took ([NRSCP18] sections 6.2 and 6.4). Each part of the search that is
 * counted has a pointer to this. It is NULL if nobody has asked; then to look
 * at the pointer is all that it costs.
 *
 * Flat data, in the region. Counts are the same each time a search is made;
 * ticks are not.
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

enum { MZ_DISTANCES = 8, MZ_KEPT_SAMPLES = 64 };

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

/* How often each case of [AADJS24] Proposition 1 has blocked something. */
struct mz_cases {
    uint64_t contained;      /* (A) */
    uint64_t conflicting;    /* (B) */
    uint64_t inherited[4];   /* (C), by depth; the last: and deeper */
    uint64_t inherited_same; /* those of them that are (C) 2) */
    uint64_t reading;        /* heads that do not flip: they precede all that
                                do */
};

struct mz_statistics {
    uint8_t unfolds;                /* the fields up to `sleeps` are set */
    uint64_t runs;                  /* executions and blocked ones */
    uint32_t kept[MZ_KEPT_SAMPLES]; /* events in U after 2^i of them */
    uint32_t events, peak;          /* in U */
    uint64_t added;                 /* in all; dropped and added again: twice */
    mz_tset unfolded;               /* threads that have a tree */
    struct mz_tree_depths threads, objects;
    struct mz_distances causality, conflict;
    uint64_t combs, alternatives; /* those found in them */
    uint64_t spikes, in_spikes;   /* spikes built, events in them */
    uint32_t longest_spike;

    uint8_t sleeps; /* the fields up to `ticks` are set */
    struct mz_cases cases;

    uint64_t ticks[MZ_PHASE_COUNT];
    uint64_t since; /* the ticks when `phase` began */
    uint32_t phase;
    uint64_t nanoseconds; /* that all ticks together are; 0: not known */
};

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

#endif
