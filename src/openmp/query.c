/* SPDX-License-Identifier: Apache-2.0 */
/* What a program asks, and sets. */
#include <omp.h>
#include <time.h>

#include "openmp/team.h"

int omp_get_thread_num(void)
{
    return (int)mz_omp_self()->number;
}

int omp_get_num_threads(void)
{
    return (int)mz_omp_self()->team->size;
}

int omp_get_max_threads(void)
{
    return (int)mz_omp_threads;
}

void omp_set_num_threads(int threads)
{
    if (threads > 0)
        mz_omp_threads = (unsigned)threads;
}

int omp_get_num_procs(void)
{
    return (int)mz_omp_threads;
}

int omp_get_thread_limit(void)
{
    return 64;
}

int omp_in_parallel(void)
{
    return mz_omp_self()->team->active_level > 0;
}

int omp_get_level(void)
{
    return (int)mz_omp_self()->team->level;
}

int omp_get_active_level(void)
{
    return (int)mz_omp_self()->team->active_level;
}

static const struct mz_omp_member *ancestor(int level)
{
    const struct mz_omp_member *member = mz_omp_self();

    if (level < 0 || level > omp_get_level())
        return NULL;
    while ((int)member->team->level > level)
        member = member->team->outer;
    return member;
}

int omp_get_ancestor_thread_num(int level)
{
    const struct mz_omp_member *member = ancestor(level);

    return member ? (int)member->number : -1;
}

int omp_get_team_size(int level)
{
    const struct mz_omp_member *member = ancestor(level);

    return member ? (int)member->team->size : -1;
}

int omp_get_max_active_levels(void)
{
    return (int)mz_omp_active_levels;
}

void omp_set_max_active_levels(int levels)
{
    if (levels >= 0)
        mz_omp_active_levels = (unsigned)levels;
}

int omp_get_nested(void)
{
    return mz_omp_active_levels > 1;
}

void omp_set_nested(int does)
{
    mz_omp_active_levels = does ? 255 : 1;
}

int omp_get_dynamic(void)
{
    return 0;
}

void omp_set_dynamic(int does)
{
    (void)does;
}

int omp_get_cancellation(void)
{
    return 0;
}

omp_proc_bind_t omp_get_proc_bind(void)
{
    return omp_proc_bind_false;
}

void omp_get_schedule(omp_sched_t *kind, int *chunk)
{
    *kind = (omp_sched_t)mz_omp_run_schedule;
    *chunk = (int)mz_omp_run_chunk;
}

void omp_set_schedule(omp_sched_t kind, int chunk)
{
    mz_omp_run_schedule = (enum mz_omp_schedule)(kind & 7);
    mz_omp_run_chunk = chunk > 0 ? (unsigned long)chunk
                       : mz_omp_run_schedule == MZ_OMP_STATIC ? 0
                                                              : 1;
}

double omp_get_wtime(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

double omp_get_wtick(void)
{
    return 1e-9;
}
