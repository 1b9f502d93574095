/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The seam of the algorithms: which executions to run. An algorithm is one file
 * and one line in MZ_ALGORITHMS.
 */
#ifndef MZ_EXPLORE_ALGORITHM_H
#define MZ_EXPLORE_ALGORITHM_H

#include "explore/program.h"

struct mz_cases;      /* trace/statistics.h */
struct mz_statistics; /* trace/statistics.h */

enum { MZ_NO_BOUND = 0xffffffff };

struct mz_algorithm_options {
    enum mz_relation relation;
    bool sleep_sets;           /* naive, dpor: with or without */
    uint32_t k;                /* qpor: k of its alternatives, 0: optimal */
    uint32_t preemptions;      /* at most so many in an execution */
    uint32_t context_switches; /* the same; MZ_NO_BOUND: any number */
};

struct mz_algorithm {
    struct mz_chooser chooser; /* first: a chooser is its algorithm */

    /*
     * Cuts the execution to the prefix that is to be run next, of the execution
     * run last or, restored, of one before; what follows it comes from the
     * chooser. False: all has been explored, or the search stops (see
     * `unsupported`, `wrong`).
     */
    bool (*next)(struct mz_algorithm *, struct mz_execution *);

    /* Takes in an execution that was run, however it ended. */
    void (*learn)(struct mz_algorithm *, struct mz_execution *,
                  enum mz_outcome);

    /*
     * Gives away a part of what is left to explore: takes it out and writes it,
     * flat, to `task`, 8-byte aligned. After `learn`. Returns its size in
     * bytes; 0: nothing can be given now, or there is no room. Given the same
     * task, and after the same number of executions with the same gifts before,
     * it gives the same part. NULL: the algorithm cannot be divided.
     */
    size_t (*give)(struct mz_algorithm *, const struct mz_execution *,
                   void *task, size_t room);

    /* Makes a task all there is to explore; before the first `next`, or after
     * one that said that nothing was left. */
    void (*receive)(struct mz_algorithm *, struct mz_execution *,
                    const void *task);

    /* After `next`: a number for the execution that is planned, which is the
     * same whichever worker explores it, and whatever was explored before; 0
     * for the first of all. NULL: the algorithm cannot be divided, so that
     * executions may simply be counted. */
    uint64_t (*name)(const struct mz_algorithm *);

    /* A rough estimate of the share explored, 0 to 1. May be NULL. */
    double (*explored)(const struct mz_algorithm *);

    /* To be set before the first `next`; NULL: nobody asks. */
    struct mz_statistics *statistics;

    /* Set by `next`: something has come to be known for which all is explored
     * anew; what was explored so far does not count. */
    bool begins_anew;

    /* Found so far. */
    const struct mz_cases *cases; /* NULL, or of pop: why schedules slept */
    uint32_t largest;  /* nodes of the largest backtrack set or wakeup tree */
    const char *cut;   /* NULL, or the bound that left something out */
    const char *unsupported; /* NULL, or what of the program it cannot treat;
                                the search stops */
    const char *wrong; /* NULL, or why it cannot go on: the program did not do
                          what its accesses say; the search stops */
    bool outgrown;     /* it is wrong for lack of memory: a limit, no mistake */
};

/* For `wrong`: a step is not what it was foreseen to be. */
extern const char mz_unforeseen[];

struct mz_algorithm_entry {
    const char *name;
    const char *summary; /* one line, for --help */
    /* Everything lives in the arena; nothing is to be released. */
    struct mz_algorithm *(*create)(struct mz_arena *,
                                   const struct mz_execution *,
                                   const struct mz_algorithm_options *);
};

/* create function, name, summary */
#define MZ_ALGORITHMS(X)                                                 \
    X(naive, "naive", "every interleaving, no reduction but sleep sets") \
    X(dpor, "dpor", "dynamic partial-order reduction [FG05] Fig. 3-5")   \
    X(source, "source", "source-DPOR [AAJS17] Alg. 1, 3, 5")             \
    X(optimal, "optimal",                                                \
      "optimal-DPOR [AAJS17] Alg. 2, 4, 6, wakeup trees")                \
    X(pop, "pop", "parsimonious-optimal DPOR [AADJS24] Alg. 1, 2")       \
    X(qpor, "qpor", "quasi-optimal POR on unfoldings [NRSCP18] Alg. 1")

#define X(id, name, summary)                            \
    struct mz_algorithm *mz_##id##_create(              \
        struct mz_arena *, const struct mz_execution *, \
        const struct mz_algorithm_options *);
MZ_ALGORITHMS(X)
#undef X

extern const struct mz_algorithm_entry mz_algorithms[];
extern const size_t mz_algorithm_count;

/* NULL: there is none of that name. */
const struct mz_algorithm_entry *mz_algorithm_find(const char *name);

#endif
