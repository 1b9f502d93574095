#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --memory-model: what users write without locks. Each is verified with the orders
# that it has, and with any one of them weaker an error is found.
. "$(dirname "$0")/frame"

write_orders begin.h
cat >>begin.h <<'END'
#include <sched.h>
#include <semaphore.h>
#define ADD(x, v, o) atomic_fetch_add_explicit(&(x), v, o)
#define FENCE(o) atomic_thread_fence(o)
/* The order, or in the program BROKEN=k a weaker one. */
#define OR(k, order, weaker) (BROKEN == (k) ? (weaker) : (order))
static inline void run(int count, void *(*const threads[])(void *))
{
    pthread_t t[4];
    for (long i = 0; i < count; i++)
        pthread_create(&t[i], 0, threads[i], (void *)i);
    for (int i = 0; i < count; i++)
        pthread_join(t[i], 0);
}
#define RUN(...)                                                     \
    do {                                                             \
        void *(*const threads[])(void *) = {__VA_ARGS__};            \
        run(sizeof threads / sizeof *threads, threads);              \
    } while (0)
END

# A stack whose nodes are freed: hazard pointers. (5: a pointer that is set anew
# says that the thread has done with the node before.)
cat >hazards.c <<'END'
#include "begin.h"
struct node {
    struct node *next;
    int value;
};
static _Atomic(struct node *) top, hazards[2];
static void push(struct node *n)
{
    struct node *t = LOAD(top, RLX);
    do
        n->next = t;
    while (!atomic_compare_exchange_strong_explicit(
        &top, &t, n, OR(1, REL, RLX), RLX));
}
static struct node *pop(long self)
{
    for (;;) {
        struct node *t = LOAD(top, RLX), *expected = t;
        if (!t)
            return t;
        STORE(hazards[self], t, OR(5, REL, RLX));
        FENCE(OR(2, SC, AR));
        if (LOAD(top, RLX) != t)
            continue;
        if (!atomic_compare_exchange_strong_explicit(&top, &expected, t->next,
                                                     RLX, RLX))
            continue;
        STORE(hazards[self], NULL, RLX);
        return t;
    }
}
static void *work(void *self)
{
    struct node *n = malloc(sizeof *n);
    n->value = 1;
    push(n);
    n = pop((long)self);
    if (!n)
        return NULL;
    assert(n->value == 1);
    FENCE(OR(3, SC, AR));
    if (LOAD(hazards[!self], OR(4, ACQ, RLX)) != n)
        free(n);
    return NULL;
}
int main(void)
{
    RUN(work, work);
}
END
# Who sleeps says so before it looks; who has work looks for sleepers behind it.
cat >events.c <<'END'
#include "begin.h"
static atomic_int sleeps, has_work;
static sem_t sem;
static int data;
static void *gives(void *p)
{
    data = 1;
    STORE(has_work, 1, OR(1, REL, RLX));
    FENCE(OR(2, SC, AR));
    if (atomic_exchange_explicit(&sleeps, 0, RLX))
        sem_post(&sem);
    return p;
}
static void *takes(void *p)
{
    STORE(sleeps, 1, RLX);
    FENCE(OR(3, SC, AR));
    if (!LOAD(has_work, OR(4, ACQ, RLX))) {
        sem_wait(&sem);
        assert(LOAD(has_work, ACQ));
    }
    assert(data == 1);
    return p;
}
int main(void)
{
    sem_init(&sem, 0, 0);
    RUN(gives, takes);
}
END
# As std::shared_ptr has it.
cat >references.c <<'END'
#include "begin.h"
static struct object {
    atomic_int count;
    int parts[2];
} *object;
static void *drops(void *p)
{
    object->parts[(long)p] = 1;
    if (ADD(object->count, -1, OR(1, REL, RLX)) == 1) {
        FENCE(OR(2, ACQ, RLX));
        assert(object->parts[0] && object->parts[1]);
        free(object);
    }
    return p;
}
int main(void)
{
    object = calloc(1, sizeof *object);
    STORE(object->count, 2, RLX);
    RUN(drops, drops);
}
END
cat >barrier.c <<'END'
#include "begin.h"
enum { THREADS = 3 };
static atomic_int count, turn;
static int values[THREADS];
static void *arrives(void *p)
{
    values[(long)p] = 1;
    if (ADD(count, 1, OR(1, AR, RLX)) == THREADS - 1) {
        STORE(count, 0, RLX);
        STORE(turn, 1, OR(2, REL, RLX));
    } else {
        while (!LOAD(turn, OR(3, ACQ, RLX)))
            sched_yield();
    }
    for (int i = 0; i < THREADS; i++)
        assert(values[i] == 1);
    return p;
}
int main(void)
{
    RUN(arrives, arrives, arrives);
}
END
cat >jobs.c <<'END'
#include "begin.h"
enum { JOBS = 3 };
static int results[JOBS];
static atomic_int next, done;
static void *works(void *p)
{
    for (int i; (i = ADD(next, 1, RLX)) < JOBS;) {
        results[i] = i + 1;
        ADD(done, 1, OR(1, REL, RLX));
    }
    return p;
}
static void *waits(void *p)
{
    while (LOAD(done, OR(2, ACQ, RLX)) < JOBS)
        sched_yield();
    for (int i = 0; i < JOBS; i++)
        assert(results[i] == i + 1);
    return p;
}
int main(void)
{
    RUN(waits, works, works);
}
END

check() {
    "$MAZURKA" check -O1 -DBROKEN="$2" --memory-model=rc11 "$1".c
}
for which in hazards:5 events:4 references:2 barrier:3 jobs:2; do
    run 0 check ${which%:*} 0
    prints 'all executions explored'
    for ((broken = 1; broken <= ${which#*:}; broken++)); do
        run 42 check ${which%:*} $broken
        prints 'error: '
    done
done
