#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --memory-model: algorithms of the literature, whose orders suffice, and with
# each order or fence in turn that is too weak.
. "$(dirname "$0")/frame"
write_pairs

cat >classics.c <<'END'
#include "pairs.h"

#define CAS(x, old, new, s, f) \
    atomic_compare_exchange_strong_explicit(&(x), old, new, s, f)

/* Which order is broken: 0 none. Orders must be constants. */
static int broken;
#define BUT(n, weak, strong) (broken == (n) ? (weak) : (strong))
#define FENCE(n, order)                \
    do                                 \
        if (broken != (n))             \
            atomic_thread_fence(order);\
    while (0)

/* ---- the deque of Chase and Lev, with the orders of Le et al. 2013 ---- */
static atomic_int top, bottom, taken[3];
static _Atomic(int *) slots[2];
static int items[2];

static void deque_push(int *item)
{
    int b = LOAD(bottom, RLX), t = LOAD(top, ACQ);

    assert(b - t < 2);
    STORE(slots[b % 2], item, RLX);
    FENCE(1, REL);
    STORE(bottom, b + 1, RLX);
}

static int *deque_take(void)
{
    int b = LOAD(bottom, RLX) - 1, t;
    int *item = NULL;

    STORE(bottom, b, RLX);
    FENCE(2, SC);
    t = LOAD(top, RLX);
    if (t <= b) {
        item = LOAD(slots[b % 2], RLX);
        if (t == b) {
            if (!CAS(top, &t, t + 1, SC, RLX))
                item = NULL;
            STORE(bottom, b + 1, RLX);
        }
    } else {
        STORE(bottom, b + 1, RLX);
    }
    return item;
}

static int *deque_steal(void)
{
    int t = LOAD(top, ACQ), b;
    int *item = NULL;

    FENCE(3, SC);
    b = LOAD(bottom, ACQ);
    if (t < b) {
        item = LOAD(slots[t % 2], RLX);
        if (!CAS(top, &t, t + 1, SC, RLX))
            return NULL;
    }
    return item;
}

static void use(int *item)
{
    if (item)
        assert(!atomic_fetch_add_explicit(&taken[*item], 1, RLX));
}

static void *owner(void *p)
{
    for (int i = 0; i < 2; i++) {
        items[i] = i + 1;
        deque_push(&items[i]);
    }
    use(deque_take());
    use(deque_take());
    return p;
}
static void *thief(void *p)
{
    use(deque_steal());
    use(deque_steal());
    return p;
}

/* ---- the queue of Michael and Scott ---- */
struct node {
    _Atomic(struct node *) next;
    int value;
};
static struct node nodes[3];
static _Atomic(struct node *) head = &nodes[0], tail = &nodes[0];

static void enqueue(struct node *n, int value)
{
    n->value = value;
    for (;;) {
        struct node *last = LOAD(tail, ACQ), *next = LOAD(last->next, ACQ);

        if (next) {
            CAS(tail, &last, next, REL, RLX);
        } else if (BUT(1, CAS(last->next, &next, n, RLX, RLX),
                       CAS(last->next, &next, n, REL, RLX))) {
            CAS(tail, &last, n, REL, RLX);
            return;
        }
    }
}
static int dequeue(void)
{
    for (;;) {
        struct node *first = LOAD(head, ACQ), *last = LOAD(tail, ACQ);
        struct node *next =
            BUT(2, LOAD(first->next, RLX), LOAD(first->next, ACQ));

        if (!next)
            return 0;
        if (first == last)
            CAS(tail, &last, next, REL, RLX);
        if (CAS(head, &first, next, REL, RLX))
            return next->value;
    }
}
static void *enqueues(void *p)
{
    enqueue(&nodes[1], 7);
    return p;
}
static void *dequeues(void *p)
{
    int value = dequeue();

    assert(!value || value == 7);
    return p;
}

/* ---- hazard pointers, and a fence between announcing and looking again ---- */
static _Atomic(int *) hazard, shared;
static void *protects(void *p)
{
    int *seen = LOAD(shared, RLX);

    STORE(hazard, seen, RLX);
    FENCE(1, SC);
    if (LOAD(shared, ACQ) == seen && seen)
        assert(*seen == 1);
    STORE(hazard, NULL, REL);
    return p;
}
static void *retires(void *p)
{
    int *old = LOAD(shared, RLX);

    STORE(shared, NULL, RLX);
    FENCE(2, SC);
    if (LOAD(hazard, ACQ) != old)
        free(old);
    return p;
}

/* ---- RCU, a toy: the writer waits until the reader is outside ---- */
static atomic_int inside;
static void *reads(void *p)
{
    int *seen;

    STORE(inside, 1, RLX);
    FENCE(1, SC);
    seen = LOAD(shared, ACQ);
    if (seen)
        assert(*seen == 1);
    BUT(2, STORE(inside, 0, RLX), STORE(inside, 0, REL));
    return p;
}
static void *replaces(void *p)
{
    int *old = LOAD(shared, RLX);

    STORE(shared, NULL, REL);
    FENCE(3, SC);
    while (LOAD(inside, ACQ))
        ;
    free(old);
    return p;
}

static const struct pair pairs[] = {
    {"deque", owner, thief},       {"queue", enqueues, dequeues},
    {"hazard", protects, retires}, {"rcu", reads, replaces},
    {0},
};

int main(int argc, char **argv)
{
    int *first = malloc(sizeof *first);

    *first = 1;
    STORE(shared, first, RLX);
    broken = argc > 2 ? atoi(argv[2]) : 0;
    return run_pair(pairs, argv[1], NULL) ? 0 : 2;
}
END
"$MAZURKA" cc -O1 -w -pthread -o pairs classics.c || failed 'cannot compile'

# The first argument is a name, the second which of its orders is broken; 0: none.

while read -r name orders; do
    for model in tso ra rc11; do
        weakly $model 0 $name 0
        prints 'all executions explored'
    done
    for order in $orders; do
        weakly rc11 42 $name $order
    done
done <<END
deque 1 2 3
queue 1 2
hazard 1 2
rcu 1 2 3
END

# What x86 does without a fence, and what it does not.
weakly tso 42 deque 2
prints 'assertion failed'
weakly tso 0 deque 3
