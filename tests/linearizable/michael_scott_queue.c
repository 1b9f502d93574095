/* SPDX-License-Identifier: Apache-2.0 */
/* Michael's and Scott's queue, of nodes that are used again at once. Broken: the
 * numbers of nodes have no counts beside them (ABA). */
#include <mazurka.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { NODES = 5 };

struct queue {
    atomic_ulong head, tail, free; /* a node's number, and above it a count */
    struct {
        atomic_ulong next;
        atomic_long value;
    } nodes[NODES + 1];
};

static int replace(atomic_ulong *place, unsigned long old, unsigned long node)
{
#ifdef BROKEN
    return atomic_compare_exchange_strong(place, &old, (unsigned)node);
#else
    return atomic_compare_exchange_strong(
        place, &old, ((old >> 32) + 1) << 32 | (unsigned)node);
#endif
}

static unsigned new_node(struct queue *q)
{
    unsigned long old;

    do
        old = atomic_load(&q->free);
    while ((unsigned)old &&
           !replace(&q->free, old, atomic_load(&q->nodes[(unsigned)old].next)));
    return (unsigned)old;
}

static void free_node(struct queue *q, unsigned node)
{
    unsigned long old, next;

    do {
        old = atomic_load(&q->free);
        next = atomic_load(&q->nodes[node].next);
        atomic_store(&q->nodes[node].next, (next >> 32) << 32 | (unsigned)old);
    } while (!replace(&q->free, old, node));
}

static long enqueue(void *object, long value)
{
    struct queue *q = object;
    unsigned node = new_node(q);
    unsigned long tail, next;

    atomic_store(&q->nodes[node].value, value);
    next = atomic_load(&q->nodes[node].next);
    atomic_store(&q->nodes[node].next, (next >> 32) << 32);
    for (;;) {
        tail = atomic_load(&q->tail);
        next = atomic_load(&q->nodes[(unsigned)tail].next);
        if (tail != atomic_load(&q->tail))
            continue;
        if ((unsigned)next)
            replace(&q->tail, tail, next);
        else if (replace(&q->nodes[(unsigned)tail].next, next, node))
            break;
    }
    replace(&q->tail, tail, node);
    return 0;
}

static long dequeue(void *object)
{
    struct queue *q = object;
    unsigned long head, tail, next;
    long value;

    for (;;) {
        head = atomic_load(&q->head);
        tail = atomic_load(&q->tail);
        next = atomic_load(&q->nodes[(unsigned)head].next);
        if (head != atomic_load(&q->head))
            continue;
        if ((unsigned)head == (unsigned)tail) {
            if (!(unsigned)next)
                return -1;
            replace(&q->tail, tail, next);
            continue;
        }
        value = atomic_load(&q->nodes[(unsigned)next].value);
        if (replace(&q->head, head, next))
            break;
    }
    free_node(q, (unsigned)head);
    return value;
}

/* With one in it. */
static void *create(void)
{
    struct queue *q = calloc(1, sizeof *q);

    q->head = q->tail = 1;
    for (unsigned i = 2; i <= NODES; i++)
        free_node(q, i);
    enqueue(q, 100);
    return q;
}

/* ---- the model ----------------------------------------------------------- */

struct list {
    int first, end;
    long values[32];
};

static void *create_list(void)
{
    struct list *l = calloc(1, sizeof *l);

    l->values[l->end++] = 100;
    return l;
}

static long append(void *object, long value)
{
    struct list *l = object;

    l->values[l->end++] = value;
    return 0;
}

static long take_first(void *object)
{
    struct list *l = object;

    return l->first < l->end ? l->values[l->first++] : -1;
}

int main(void)
{
    return mz_linearizable(
        &(struct mz_object){
            .create = create,
            .destroy = free,
            .operations = {MZ_OP_BY(2, enqueue, MZ_DATA), MZ_OP(dequeue)},
            .model = {create_list,
                      free,
                      {MZ_OP(append, MZ_DATA), MZ_OP(take_first)}},
        },
        &(struct mz_scenario){.length = 3});
}
