/* SPDX-License-Identifier: Apache-2.0 */
/* Parallel regions, their threads, barriers. */
#include "openmp/team.h"

#include <semaphore.h>
#include <stdlib.h>

/* Threads of main's regions wait for the next one: what is threadprivate is
 * there again. */
struct worker {
    pthread_t thread;
    sem_t begin, done;
    struct mz_omp_team *team; /* NULL: end */
    unsigned number;
};

enum { MOST_WORKERS = 64 };

static struct worker workers[MOST_WORKERS];
static unsigned worker_count;
static pthread_key_t main_ends;
static pthread_t main_thread;

atomic_uint mz_omp_threads = 2, mz_omp_active_levels = 1;

static __thread struct mz_omp_member *current, alone;
static __thread struct mz_omp_team one;

__attribute__((constructor)) static void learn(void)
{
    const char *threads = getenv("OMP_NUM_THREADS");

    main_thread = pthread_self();
    if (threads && atoi(threads) > 0)
        mz_omp_threads = (unsigned)atoi(threads);
}

struct mz_omp_member *mz_omp_self(void)
{
    if (!current) {
        one.size = 1;
        alone.team = &one;
        current = &alone;
    }
    return current;
}

static void run_member(struct mz_omp_team *team, unsigned number)
{
    struct mz_omp_member me = {.team = team, .number = number};
    struct mz_omp_member *outer = current;

    if (team->first && team->size == 1)
        me.own = *team->first;
    if (team->first) {
        me.share = team->size == 1 ? &me.own : team->first;
        me.shares = 1;
    }
    current = &me;
    team->function(team->data);
    if (team->size > 1 && mz_omp_task_barrier)
        mz_omp_task_barrier(&me);
    current = outer;
}

static void *work(void *argument)
{
    struct worker *w = argument;

    while (w->team) {
        run_member(w->team, w->number);
        sem_post(&w->done);
        sem_wait(&w->begin);
    }
    return NULL;
}

static void *work_once(void *argument)
{
    struct worker *w = argument;

    run_member(w->team, w->number);
    return NULL;
}

static void end_workers(void *unused)
{
    (void)unused;
    for (unsigned i = 0; i < worker_count; i++) {
        workers[i].team = NULL;
        sem_post(&workers[i].begin);
        pthread_join(workers[i].thread, NULL);
    }
}

static void start(struct worker *w, void *(*function)(void *))
{
    if (pthread_create(&w->thread, NULL, function, w))
        abort();
}

static void call_worker(unsigned i, struct mz_omp_team *team)
{
    struct worker *w = &workers[i];

    w->team = team;
    w->number = i + 1;
    if (i < worker_count) {
        sem_post(&w->begin);
        return;
    }
    if (!worker_count) {
        pthread_key_create(&main_ends, end_workers);
        pthread_setspecific(main_ends, workers);
    }
    sem_init(&w->begin, 0, 0);
    sem_init(&w->done, 0, 0);
    start(w, work);
    worker_count++;
}

/* Those of another thread's region, or of one within another, end with it. */
static void run_once(struct mz_omp_team *team)
{
    struct worker *all = calloc(team->size, sizeof *all);

    if (!all)
        abort();
    for (unsigned i = 1; i < team->size; i++) {
        all[i].team = team;
        all[i].number = i;
        start(&all[i], work_once);
    }
    run_member(team, 0);
    for (unsigned i = 1; i < team->size; i++)
        pthread_join(all[i].thread, NULL);
    free(all);
}

static void run_team(struct mz_omp_team *team)
{
    bool is_main =
        pthread_equal(pthread_self(), main_thread) && team->level == 1;

    pthread_mutex_init(&team->lock, NULL);
    pthread_cond_init(&team->changed, NULL);
    if (!mz_omp_task_barrier)
        pthread_barrier_init(&team->barrier, NULL, team->size);
    if (!is_main || team->size > MOST_WORKERS) {
        run_once(team);
    } else {
        for (unsigned i = 0; i + 1 < team->size; i++)
            call_worker(i, team);
        run_member(team, 0);
        for (unsigned i = 0; i + 1 < team->size; i++)
            sem_wait(&workers[i].done);
    }
    if (!mz_omp_task_barrier)
        pthread_barrier_destroy(&team->barrier);
    pthread_cond_destroy(&team->changed);
    pthread_mutex_destroy(&team->lock);
}

static void free_shares(struct mz_omp_share *share)
{
    struct mz_omp_share *next;

    for (; share; share = next) {
        next = share->next;
        free(share);
    }
}

void mz_omp_run(void (*function)(void *), void *data, unsigned threads,
                const struct mz_omp_share *first)
{
    const struct mz_omp_member *me = mz_omp_self();
    struct mz_omp_team team = {
        .size = threads ? threads : mz_omp_threads,
        .level = me->team->level + 1,
        .active_level = me->team->active_level,
        .function = function,
        .data = data,
        .outer = me,
    };

    if (team.active_level >= mz_omp_active_levels)
        team.size = 1;
    team.active_level += team.size > 1;
    if (first)
        team.first = mz_omp_share_copy(first);
    if (team.size > 1)
        run_team(&team);
    else
        run_member(&team, 0);
    free_shares(team.shares);
    free(team.first);
    if (mz_omp_task_free)
        mz_omp_task_free(&team);
}

void mz_omp_barrier(void)
{
    struct mz_omp_member *me = mz_omp_self();

    if (me->team->size == 1)
        return;
    if (mz_omp_task_barrier)
        mz_omp_task_barrier(me);
    else
        pthread_barrier_wait(&me->team->barrier);
}

void GOMP_parallel(void (*function)(void *), void *data, unsigned threads,
                   unsigned flags)
{
    (void)flags;
    mz_omp_run(function, data, threads, NULL);
}

void GOMP_barrier(void)
{
    mz_omp_barrier();
}

/* By default nothing can be cancelled. */
bool GOMP_barrier_cancel(void)
{
    mz_omp_barrier();
    return false;
}

bool GOMP_cancel(int which, bool does)
{
    (void)which;
    (void)does;
    return false;
}

bool GOMP_cancellation_point(int which)
{
    (void)which;
    return false;
}
