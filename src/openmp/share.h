/* SPDX-License-Identifier: Apache-2.0 */
/* Work-sharing constructs: loops and sections. */
#ifndef MZ_OPENMP_SHARE_H
#define MZ_OPENMP_SHARE_H

#include <stdatomic.h>
#include <stdbool.h>

enum mz_omp_schedule { /* as omp_sched_t has them */
                       MZ_OMP_STATIC = 1,
                       MZ_OMP_DYNAMIC,
                       MZ_OMP_GUIDED,
                       MZ_OMP_AUTO,
};

struct mz_omp_share {
    struct mz_omp_share *next;
    unsigned long number; /* which of the team's */
    enum mz_omp_schedule schedule;
    bool is_ordered;
    unsigned long base, end, step; /* modulo 2^64: signed loops, too */
    unsigned long count, chunk;    /* iterations; 0: as many as is fair */
    atomic_ulong taken;            /* guided: iterations, dynamic: pieces */
    unsigned long turn;            /* ordered: the iteration that may go on */
};

/* Iterations that a thread has been given. */
struct mz_omp_piece {
    bool is_given;
    unsigned long trips;       /* static: how many it has had */
    unsigned long first, last; /* exclusive; from 0 */
};

struct mz_omp_share mz_omp_loop(enum mz_omp_schedule, bool is_ordered,
                                long start, long end, long step, long chunk);
struct mz_omp_share mz_omp_loop_ull(enum mz_omp_schedule, bool is_ordered,
                                    bool up, unsigned long long start,
                                    unsigned long long end,
                                    unsigned long long step,
                                    unsigned long long chunk);

/* In the heap, for the caller to free. */
struct mz_omp_share *mz_omp_share_copy(const struct mz_omp_share *);

/* Of `schedule(runtime)`. */
extern enum mz_omp_schedule mz_omp_run_schedule;
extern unsigned long mz_omp_run_chunk;

#endif
