/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The seam of the algorithms: which executions to run. An algorithm is one file
 * and one line in MZ_ALGORITHMS.
 */
#ifndef MZ_EXPLORE_ALGORITHM_H
#define MZ_EXPLORE_ALGORITHM_H

#include "explore/program.h"
#include "trace/limit.h"
#include "trace/refusal.h"

struct mz_cases;      /* trace/statistics.h */
struct mz_statistics; /* trace/statistics.h */
struct mz_survey;     /* trace/survey.h */

enum { MZ_NO_BOUND = 0xffffffff, MZ_REST = 0xffffffff };

/* Does a search look for an order of threads that has fewer new events? */
enum mz_learning {
    MZ_LEARN_NOTHING,
    MZ_LEARN_WHERE_LARGE, /* once it has many executions */
    /* For tests: */
    MZ_LEARN_SOON,    /* once it has three */
    MZ_LEARN_AT_ONCE, /* after the first one, for good */
};

struct mz_algorithm_options {
    enum mz_relation relation;
    bool sleep_sets;           /* naive, dpor: with or without */
    uint32_t k;                /* qpor: k of its alternatives, 0: optimal */
    uint32_t preemptions;      /* at most so many in an execution */
    uint32_t context_switches; /* the same; MZ_NO_BOUND: any number */
    uint64_t seed;             /* random, pct, pos */
    uint32_t depth;            /* pct: at most, of errors to be found */
    uint64_t executions;       /* random, pct, pos: so many; 0: no limit */
    enum mz_memory_model memory_model; /* trust: other than sc */
    uint32_t jobs;             /* among so many it is divided, 1: not at all */
    enum mz_learning learns_order; /* pop, trust */
    bool is_divided; /* parts may be given away, to other workers or to be put
                        by */
    bool orders_all; /* trust: what a thread does next may be told by all that
                        happens before, and not only by what it has read; not
                        where memory is weak, nor if it is divided */
};

/* Why a search cannot go on, and how it is told. Of what is OUTGROWN,
 * `outgrown` is to be set, too. */
#define MZ_WRONGS(X)                                                           \
    X(UNFORESEEN,                                                              \
      "a step differs from what was foreseen: the program is not "             \
      "deterministic (does it read what is another each time?), or code that " \
      "is not seen writes variables that threads share")                       \
    X(OUTGROWN_SCHEDULES, "the schedules have outgrown the memory reserved")   \
    X(OUTGROWN_WAKEUP_TREE,                                                    \
      "the wakeup tree has outgrown the memory reserved")                      \
    X(OUTGROWN_STRUCTURE,                                                      \
      "the event structure has outgrown the memory reserved")                  \
    X(OUTGROWN_GRAPHS, "the graphs have outgrown the memory reserved")         \
    X(MANY_RACES, "too many races in one execution")                           \
    X(NOT_TO_BE_TAKEN,                                                         \
      "a step that was foreseen cannot be taken: visible variables are "       \
      "written by accesses not checked")                                       \
    X(WRITTEN_OVER,                                                            \
      "a part of the search was written over, by the program perhaps: check "  \
      "it without --jobs")                                                     \
    X(NOT_GIVEN_AGAIN, "a part given away could not be given again")

enum mz_wrong {
    MZ_WRONG_NONE,
#define X(id, text) MZ_WRONG_##id,
    MZ_WRONGS(X)
#undef X
        MZ_WRONG_COUNT
};

extern const char *const mz_wrongs[MZ_WRONG_COUNT]; /* of none NULL */

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
     * flat, to `task`, 8-byte aligned. After `learn`. Of the parts that wait,
     * `stays` that have waited longest stay where they are, and the next one is
     * given; never the last one of all. Returns its size in bytes; 0: it cannot
     * be given now, or there is no room. Given the same task, and after the
     * same number of executions with the same gifts before, it gives the same
     * part. NULL: the algorithm cannot be divided.
     *
     * MZ_REST: it is not to go on. Then all can be given away, one part after
     * the other, until `next` says that nothing is left; after a `next`, too,
     * whose execution was not run. Who samples has no such rest: 0.
     */
    size_t (*give)(struct mz_algorithm *, const struct mz_execution *,
                   void *task, size_t room, uint32_t stays);

    /* Makes a task all there is to explore; before the first `next`, or after
     * one that said that nothing was left. The task stays where it is until it
     * has been explored. */
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
    struct mz_survey *survey; /* the same, of those that sample */

    /* Set by `next`: something has come to be known for which all is explored
     * anew; what was explored so far does not count. */
    bool begins_anew;

    /* Set by all of these: it may do so, for what it learns of the program.
     * Then it gives nothing away but, where it is not to go on, all at once;
     * and what was counted so far goes with that. Not any more once who runs it
     * has set `stands`: something was found that is to stand. */
    bool is_undecided;
    bool stands;

    /* Set by `learn`: what was run is of the same trace as another execution,
     * which counts, and this one does not, unless it ends in an error. */
    bool is_again;

    /* Set by `next`, where it is more than is left of the execution: so many
     * events of the planned one were met before, whatever was run last. */
    uint32_t known;

    /* Found so far. */
    const struct mz_cases *cases; /* NULL, or of pop: why schedules slept */
    uint32_t bounds;  /* iterative: so many have been explored to the end */
    uint32_t largest; /* nodes of the largest backtrack set or wakeup tree */
    bool leaves_buffering; /* its model does, maybe: graph/buffering.h */
    enum mz_limit cut;     /* the bound that left something out */
    enum mz_refusal unsupported; /* what of the program it cannot treat; the
                                    search stops */
    enum mz_wrong wrong; /* why it cannot go on: the program did not do what its
                            accesses say; the search stops */
    bool outgrown;     /* it is wrong for lack of memory: a limit, no mistake */
};

/* ---- the registry -------------------------------------------------------- */

/* What some algorithms can do, and others cannot: who uses the tool asks for it
 * by the option of that name. */
#define MZ_ABILITIES(X)                                                        \
    X(SLEEP_SETS, "sleep-sets")   /* search with them, and without */          \
    X(K, "k")                     /* be content with k-partial alternatives */ \
    X(PREEMPTIONS, "preemptions") /* search within a bound on these */         \
    X(CONTEXT_SWITCHES, "context-switches") /* the same */                     \
    X(JOBS, "jobs") /* be divided among workers: `give` is set */              \
    X(SEED, "seed") /* draw executions at random */                            \
    X(DEPTH, "depth") /* draw them for errors of some depth */                 \
    X(MEMORY_MODEL, "memory-model") /* search where memory is weak: `serve` */

enum mz_ability {
#define X(id, name) MZ_ABILITY_##id,
    MZ_ABILITIES(X)
#undef X
        MZ_ABILITY_COUNT
};

extern const char *const mz_ability_names[MZ_ABILITY_COUNT];

/* What an algorithm leaves out of all interleavings. Each but the last explores
 * every trace and, with sleep sets if it can choose, completes none twice
 * unless it says so. */
#define MZ_REDUCTIONS(X)                                                       \
    X(NONE, "none")       /* nothing, without sleep sets */                    \
    X(PARTIAL, "partial") /* some; executions may be blocked */                \
    X(OPTIMAL, "optimal") /* all but one of each trace; none is blocked */     \
    X(GRAPHS, "graphs")   /* all but one of each graph; some are blocked; what \
                             a thread does must be told by what it has read */ \
    X(REPEATED, "repeated") /* some, and some traces are run again */          \
    X(SAMPLE, "sample")   /* all but those that it draws, some more than once */

enum mz_reduction {
#define X(id, name) MZ_REDUCTION_##id,
    MZ_REDUCTIONS(X)
#undef X
        MZ_REDUCTION_COUNT
};

extern const char *const mz_reduction_names[MZ_REDUCTION_COUNT];

struct mz_algorithm_entry {
    const char *name;
    const char *summary; /* one line, for --help */
    /* Everything lives in the arena; nothing is to be released. */
    struct mz_algorithm *(*create)(struct mz_arena *,
                                   const struct mz_execution *,
                                   const struct mz_algorithm_options *);
    uint32_t abilities; /* bit a: enum mz_ability a */
    uint32_t relations; /* bit r: it can search with enum mz_relation r */
    enum mz_reduction reduction;
    uint32_t refuses;   /* bit r: a program with enum mz_refusal r */
};

#define MZ_CAN(ability) (1u << MZ_ABILITY_##ability)
#define MZ_ANY_RELATION ((1u << MZ_RELATION_COUNT) - 1)
#define MZ_OUTCOMES_TOLD (1u << MZ_RELATION_ADD | 1u << MZ_RELATION_RW)
#define MZ_REFUSES(refusal) (1u << MZ_REFUSAL_##refusal)
#define MZ_REFUSES_NOTHING 0

/*
 * Create function and name, summary, reduction, abilities, relations, what it
 * refuses. Of two that would do the later one is preferred.
 */
#define MZ_ALGORITHMS(X)                                                       \
    X(random, "a random walk: any thread that can go on, each as likely",      \
      SAMPLE, MZ_CAN(SEED) | MZ_CAN(JOBS), MZ_ANY_RELATION,                    \
      MZ_REFUSES_NOTHING)                                                      \
    X(pct, "probabilistic concurrency testing: random priorities", SAMPLE,     \
      MZ_CAN(SEED) | MZ_CAN(DEPTH) | MZ_CAN(JOBS), MZ_ANY_RELATION,            \
      MZ_REFUSES_NOTHING)                                                      \
    X(pos, "partial order sampling: random priorities of operations", SAMPLE,  \
      MZ_CAN(SEED) | MZ_CAN(JOBS), MZ_ANY_RELATION, MZ_REFUSES_NOTHING)        \
    X(iterative, "within 0, 1, 2, ... preemptions, until nothing is left out", \
      REPEATED, 0, MZ_ANY_RELATION, MZ_REFUSES_NOTHING)                        \
    X(naive, "every interleaving, no reduction but sleep sets", NONE,          \
      MZ_CAN(SLEEP_SETS) | MZ_CAN(PREEMPTIONS) | MZ_CAN(CONTEXT_SWITCHES),     \
      MZ_ANY_RELATION, MZ_REFUSES_NOTHING)                                     \
    X(dpor, "dynamic partial-order reduction [FG05] Fig. 3-5", PARTIAL,        \
      MZ_CAN(SLEEP_SETS) | MZ_CAN(PREEMPTIONS) | MZ_CAN(CONTEXT_SWITCHES),     \
      MZ_ANY_RELATION, MZ_REFUSES_NOTHING)                                     \
    X(source, "source-DPOR [AAJS17] Alg. 1, 3, 5", PARTIAL,                    \
      MZ_CAN(PREEMPTIONS) | MZ_CAN(CONTEXT_SWITCHES), MZ_ANY_RELATION,         \
      MZ_REFUSES_NOTHING)                                                      \
    X(trust, "TruSt: from execution graph to execution graph [KMGV22]",        \
      GRAPHS, MZ_CAN(MEMORY_MODEL) | MZ_CAN(JOBS), MZ_OUTCOMES_TOLD,           \
      MZ_REFUSES(PARTS) | MZ_REFUSES(SEVERAL) | MZ_REFUSES(BARRIER) |          \
          MZ_REFUSES(NOT_SERVED) | MZ_REFUSES(NOT_IN_MODEL))                   \
    X(optimal, "optimal-DPOR [AAJS17] Alg. 2, 4, 6, wakeup trees", OPTIMAL, 0, \
      MZ_ANY_RELATION, MZ_REFUSES_NOTHING)                                     \
    X(pop, "parsimonious-optimal DPOR [AADJS24] Alg. 1, 2", OPTIMAL,           \
      MZ_CAN(JOBS), MZ_ANY_RELATION,                                           \
      MZ_REFUSES(AWAIT_IN_PARTS) | MZ_REFUSES(CAS_IN_PARTS) |                  \
          MZ_REFUSES(NESTED_SCHEDULES))                                        \
    X(qpor, "quasi-optimal POR on unfoldings [NRSCP18] Alg. 1", OPTIMAL,       \
      MZ_CAN(K) | MZ_CAN(CONTEXT_SWITCHES), MZ_ANY_RELATION,                   \
      MZ_REFUSES(AWAIT_AND_CAS_IN_PARTS) | MZ_REFUSES(MANY_ACCESSES) |         \
          MZ_REFUSES(BOUND_WITH_READS) | MZ_REFUSES(BOUND_WITH_PARTS) |        \
          MZ_REFUSES(BOUND_WITH_SEVERAL))

#define X(id, ...)                                      \
    struct mz_algorithm *mz_##id##_create(              \
        struct mz_arena *, const struct mz_execution *, \
        const struct mz_algorithm_options *);
MZ_ALGORITHMS(X)
#undef X

extern const struct mz_algorithm_entry mz_algorithms[];
extern const size_t mz_algorithm_count;

/* NULL: there is none of that name. */
const struct mz_algorithm_entry *mz_algorithm_find(const char *name);

static inline bool mz_algorithm_can(const struct mz_algorithm_entry *entry,
                                    enum mz_ability ability)
{
    return entry->abilities >> ability & 1;
}

/* Does it draw executions, and can never say that there are no others? */
static inline bool mz_algorithm_samples(const struct mz_algorithm_entry *entry)
{
    return entry->reduction == MZ_REDUCTION_SAMPLE;
}

/* The one to take where none is named: the last that has all these abilities,
 * treats every program and explores all of it. NULL: there is none. */
const struct mz_algorithm_entry *mz_algorithm_for(uint32_t abilities);

#endif
