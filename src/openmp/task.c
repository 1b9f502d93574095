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
enum {
    FINAL = 1 << 1,
    DEPENDS = 1 << 3,
    UP = 1 << 8,
    GRAIN = 1 << 9,
    IF = 1 << 10,
    NO_GROUP = 1 << 11,
    REDUCES = 1 << 12,
    DETACH = 1 << 13,
    STRICT = 1 << 14,
};

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

_Noreturn void mz_openmp_unsupported(const char *kind);

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
        mz_openmp_unsupported("OPENMP_DEPENDENCES");
    task->on = calloc(count, sizeof *task->on);
    if (!task->on)
        abort();
    task->depends = (unsigned)count;
    for (uintptr_t i = 0; i < count; i++)
        task->on[i] = (struct dependence){list[2 + i], i < outs};
}

/* ---- executing: with the team's lock ------------------------------------- */

/* How many children its parent has that are not finished. */
static unsigned *siblings_of(struct mz_omp_task *task)
{
    return task->parent ? &task->parent->children : &task->member->children;
}

static void finish(struct mz_omp_member *me, struct mz_omp_task *task)
{
    struct mz_omp_team *team = me->team;

    task->is_finished = true;
    --*siblings_of(task);
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

static bool may_begin(const struct mz_omp_member *me,
                      const struct mz_omp_task *task, filter *is_wanted)
{
    return !task->is_begun && is_wanted(me, task) && is_ready(me->team, task);
}

/* One of those that may be executed now; whether there is any. */
static bool execute_one(struct mz_omp_member *me, filter *is_wanted)
{
    struct mz_omp_team *team = me->team;
    struct mz_omp_task *task;
    unsigned count = 0, chosen;

    for (task = team->tasks; task; task = task->next)
        count += may_begin(me, task, is_wanted);
    if (!count)
        return false;
    chosen = count > 1 ? mz_choose(count) : 0;
    for (task = team->tasks;; task = task->next)
        if (may_begin(me, task, is_wanted) && !chosen--)
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
    ++*siblings_of(task);
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

/* What a program says of a task. */
struct told {
    void (*function)(void *);
    void *data;
    void (*copier)(void *, void *);
    long size, alignment;
    bool is_deferred, is_final;
    void **depends; /* NULL: on nothing */
};

static struct mz_omp_task *make(struct mz_omp_member *me,
                                const struct told *told)
{
    struct mz_omp_task *task = calloc(1, sizeof *task);

    if (!task)
        abort();
    task->parent = me->task;
    task->member = me;
    task->group = me->group;
    task->function = told->function;
    task->arguments =
        copy(told->data, told->copier, told->size, told->alignment);
    if (told->is_final || is_within_final(me))
        task->is_final = true;
    if (told->depends && me->team->size > 1)
        take_dependences(task, told->depends);
    return task;
}

static void begin(struct mz_omp_member *me, struct mz_omp_task *task,
                  bool is_deferred)
{
    if (is_deferred && !task->is_final && me->team->size > 1) {
        pthread_mutex_lock(&me->team->lock);
        append(me, task);
        pthread_cond_broadcast(&me->team->changed);
        pthread_mutex_unlock(&me->team->lock);
        return;
    }
    task->is_begun = true;
    execute_at_once(me, task);
    if (me->team->size > 1)
        return; /* the team has it in its list */
    free(task->arguments);
    free(task);
}

void GOMP_task(void (*function)(void *), void *data,
               void (*copier)(void *, void *), long size, long alignment,
               bool is_deferred, unsigned flags, void **depends, int priority,
               void *detach)
{
    const struct told told = {
        .function = function,
        .data = data,
        .copier = copier,
        .size = size,
        .alignment = alignment,
        .is_final = flags & FINAL,
        .depends = flags & DEPENDS ? depends : NULL,
    };
    struct mz_omp_member *me = mz_omp_self();

    (void)priority;
    (void)detach;
    if (flags & DETACH)
        mz_openmp_unsupported("OPENMP_DETACHED");
    begin(me, make(me, &told), is_deferred);
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

/* ---- taskloop ------------------------------------------------------------ */

/* As many tasks as the program wants of so many iterations. */
static unsigned long parts_of(unsigned long count, unsigned long wanted,
                              unsigned flags)
{
    unsigned long parts = wanted;

    if (flags & GRAIN && flags & STRICT)
        parts = (count + wanted - 1) / wanted;
    else if (flags & GRAIN)
        parts = count / wanted;
    else if (!wanted)
        parts = mz_omp_self()->team->size;
    parts = parts < count ? parts : count;
    return parts ? parts : 1;
}

/* Its arguments begin with the first value, and that after the last. */
static void run_taskloop(const struct told *told, unsigned flags,
                         unsigned long wanted, const struct mz_omp_share *loop)
{
    struct mz_omp_member *me = mz_omp_self();
    unsigned long parts = parts_of(loop->count, wanted, flags);
    unsigned long each = loop->count / parts, more = loop->count % parts;
    unsigned long at = loop->base;

    if (flags & REDUCES)
        mz_openmp_unsupported("OPENMP_REDUCTIONS");
    if (flags & GRAIN && flags & STRICT) {
        each = wanted;
        more = 0;
    }
    if (!(flags & NO_GROUP))
        GOMP_taskgroup_start();
    for (unsigned long i = 0; loop->count && i < parts; i++) {
        struct mz_omp_task *task = make(me, told);
        unsigned long *bounds = task->arguments;

        bounds[0] = at;
        at += (each + (i < more)) * loop->step;
        bounds[1] = i + 1 == parts ? loop->end : at;
        begin(me, task, told->is_deferred);
    }
    if (!(flags & NO_GROUP))
        GOMP_taskgroup_end();
}

#define TASKLOOP(name, type, loop)                                            \
    void name(void (*function)(void *), void *data,                           \
              void (*copier)(void *, void *), long size, long alignment,      \
              unsigned flags, unsigned long wanted, int priority, type start, \
              type end, type step)                                            \
    {                                                                         \
        const struct told told = {                                            \
            .function = function,                                             \
            .data = data,                                                     \
            .copier = copier,                                                 \
            .size = size,                                                     \
            .alignment = alignment,                                           \
            .is_deferred = flags & IF,                                        \
            .is_final = flags & FINAL,                                        \
        };                                                                    \
        const struct mz_omp_share whole = loop;                               \
                                                                              \
        (void)priority;                                                       \
        run_taskloop(&told, flags, wanted, &whole);                           \
    }

TASKLOOP(GOMP_taskloop, long,
         mz_omp_loop(MZ_OMP_STATIC, false, start, end, step, 0))
TASKLOOP(GOMP_taskloop_ull, unsigned long long,
         mz_omp_loop_ull(MZ_OMP_STATIC, false, flags &UP, start, end, step, 0))

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

int omp_in_final(void)
{
    return is_within_final(mz_omp_self());
}
