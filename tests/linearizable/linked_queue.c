/* SPDX-License-Identifier: Apache-2.0 */
/* A queue of many who put and one who takes: the last node is exchanged, then
 * the one before is linked to it. Who takes waits for the link, if there is a
 * node behind. Broken: then it says that the queue is empty; but the node behind
 * that may be of a call that has returned. */
#include <mazurka.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *_Atomic next;
    long value;
};

struct queue {
    struct node *_Atomic last;
    struct node *first; /* the one before it */
    struct node initial;
};

static void *create(void)
{
    struct queue *q = calloc(1, sizeof *q);

    q->first = &q->initial;
    q->last = &q->initial;
    return q;
}

static long put(void *object, long value)
{
    struct queue *q = object;
    struct node *node = calloc(1, sizeof *node), *before;

    node->value = value;
    before = atomic_exchange(&q->last, node);
    atomic_store(&before->next, node);
    return 0;
}

static long take(void *object)
{
    struct queue *q = object;
    struct node *next = atomic_load(&q->first->next);

    if (!next && atomic_load(&q->last) == q->first)
        return -1;
#ifdef BROKEN
    if (!next)
        return -1;
#else
    if (!next)
        next = mz_await(q->first->next, !=, NULL);
#endif
    q->first = next;
    return next->value;
}

int main(void)
{
    return mz_linearizable(
        &(struct mz_object){
            .create = create,
            .operations = {MZ_OP(put, MZ_DATA), MZ_OP_BY(2, take)},
        },
        &(struct mz_scenario){.length = 3});
}
