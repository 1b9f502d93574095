/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random scripts: the same seed, the same script. Small enough for every
 * interleaving of most of them to be run, with branches on what was read, locks
 * taken in any order and sometimes kept, threads born in branches, conditions
 * that come and go, and so on, according to a mix. Of a mix with awaits and
 * atomic blocks a script has one or the other.
 */
#ifndef MZ_MODEL_RANDOM_SCRIPT_H
#define MZ_MODEL_RANDOM_SCRIPT_H

#include "script.h"

/* name, summary */
#define MZ_MIXES(X)                                       \
    X(memory, "reads, writes, fetch-adds, exchanges")     \
    X(cas, "compare-exchanges")                           \
    X(halves, "accesses of different sizes")              \
    X(additions, "additions that commute, beside others") \
    X(locks, "locks, deadlocks")                          \
    X(trylocks, "trylocks")                               \
    X(family, "threads that create and join threads")     \
    X(again, "threads that are created again")            \
    X(choices, "choices and assumptions")                 \
    X(together, "several accesses in one event")          \
    X(atomics, "atomic blocks, dependent on all")         \
    X(everything, "all of it")                            \
    X(awaits, "awaits")                                   \
    X(toggles, "awaits whose conditions come and go")     \
    X(semaphores, "semaphores")                           \
    X(blocking, "awaits, semaphores, locks")              \
    X(rwlocks, "reader-writer locks")                     \
    X(tryrwlocks, "the same, tried")                      \
    X(writers, "reader-writer locks that prefer writers") \
    X(spins, "spin locks beside others")                  \
    X(robust, "robust mutexes")                           \
    X(conds, "condition variables")                       \
    X(futexes, "futexes")                                 \
    X(barriers, "barriers, routines that are run once")   \
    X(pipes, "pipes that are soon full, or empty")        \
    X(files, "files that are locked, or parts of them")   \
    X(paths, "sockets that have a path")                  \
    X(timers, "timers")                                   \
    X(cancels, "threads that are cancelled")              \
    X(leaves, "cancelled waits for condition variables")  \
    X(signals, "signals that are waited for")             \
    X(kinds, "operations of every kind")                  \
    X(shared, "reads and writes of many threads")         \
    X(asserts, "all of it, and assertions that may fail")

enum mz_mix {
#define X(name, summary) MZ_MIX_##name,
    MZ_MIXES(X)
#undef X
        MZ_MIX_COUNT
};

extern const char *const mz_mix_names[MZ_MIX_COUNT];
extern const char *const mz_mix_summaries[MZ_MIX_COUNT];

/* How many scripts of it a test is to try, in percent of what is each mix's: so
 * that operations that occur in few are in enough. */
unsigned mz_mix_share(enum mz_mix);

void mz_random_script(struct mz_script *, enum mz_mix, uint64_t seed);

#endif
