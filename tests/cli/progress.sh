#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# mz_linearizable with .progress: do calls go on when others stop?
. "$(dirname "$0")/frame"

cat >tests.c <<'END_OF_C'
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *_Atomic next;
    long value;
};
struct object {
    pthread_mutex_t mutex;
    atomic_int lock;
    struct node *_Atomic top, *_Atomic tail;
    struct node *list;
    struct node first;
};
static void *create(void)
{
    struct object *o = calloc(1, sizeof *o);

    pthread_mutex_init(&o->mutex, NULL);
    atomic_init(&o->tail, &o->first);
    return o;
}

/* Treiber's stack, of nodes that are never freed. */
static struct node *new_node(long value)
{
    struct node *n = calloc(1, sizeof *n);

    n->value = value;
    return n;
}
static long push(void *object, long value)
{
    struct object *o = object;
    struct node *n = new_node(value), *top = atomic_load(&o->top);

    do
        atomic_store_explicit(&n->next, top, memory_order_relaxed);
    while (!atomic_compare_exchange_strong(&o->top, &top, n));
    return 0;
}
static long pop(void *object)
{
    struct object *o = object;
    struct node *top = atomic_load(&o->top);

    while (top && !atomic_compare_exchange_strong(&o->top, &top, top->next))
        ;
    return top ? top->value : -1;
}

/* A stack with a lock, and how to wait for that. */
static void wait_for_mutex(struct object *o)
{
    pthread_mutex_lock(&o->mutex);
}
static void wait_in_loop(struct object *o)
{
    while (atomic_exchange(&o->lock, 1))
        ;
}
static void wait_longer(struct object *o)
{
    for (unsigned i = 1; atomic_exchange(&o->lock, 1); i++)
        if (!i)
            abort();
}
static void wait_awaiting(struct object *o)
{
    while (atomic_exchange(&o->lock, 1))
        mz_await(o->lock, ==, 0);
}
static void wait_assuming(struct object *o)
{
    mz_assume(!atomic_exchange(&o->lock, 1));
}
static void (*take_lock)(struct object *);
static long push_locked(void *object, long value)
{
    struct object *o = object;
    struct node *n = new_node(value);

    take_lock(o);
    n->next = o->list;
    o->list = n;
    atomic_store(&o->lock, 0);
    if (take_lock == wait_for_mutex)
        pthread_mutex_unlock(&o->mutex);
    return 0;
}

/* Michael's and Scott's way to append; without help who comes in between waits
 * until the tail is right again. */
static int helps;
static long append(void *object, long value)
{
    struct object *o = object;
    struct node *n = new_node(value), *tail, *next;

    for (;;) {
        tail = atomic_load(&o->tail);
        next = NULL;
        if (atomic_compare_exchange_strong(&tail->next, &next, n))
            break;
        if (helps)
            atomic_compare_exchange_strong(&o->tail, &tail, next);
    }
    atomic_compare_exchange_strong(&o->tail, &tail, n);
    return 0;
}

/* Each takes it from the other, for ever if they like. */
static long own(void *object, long value)
{
    atomic_int *owner = &((struct object *)object)->lock;
    int mine;

    do {
        atomic_store(owner, mine = (int)value);
    } while (!atomic_compare_exchange_strong(owner, &mine, 0));
    return 0;
}

/* To take waits for somebody to put. */
static long put(void *object, long value)
{
    atomic_fetch_add(&((struct object *)object)->lock, (int)value);
    return 0;
}
static long take(void *object)
{
    atomic_int *count = &((struct object *)object)->lock;
    int n = atomic_load(count);

    while (!n || !atomic_compare_exchange_strong(count, &n, n - 1))
        n = atomic_load(count);
    return 0;
}
static long take_or_wait(void *object)
{
    atomic_int *count = &((struct object *)object)->lock;

    if (!*count)
        return MZ_WAITS;
    --*count;
    return 0;
}

static void *nothing(void *unused)
{
    return unused;
}
static long creates(void *unused)
{
    pthread_t t;

    pthread_create(&t, NULL, nothing, unused);
    pthread_join(t, NULL);
    return 0;
}
static long zero(void *object, long value)
{
    return object ? 0 : 0 * value;
}

static void check(const char *name, struct mz_object object,
                  struct mz_scenario scenario)
{
    object.create = create;
    if (!scenario.progress)
        scenario.progress = MZ_LOCK_FREE;
    printf("%s %d\n", name, mz_linearizable(&object, &scenario));
}
#define OBJECT(...) (struct mz_object){.operations = {__VA_ARGS__}}
#define SCENARIO(...) (struct mz_scenario){__VA_ARGS__}
#define LOCKED(how)                                                     \
    take_lock = how;                                                    \
    check(#how, OBJECT(MZ_OP(push_locked, MZ_DATA)), SCENARIO(.length = 1))

int main(void)
{
    struct mz_object waits = {
        .operations = {MZ_OP(put, MZ_RANGE(1, 1)), MZ_OP(take)},
        .model = {.create = create,
                  .operations = {MZ_OP(put, MZ_RANGE(1, 1)),
                                 MZ_OP(take_or_wait)}},
    };
    struct mz_object owns = {
        .operations = {MZ_OP(own, MZ_RANGE(1, 2))},
        .model = {.create = create,
                  .operations = {MZ_OP(zero, MZ_RANGE(1, 2))}},
    };

    check("treiber", OBJECT(MZ_OP(push, MZ_DATA), MZ_OP(pop)), SCENARIO(0));
    check("treiber alone", OBJECT(MZ_OP(push, MZ_DATA), MZ_OP(pop)),
          SCENARIO(.length = 1, .progress = MZ_OBSTRUCTION_FREE));
    check("no help alone", OBJECT(MZ_OP(append, MZ_DATA)),
          SCENARIO(.length = 1, .progress = MZ_OBSTRUCTION_FREE));
    LOCKED(wait_for_mutex);
    LOCKED(wait_in_loop);
    LOCKED(wait_longer);
    LOCKED(wait_awaiting);
    LOCKED(wait_assuming);
    check("no help", OBJECT(MZ_OP(append, MZ_DATA)), SCENARIO(.length = 1));
    helps = 1;
    check("help", OBJECT(MZ_OP(append, MZ_DATA)), SCENARIO(0));
    check("waits", waits, SCENARIO(0));
    check("owns", owns, SCENARIO(.length = 1, .steps = 20,
                                 .progress = MZ_OBSTRUCTION_FREE,
                                 .options = {.max_executions = 100}));
    check("hinders", owns, SCENARIO(.length = 1, .steps = 20));
    check("creates", OBJECT(MZ_OP(creates)), SCENARIO(0));
    check("graphs", OBJECT(MZ_OP(pop)),
          SCENARIO(.options = {.algorithm = "trust"}));
    return 0;
}
END_OF_C
run 0 "$MAZURKA" cc -O1 -o tests tests.c
run 0 ./tests
cat >expected <<'END'
treiber 0
treiber alone 0
no help alone 42
wait_for_mutex 42
wait_in_loop 42
wait_longer 42
wait_awaiting 42
wait_assuming 2
no help 42
help 0
waits 0
owns 3
hinders 42
creates 2
graphs 2
END
diff expected .out || failed 'that was not expected'
tells() {
    [[ $(<.err) == *"$1"* ]] || failed "stderr does not say: $1"
}
says 'error: not lock-free: a call waits for ever when the other threads stop'
tells '  main.1                 main.2
  push_locked(1) waits   push_locked(2) has not returned
  push_locked(1) by main.1 would return 0, and waits for ever
'
says 'error: not obstruction-free: a call waits for ever when the other threads'
says '  main.2 is stopped, for good'
says 'not lock-free: 2 threads hinder one another, the same state comes again'
hinders=$(grep -A 40 'hinder one another' .err |
    grep -m 1 -o '[^ ]*/tests-[^ ]*\.json')
says 'main.1 waits for mutex o->mutex'
says 'main.1 waits in a loop for lock of struct object'
says 'not return in 1000 operations when the other threads stop'
says 'unsupported: a false assumption in mz_linearizable with .progress'
says 'unsupported: a thread that a call of mz_linearizable creates, with .progr'
says 'unsupported: mz_linearizable with .progress and --algorithm=trust'

# Its replay.
run 42 "$MAZURKA" check --function=4 tests
run 42 "$MAZURKA" replay
prints 'main.2 is stopped, for good'
run 0 "$MAZURKA" report --format=json
prints '"kind": "progress"'
run 42 "$MAZURKA" replay "$hinders"
prints 'not lock-free: 2 threads hinder one another'
