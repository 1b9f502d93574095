/* SPDX-License-Identifier: Apache-2.0 */
/* Michael's and Scott's queue with two locks: who puts holds the one of the last
 * node, who takes that of the first, which is a dummy, so that the two never
 * change the same node's links, but for one that is atomic. Broken: without the
 * dummy; then the last item may be taken while another is linked to it. */
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *_Atomic next;
    long value;
};

struct queue {
    struct node *_Atomic first, *_Atomic last;
    pthread_mutex_t putting, taking;
    struct node initial;
};

static void *create(void)
{
    struct queue *q = calloc(1, sizeof *q);

    pthread_mutex_init(&q->putting, NULL);
    pthread_mutex_init(&q->taking, NULL);
#ifndef BROKEN
    q->first = &q->initial;
    q->last = &q->initial;
#endif
    return q;
}

static long put(void *object, long value)
{
    struct queue *q = object;
    struct node *node = calloc(1, sizeof *node), *last;

    node->value = value;
    pthread_mutex_lock(&q->putting);
    last = q->last;
    q->last = node;
    if (last)
        last->next = node;
    else
        q->first = node;
    pthread_mutex_unlock(&q->putting);
    return 0;
}

static long take(void *object)
{
    struct queue *q = object;
    struct node *first;
    long value = -1;

    pthread_mutex_lock(&q->taking);
    first = q->first;
#ifdef BROKEN
    if (first) {
        value = first->value;
        q->first = first->next;
        if (!q->first)
            q->last = NULL;
    }
#else
    if (first->next) {
        q->first = first->next;
        value = q->first->value;
    }
#endif
    pthread_mutex_unlock(&q->taking);
    return value;
}

int main(void)
{
    return mz_linearizable(
        &(struct mz_object){
            .create = create,
            .operations = {MZ_OP(put, MZ_DATA), MZ_OP(take)},
        },
        &(struct mz_scenario){.length = 2});
}
