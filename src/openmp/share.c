/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loops, sections, single. A loop is counted from 0 to `count`; what it is of
 * says the thread that comes to it first. Nothing orders what threads do in it:
 * pieces are taken by relaxed operations.
 */
#include "openmp/share.h"

#include <stdlib.h>

#include "openmp/team.h"

typedef void region(void *);

enum mz_omp_schedule mz_omp_run_schedule = MZ_OMP_DYNAMIC;
unsigned long mz_omp_run_chunk = 1;

static struct mz_omp_share *find(struct mz_omp_share *share,
                                 unsigned long number)
{
    while (share && share->number != number)
        share = share->next;
    return share;
}

struct mz_omp_share *mz_omp_share_copy(const struct mz_omp_share *share)
{
    struct mz_omp_share *copy = malloc(sizeof *copy);

    if (!copy)
        abort();
    *copy = *share;
    return copy;
}

static struct mz_omp_share *add(struct mz_omp_team *team,
                                const struct mz_omp_share *told,
                                unsigned long number)
{
    struct mz_omp_share *share = mz_omp_share_copy(told);

    share->number = number;
    share->next = team->shares;
    team->shares = share;
    return share;
}

static void enter(const struct mz_omp_share *told)
{
    struct mz_omp_member *me = mz_omp_self();
    struct mz_omp_team *team = me->team;

    me->piece = (struct mz_omp_piece){0};
    me->shares++;
    me->share = &me->own;
    if (team->size == 1) {
        me->own = *told;
        return;
    }
    pthread_mutex_lock(&team->lock);
    me->share = find(team->shares, me->shares);
    if (!me->share)
        me->share = add(team, told, me->shares);
    pthread_mutex_unlock(&team->lock);
}

/* ---- whose turn it is ---------------------------------------------------- */

static void await_turn(struct mz_omp_member *me)
{
    while (me->share->turn != me->piece.first)
        pthread_cond_wait(&me->team->changed, &me->team->lock);
}

static void leave_piece(struct mz_omp_member *me)
{
    if (!me->piece.is_given)
        return;
    me->piece.is_given = false;
    if (!me->share->is_ordered || me->team->size == 1)
        return;
    pthread_mutex_lock(&me->team->lock);
    await_turn(me);
    me->share->turn = me->piece.last;
    pthread_cond_broadcast(&me->team->changed);
    pthread_mutex_unlock(&me->team->lock);
}

void GOMP_ordered_start(void)
{
    struct mz_omp_member *me = mz_omp_self();

    if (me->team->size == 1 || !me->piece.is_given)
        return;
    pthread_mutex_lock(&me->team->lock);
    await_turn(me);
    pthread_mutex_unlock(&me->team->lock);
}

void GOMP_ordered_end(void)
{
}

/* ---- pieces -------------------------------------------------------------- */

static unsigned long least(unsigned long a, unsigned long b)
{
    return a < b ? a : b;
}

/* As many for each, or one more for the first ones. */
static bool take_fair(const struct mz_omp_share *share,
                      const struct mz_omp_member *me, struct mz_omp_piece *p)
{
    unsigned long size = me->team->size, number = me->number;
    unsigned long each = share->count / size, more = share->count % size;

    p->first = number * each + least(number, more);
    p->last = p->first + each + (number < more);
    return !p->trips++ && p->first < p->last;
}

static bool take_number(const struct mz_omp_share *share, unsigned long number,
                        struct mz_omp_piece *p)
{
    if (number >= (share->count + share->chunk - 1) / share->chunk)
        return false;
    p->first = number * share->chunk;
    p->last = least(p->first + share->chunk, share->count);
    return true;
}

static bool take_guided(struct mz_omp_share *share, unsigned long size,
                        struct mz_omp_piece *p)
{
    unsigned long left;

    p->first = atomic_load_explicit(&share->taken, memory_order_relaxed);
    do {
        left = share->count - p->first;
        if (!left)
            return false;
        p->last = (left + size - 1) / size;
        if (p->last < share->chunk)
            p->last = least(share->chunk, left);
        p->last += p->first;
    } while (!atomic_compare_exchange_strong_explicit(
        &share->taken, &p->first, p->last, memory_order_relaxed,
        memory_order_relaxed));
    return true;
}

static bool take(struct mz_omp_member *me)
{
    struct mz_omp_share *share = me->share;
    struct mz_omp_piece *p = &me->piece;

    switch (share->schedule) {
    case MZ_OMP_DYNAMIC:
        return take_number(
            share,
            atomic_fetch_add_explicit(&share->taken, 1, memory_order_relaxed),
            p);
    case MZ_OMP_GUIDED:
        return take_guided(share, me->team->size, p);
    default:
        if (!share->chunk)
            return take_fair(share, me, p);
        return take_number(share, p->trips++ * me->team->size + me->number, p);
    }
}

/* From which value to which; whether there is a piece. */
static bool next(unsigned long *first, unsigned long *last)
{
    struct mz_omp_member *me = mz_omp_self();
    const struct mz_omp_share *share = me->share;

    leave_piece(me);
    me->piece.is_given = take(me);
    if (!me->piece.is_given)
        return false;
    *first = share->base + me->piece.first * share->step;
    *last = me->piece.last == share->count
                ? share->end
                : share->base + me->piece.last * share->step;
    return true;
}

/* ---- loops --------------------------------------------------------------- */

static struct mz_omp_share loop(enum mz_omp_schedule schedule, bool is_ordered,
                                unsigned long count, unsigned long base,
                                unsigned long end, unsigned long step,
                                unsigned long chunk)
{
    return (struct mz_omp_share){
        .schedule = schedule,
        .is_ordered = is_ordered,
        .base = base,
        .end = end,
        .step = step,
        .count = count,
        .chunk = schedule == MZ_OMP_STATIC || chunk ? chunk : 1,
    };
}

/* Upwards if `up`, by `step`, which is negative downwards. */
static unsigned long count_of(bool up, unsigned long distance,
                              unsigned long step)
{
    unsigned long size = up ? step : -step;

    return distance / size + (distance % size != 0);
}

struct mz_omp_share mz_omp_loop(enum mz_omp_schedule schedule, bool is_ordered,
                                long start, long end, long step, long chunk)
{
    unsigned long from = (unsigned long)start, to = (unsigned long)end;
    bool up = step > 0;
    unsigned long count = 0;

    if (up ? start < end : start > end)
        count = count_of(up, up ? to - from : from - to, (unsigned long)step);
    return loop(schedule, is_ordered, count, from, to, (unsigned long)step,
                (unsigned long)chunk);
}

struct mz_omp_share mz_omp_loop_ull(enum mz_omp_schedule schedule,
                                    bool is_ordered, bool up,
                                    unsigned long long start,
                                    unsigned long long end,
                                    unsigned long long step,
                                    unsigned long long chunk)
{
    unsigned long count = 0;

    if (up ? start < end : start > end)
        count = count_of(up, up ? end - start : start - end, step);
    return loop(schedule, is_ordered, count, start, end, step, chunk);
}

/* Where the schedule is the run's there is no parameter `chunk`. */
#define WITH_CHUNK(type) type chunk,
#define WITHOUT_CHUNK(type)

#define LOOP(name, CHUNK, schedule, is_ordered, given)                       \
    bool GOMP_loop_##name##_start(long start, long end, long step,           \
                                  CHUNK(long) long *first, long *last)       \
    {                                                                        \
        struct mz_omp_share told =                                           \
            mz_omp_loop(schedule, is_ordered, start, end, step, given);      \
        enter(&told);                                                        \
        return next((unsigned long *)first, (unsigned long *)last);          \
    }                                                                        \
    bool GOMP_loop_##name##_next(long *first, long *last)                    \
    {                                                                        \
        return next((unsigned long *)first, (unsigned long *)last);          \
    }                                                                        \
    bool GOMP_loop_ull_##name##_start(                                       \
        bool up, unsigned long long start, unsigned long long end,           \
        unsigned long long step,                                             \
        CHUNK(unsigned long long) unsigned long long *first,                 \
        unsigned long long *last)                                            \
    {                                                                        \
        struct mz_omp_share told = mz_omp_loop_ull(schedule, is_ordered, up, \
                                                   start, end, step, given); \
        enter(&told);                                                        \
        return next((unsigned long *)first, (unsigned long *)last);          \
    }                                                                        \
    bool GOMP_loop_ull_##name##_next(unsigned long long *first,              \
                                     unsigned long long *last)               \
    {                                                                        \
        return next((unsigned long *)first, (unsigned long *)last);          \
    }
#define RUN_LOOP(name, is_ordered) \
    LOOP(name, WITHOUT_CHUNK, mz_omp_run_schedule, is_ordered, mz_omp_run_chunk)

LOOP(static, WITH_CHUNK, MZ_OMP_STATIC, false, chunk)
LOOP(dynamic, WITH_CHUNK, MZ_OMP_DYNAMIC, false, chunk)
LOOP(guided, WITH_CHUNK, MZ_OMP_GUIDED, false, chunk)
LOOP(nonmonotonic_dynamic, WITH_CHUNK, MZ_OMP_DYNAMIC, false, chunk)
LOOP(nonmonotonic_guided, WITH_CHUNK, MZ_OMP_GUIDED, false, chunk)
LOOP(ordered_static, WITH_CHUNK, MZ_OMP_STATIC, true, chunk)
LOOP(ordered_dynamic, WITH_CHUNK, MZ_OMP_DYNAMIC, true, chunk)
LOOP(ordered_guided, WITH_CHUNK, MZ_OMP_GUIDED, true, chunk)
RUN_LOOP(runtime, false)
RUN_LOOP(nonmonotonic_runtime, false)
RUN_LOOP(maybe_nonmonotonic_runtime, false)
RUN_LOOP(ordered_runtime, true)

#define PARALLEL(name, CHUNK, schedule, given)                             \
    void GOMP_parallel_loop_##name(region *function, void *data,           \
                                   unsigned threads, long start, long end, \
                                   long step, CHUNK(long) unsigned flags)  \
    {                                                                      \
        struct mz_omp_share told =                                         \
            mz_omp_loop(schedule, false, start, end, step, given);         \
        (void)flags;                                                       \
        mz_omp_run(function, data, threads, &told);                        \
    }
#define RUN_PARALLEL(name) \
    PARALLEL(name, WITHOUT_CHUNK, mz_omp_run_schedule, mz_omp_run_chunk)

PARALLEL(static, WITH_CHUNK, MZ_OMP_STATIC, chunk)
PARALLEL(dynamic, WITH_CHUNK, MZ_OMP_DYNAMIC, chunk)
PARALLEL(guided, WITH_CHUNK, MZ_OMP_GUIDED, chunk)
PARALLEL(nonmonotonic_dynamic, WITH_CHUNK, MZ_OMP_DYNAMIC, chunk)
PARALLEL(nonmonotonic_guided, WITH_CHUNK, MZ_OMP_GUIDED, chunk)
RUN_PARALLEL(runtime)
RUN_PARALLEL(nonmonotonic_runtime)
RUN_PARALLEL(maybe_nonmonotonic_runtime)

void GOMP_loop_end_nowait(void)
{
    leave_piece(mz_omp_self());
}

void GOMP_loop_end(void)
{
    GOMP_loop_end_nowait();
    mz_omp_barrier();
}

bool GOMP_loop_end_cancel(void)
{
    GOMP_loop_end();
    return false;
}

/* ---- sections: a loop from 1 --------------------------------------------- */

static struct mz_omp_share sections(unsigned count)
{
    return mz_omp_loop(MZ_OMP_DYNAMIC, false, 1, (long)count + 1, 1, 1);
}

unsigned GOMP_sections_next(void)
{
    unsigned long first, last;

    return next(&first, &last) ? (unsigned)first : 0;
}

unsigned GOMP_sections_start(unsigned count)
{
    struct mz_omp_share told = sections(count);

    enter(&told);
    return GOMP_sections_next();
}

void GOMP_parallel_sections(region *function, void *data, unsigned threads,
                            unsigned count, unsigned flags)
{
    struct mz_omp_share told = sections(count);

    (void)flags;
    mz_omp_run(function, data, threads, &told);
}

void GOMP_sections_end_nowait(void)
{
    GOMP_loop_end_nowait();
}

void GOMP_sections_end(void)
{
    GOMP_loop_end();
}

bool GOMP_sections_end_cancel(void)
{
    return GOMP_loop_end_cancel();
}

/* ---- single -------------------------------------------------------------- */

bool GOMP_single_start(void)
{
    struct mz_omp_member *me = mz_omp_self();
    unsigned long before = me->singles++;

    return me->team->size == 1 ||
           __atomic_compare_exchange_n(&me->team->singles, &before, before + 1,
                                       false, __ATOMIC_RELAXED,
                                       __ATOMIC_RELAXED);
}

/* NULL for the one who executes it; for the others what it has copied. */
void *GOMP_single_copy_start(void)
{
    if (GOMP_single_start())
        return NULL;
    mz_omp_barrier();
    return mz_omp_self()->team->copied;
}

void GOMP_single_copy_end(void *data)
{
    mz_omp_self()->team->copied = data;
    mz_omp_barrier();
}
