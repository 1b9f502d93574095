/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tasks. One that is deferred is executed by whatever thread of its team comes
 * to a barrier, a taskwait or the end of a taskgroup; which of those that may
 * be executed there is explored (mz_choose). In a team of one thread, and where
 * `if` or `final` says so, it is executed at once.
 */
#include <mazurka.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "openmp/team.h"

/* Bits of `flags`, as gcc has them. */
enum { UNTIED = 1, FINAL = 2, DEPENDS = 8, DETACH = 1 << 13 };

struct mz_omp_group {
    struct mz_omp_group *outer;
    unsigned unfinished; /* tasks in it, and theirs */
};

struct dependence {
    void *object;
    bool is_out;
};

struct mz_omp_task {
    struct mz_omp_task *next;     /* of the team, oldest first */
    struct mz_omp_task *parent;   /* NULL: an implicit task's */
    struct mz_omp_member *member; /* then: whose */
    struct mz_omp_group *group;
    void (*function)(void *);
    void *arguments;
    bool is_final, is_begun, is_finished;
    unsigned children;
    unsigned depends; /* how many follow */
    struct dependence *on;
};

typedef bool filter(const struct mz_omp_member *, const struct mz_omp_task *);

_Noreturn void mz_openmp_unsupported(const char *what);

static bool is_any(const struct mz_omp_member *me,
                   const struct mz_omp_task *task)
{
    (void)me;
    (void)task;
    return true;
}

static bool is_child(const struct mz_omp_member *me,
                     const struct mz_omp_task *task)
{
    return me->task ? task->parent == me->task
                    : !task->parent && task->member == me;
}

static bool is_in_group(const struct mz_omp_member *me,
                        const struct mz_omp_task *task)
{
    const struct mz_omp_group *group = task->group;

    while (group && group != me->group)
        group = group->outer;
    return group != NULL;
}

/* ---- dependences --------------------------------------------------------- */

static bool conflict(const struct mz_omp_task *a, const struct mz_omp_task *b)
{
    for (unsigned i = 0; i < a->depends; i++)
        for (unsigned k = 0; k < b->depends; k++)
            if (a->on[i].object == b->on[k].object &&
                (a->on[i].is_out || b->on[k].is_out))
                return true;
    return false;
}

static bool are_siblings(const struct mz_omp_task *a,
                         const struct mz_omp_task *b)
{
    return a->parent == b->parent && a->member == b->member;
}

/* All earlier siblings that it depends on have been executed. */
static bool is_ready(const struct mz_omp_team *team,
                     const struct mz_omp_task *task)
{
    const struct mz_omp_task *other = task->depends ? team->tasks : task;

    for (; other && other != task; other = other->next)
        if (!other->is_finished && are_siblings(other, task) &&
            conflict(other, task))
            return false;
    return true;
}

/* gcc's list: how many, how many of them out or inout, these first. */
static void take_dependences(struct mz_omp_task *task, void **list)
{
    uintptr_t count = (uintptr_t)list[0], outs = (uintptr_t)list[1];

    if (!count)
        mz_openmp_unsupported("dependences other than in, out and inout");
    task->on = calloc(count, sizeof *task->on);
    if (!task->on)
        abort();
    task->depends = (unsigned)count;
    for (uintptr_t i = 0; i < count; i++)
        task->on[i] = (struct dependence){list[2 + i], i < outs};
}

/* ---- executing: with the team's lock ------------------------------------- */

static void finish(struct mz_omp_member *me, struct mz_omp_task *task)
{
    struct mz_omp_team *team = me->team;

    task->is_finished = true;
    if (task->parent)
        task->parent->children--;
    else
        task->member->children--;
    for (struct mz_omp_group *g = task->group; g; g = g->outer)
        g->unfinished--;
    team->unfinished--;
    pthread_cond_broadcast(&team->changed);
}

static void execute(struct mz_omp_member *me, struct mz_omp_task *task)
{
    struct mz_omp_task *outer = me->task;
    struct mz_omp_group *group = me->group;

    task->is_begun = true;
    pthread_mutex_unlock(&me->team->lock);
    me->task = task;
    me->group = task->group;
    task->function(task->arguments);
    me->task = outer;
    me->group = group;
    pthread_mutex_lock(&me->team->lock);
    finish(me, task);
}

/* One of those that may be executed now; whether there is any. */
static bool execute_one(struct mz_omp_member *me, filter *is_wanted)
{
    struct mz_omp_team *team = me->team;
    struct mz_omp_task *task;
    unsigned count = 0, chosen;

    for (task = team->tasks; task; task = task->next)
        count += !task->is_begun && is_wanted(me, task) && is_ready(team, task);
    if (!count)
        return false;
    chosen = count > 1 ? mz_choose(count) : 0;
    for (task = team->tasks;; task = task->next)
        if (!task->is_begun && is_wanted(me, task) && is_ready(team, task) &&
            !chosen--)
            break;
    execute(me, task);
    return true;
}

static void execute_until(struct mz_omp_member *me, filter *is_wanted,
                          const unsigned *left)
{
    while (*left)
        if (!execute_one(me, is_wanted))
            pthread_cond_wait(&me->team->changed, &me->team->lock);
}

void mz_omp_task_barrier(struct mz_omp_member *me)
{
    struct mz_omp_team *team = me->team;
    unsigned long generation;

    pthread_mutex_lock(&team->lock);
    generation = team->generation;
    team->arrived++;
    while (generation == team->generation) {
        if (execute_one(me, is_any))
            continue;
        if (team->arrived < team->size || team->unfinished) {
            pthread_cond_wait(&team->changed, &team->lock);
            continue;
        }
        team->arrived = 0;
        team->generation++;
        pthread_cond_broadcast(&team->changed);
    }
    pthread_mutex_unlock(&team->lock);
}

void mz_omp_task_free(struct mz_omp_team *team)
{
    struct mz_omp_task *task = team->tasks, *next;

    for (; task; task = next) {
        next = task->next;
        free(task->on);
        free(task->arguments);
        free(task);
    }
}

/* ---- what programs call -------------------------------------------------- */

static void *copy(void *data, void (*copier)(void *, void *), long size,
                  long alignment)
{
    size_t room = ((size_t)size + (size_t)alignment - 1) / (size_t)alignment *
                  (size_t)alignment;
    void *to = aligned_alloc(alignment < 16 ? 16 : (size_t)alignment,
                             room < 16 ? 16 : (room + 15) / 16 * 16);

    if (!to)
        abort();
    if (copier)
        copier(to, data);
    else
        memcpy(to, data, (size_t)size);
    return to;
}

static void append(struct mz_omp_member *me, struct mz_omp_task *task)
{
    struct mz_omp_task **end = &me->team->tasks;

    while (*end)
        end = &(*end)->next;
    *end = task;
    if (task->parent)
        task->parent->children++;
    else
        me->children++;
    for (struct mz_omp_group *g = task->group; g; g = g->outer)
        g->unfinished++;
    me->team->unfinished++;
}

static bool is_within_final(const struct mz_omp_member *me)
{
    return me->task && me->task->is_final;
}

/* By the thread that has come to it, which is in the task as long. */
static void execute_at_once(struct mz_omp_member *me, struct mz_omp_task *task)
{
    if (me->team->size == 1) {
        struct mz_omp_task *outer = me->task;

        me->task = task;
        task->function(task->arguments);
        me->task = outer;
        return;
    }
    pthread_mutex_lock(&me->team->lock);
    append(me, task);
    while (!is_ready(me->team, task))
        if (!execute_one(me, is_child))
            pthread_cond_wait(&me->team->changed, &me->team->lock);
    execute(me, task);
    pthread_mutex_unlock(&me->team->lock);
}

void GOMP_task(void (*function)(void *), void *data,
               void (*copier)(void *, void *), long size, long alignment,
               bool is_deferred, unsigned flags, void **depends, int priority,
               void *detach)
{
    struct mz_omp_member *me = mz_omp_self();
    struct mz_omp_task *task = calloc(1, sizeof *task);
    bool is_final = is_within_final(me) || flags & FINAL;

    (void)priority;
    (void)detach;
    if (!task)
        abort();
    if (flags & DETACH)
        mz_openmp_unsupported("tasks that are detached");
    task->parent = me->task;
    task->member = me;
    task->group = me->group;
    task->function = function;
    task->arguments = copy(data, copier, size, alignment);
    task->is_final = is_final;
    if (flags & DEPENDS && me->team->size > 1)
        take_dependences(task, depends);
    if (me->team->size == 1 || !is_deferred || is_final) {
        task->is_begun = true;
        execute_at_once(me, task);
        if (me->team->size > 1)
            return;
        free(task->arguments);
        free(task);
        return;
    }
    pthread_mutex_lock(&me->team->lock);
    append(me, task);
    pthread_cond_broadcast(&me->team->changed);
    pthread_mutex_unlock(&me->team->lock);
}

void GOMP_taskwait(void)
{
    struct mz_omp_member *me = mz_omp_self();

    if (me->team->size == 1)
        return;
    pthread_mutex_lock(&me->team->lock);
    execute_until(me, is_child, me->task ? &me->task->children : &me->children);
    pthread_mutex_unlock(&me->team->lock);
}

void GOMP_taskyield(void)
{
    struct mz_omp_member *me = mz_omp_self();

    if (me->team->size == 1 || !mz_choose(2))
        return;
    pthread_mutex_lock(&me->team->lock);
    execute_one(me, is_child);
    pthread_mutex_unlock(&me->team->lock);
}

void GOMP_taskgroup_start(void)
{
    struct mz_omp_member *me = mz_omp_self();
    struct mz_omp_group *group = calloc(1, sizeof *group);

    if (!group)
        abort();
    group->outer = me->group;
    me->group = group;
}

void GOMP_taskgroup_end(void)
{
    struct mz_omp_member *me = mz_omp_self();
    struct mz_omp_group *group = me->group;

    if (me->team->size > 1) {
        pthread_mutex_lock(&me->team->lock);
        execute_until(me, is_in_group, &group->unfinished);
        pthread_mutex_unlock(&me->team->lock);
    }
    me->group = group->outer;
    free(group);
}

int omp_in_final(void)
{
    return is_within_final(mz_omp_self());
}
