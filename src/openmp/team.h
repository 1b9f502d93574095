/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The runtime of OpenMP that `mazurka cc` links in place of libgomp, whose
 * interface it has (GOMP_*, as gcc 12 calls it, and omp_*). It is a part of the
 * program: ordinary code on POSIX threads, instrumented and explored as the
 * rest is. Which of the tasks that wait comes next is explored, too, though
 * libgomp has an order of its own. Accesses that OpenMP does not order are
 * ordered at most by the locks below, in one order in each execution.
 *
 * What is not here does not link: doacross, target, reductions of tasks.
 */
#ifndef MZ_OPENMP_TEAM_H
#define MZ_OPENMP_TEAM_H

#include <pthread.h>
#include <stdbool.h>

#include "openmp/share.h"

struct mz_omp_task;

/* The threads that execute a parallel region. */
struct mz_omp_team {
    unsigned size, level, active_level;
    void (*function)(void *);
    void *data;
    const struct mz_omp_member *outer; /* who has begun it */
    struct mz_omp_share *first;        /* that it begins with, or NULL */
    pthread_barrier_t barrier;         /* not where tasks are linked */
    pthread_mutex_t lock;              /* of all that follows */
    struct mz_omp_share *shares;
    unsigned long singles;  /* but for these: that are taken */
    void *copied;           /* and this: by copyprivate */
    pthread_cond_t changed; /* tasks, arrivals, whose turn it is */
    struct mz_omp_task *tasks;
    unsigned unfinished, arrived;
    unsigned long generation; /* of barriers */
};

/* A thread in it. */
struct mz_omp_member {
    struct mz_omp_team *team;
    unsigned number;
    unsigned long shares;       /* work-sharing constructs it has come to */
    unsigned long singles;      /* likewise */
    struct mz_omp_share *share; /* where it is now */
    struct mz_omp_share own;    /* that, where nobody shares */
    struct mz_omp_piece piece;
    struct mz_omp_task *task;   /* NULL: its implicit task */
    unsigned children;          /* of the implicit task */
    struct mz_omp_group *group; /* innermost taskgroup */
};

/* The running thread; outside of parallel regions in a team of its own. */
struct mz_omp_member *mz_omp_self(void);

/* Runs a region; it begins with that work-sharing construct, unless NULL. */
void mz_omp_run(void (*function)(void *), void *data, unsigned threads,
                const struct mz_omp_share *first);

void mz_omp_barrier(void);

/* How many threads a region has that does not say. */
extern atomic_uint mz_omp_threads, mz_omp_active_levels;

/* Where the program has tasks (task.c), else NULL. */
void mz_omp_task_barrier(struct mz_omp_member *) __attribute__((weak));
void mz_omp_task_free(struct mz_omp_team *) __attribute__((weak));

#endif
